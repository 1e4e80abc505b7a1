import Foundation
import Messages
import OpenStreetMap
import SQL
import SQLite
import TestSupport
import Testing

@testable import Geocoder

@Suite struct PlaceIndexTests {
  /// Builds the small town's index, changes the file, and answers why it is refused.
  private func refusal(_ change: (String) throws -> Void) throws -> PlaceIndexError? {
    try TemporaryDirectory.with { folder -> PlaceIndexError? in
      let path = folder.path(IndexFormat.fileName)
      _ = try PlaceIndex.build(from: SmallTown.map, into: path)
      try change(path)
      do {
        _ = try PlaceIndex(path: path)
        return nil
      } catch {
        return error as? PlaceIndexError
      }
    }
  }

  @Test("a sound index opens")
  func sound() throws {
    #expect(try refusal { _ in } == nil)
  }

  @Test("an index cut short is refused", arguments: [0, 1, 100, 4_096, 20_000])
  func cut(_ bytes: Int) throws {
    let error = try refusal { path in
      let data = try Data(contentsOf: URL(filePath: path))
      try data.prefix(bytes).write(to: URL(filePath: path))
    }
    #expect(error != nil)
  }

  @Test("a changed block is refused")
  func changedBlock() throws {
    let error = try refusal { path in
      try Database(path: path, mode: .building).run(
        "UPDATE block SET bytes = zeroblob(length(bytes)) WHERE name = 'nameWords'")
    }
    #expect("\(String(describing: error))".contains("checksum"))
  }

  @Test("a missing block is refused")
  func missingBlock() throws {
    let error = try refusal { path in
      try Database(path: path, mode: .building).run(
        "DELETE FROM block WHERE name = 'postingStarts'")
    }
    #expect(error != nil)
  }

  @Test("another version is refused by its number")
  func version() throws {
    let error = try refusal { path in
      try Database(path: path, mode: .building).execute("PRAGMA user_version = 99")
    }
    guard case .wrongVersion(_, found: 99) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("another database, another file and no file are refused")
  func others() throws {
    try TemporaryDirectory.with { folder in
      let database = folder.path("other.sqlite")
      try Database(path: database, mode: .building).execute("CREATE TABLE t (x)")
      let text = try folder.write("not a database at all, only text".utf8, to: "text")
      for path in [database, text, folder.path("missing"), folder.path] {
        #expect(throws: PlaceIndexError.self) { _ = try PlaceIndex(path: path) }
      }
    }
  }

  @Test("split ways are one street, far ways of the same name are two")
  func joining() throws {
    let map = try GatheredMap(SmallTown.map) { _ in }
    let streets = StreetJoiner(map).streets
    #expect(streets.count(where: { $0.names[0].text == "Telegraph Hill Boulevard" }) == 1)
    let columbus = streets.filter { $0.names[0].text == "Columbus Avenue" }
    #expect(columbus.map { $0.houses.count }.sorted() == [1, 3])
    for street in streets where !street.lines.isEmpty {
      let distance = street.lines.map { Outline.nearest(to: street.representative, on: $0).1 }
      #expect((distance.min() ?? .infinity) < 1)
    }
  }

  @Test("what cannot be used is counted")
  func report() throws {
    var town = TownBuilder()
    town.node(["addr:housenumber": "1"], 0, 0)
    town.house("none", "Road", 0, 0)
    let map = try GatheredMap(town.map) { _ in }
    let report = IndexBuilder(map).report
    #expect(report.count(of: "house number without addr:street or addr:place") == 1)
    #expect(report.count(of: "house number that is no number") == 1)
  }

  @Test("an empty map gives an index that finds nothing")
  func empty() throws {
    try SmallTown.search(MapElements()) { searcher in
      let found = try searcher.search(GeocodeRequest(text: "coit tower"))
      #expect(found == GeocodeReply(hits: []))
      let around = try searcher.reverse(ReverseGeocodeRequest(coordinate: SmallTown.middle))
      #expect(around.hits.isEmpty)
    }
  }
}
