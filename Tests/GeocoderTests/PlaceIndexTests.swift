import Foundation
import Messages
import OpenStreetMap
import SQL
import SQLite
import TestSupport
import Testing

@testable import Geocoder

@Suite struct PlaceIndexTests {
  /// Builds the small town's index, modifies the file, and returns the error of opening it.
  private func openingError(_ change: (String) throws -> Void) throws -> PlaceIndexError? {
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

  @Test("an undamaged index opens")
  func sound() throws {
    #expect(try openingError { _ in } == nil)
  }

  @Test("a truncated index is rejected", arguments: [0, 1, 100, 4_096, 20_000])
  func cut(_ bytes: Int) throws {
    let error = try openingError { path in
      let data = try Data(contentsOf: URL(filePath: path))
      try data.prefix(bytes).write(to: URL(filePath: path))
    }
    #expect(error != nil)
  }

  @Test("a modified block is rejected")
  func changedBlock() throws {
    let error = try openingError { path in
      try Database(path: path, mode: .building).run(
        "UPDATE block SET bytes = zeroblob(length(bytes)) WHERE name = 'nameWords'")
    }
    #expect("\(String(describing: error))".contains("checksum"))
  }

  @Test("a missing block is rejected")
  func missingBlock() throws {
    let error = try openingError { path in
      try Database(path: path, mode: .building).run(
        "DELETE FROM block WHERE name = 'postingStarts'")
    }
    #expect(error != nil)
  }

  @Test("another format version is rejected, with its number")
  func version() throws {
    let error = try openingError { path in
      try Database(path: path, mode: .building).execute("PRAGMA user_version = 99")
    }
    guard case .wrongVersion(_, found: 99) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("another database, another file and a missing file are rejected")
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

  @Test("split ways are one street; distant ways of the same name are two")
  func joining() throws {
    let map = try GatheredMap(SmallTown.map) { _ in }
    let streets = StreetJoiner(map).streets
    #expect(streets.count(where: { $0.names[0].text == "Telegraph Hill Boulevard" }) == 1)
    let columbus = streets.filter { $0.names[0].text == "Columbus Avenue" }
    #expect(columbus.map { $0.houses.count }.sorted() == [1, 3])
    for street in streets where !street.lines.isEmpty {
      let distance = street.lines.map {
        PlanarGeometry.nearest(to: street.representative, on: $0).1
      }
      #expect((distance.min() ?? .infinity) < 1)
    }
  }

  @Test("skipped elements are counted by reason")
  func report() throws {
    var town = TownBuilder()
    town.node(["addr:housenumber": "1"], 0, 0)
    town.house("none", "Road", 0, 0)
    let map = try GatheredMap(town.map) { _ in }
    let report = IndexBuilder(map).report
    #expect(report.count(of: "house number without a street, and no named street near") == 1)
    #expect(report.count(of: "house number that is no number") == 1)
  }

  @Test("the index of an empty map has no hits")
  func empty() throws {
    try SmallTown.search(MapElements()) { searcher in
      let found = try searcher.search(GeocodeRequest(text: "coit tower"))
      #expect(found == GeocodeReply(hits: []))
      let around = try searcher.reverse(ReverseGeocodeRequest(coordinate: SmallTown.middle))
      #expect(around.hits.isEmpty)
    }
  }
}
