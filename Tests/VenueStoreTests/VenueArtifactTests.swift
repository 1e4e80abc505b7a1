import FoundationEssentials
import Geography
import Messages
import OpenStreetMap
import SQL
import SQLite
import TestSupport
import Testing

@testable import VenueStore

@Suite struct VenueArtifactTests {
  @Test("the venues are in the order of their identifiers")
  func order() throws {
    try TemporaryDirectory.with { directory throws in
      let path = directory.path("venues.sqlite")
      let summary = try VenueArtifact.build(at: path, from: cafes(3, 1, 2))
      #expect(summary.count == 3)
      #expect(summary.description == "3 venues: coffee 3")
      let artifact = try VenueArtifact(path: path)
      #expect(artifact.identity == summary.identity)
      var names: [String] = []
      try artifact.forEach { names.append($0.name) }
      #expect(names == ["Café 1", "Café 2", "Café 3"])
    }
  }

  @Test("names in languages are read back, and count in the identity")
  func namesByLanguage() throws {
    try TemporaryDirectory.with { directory throws in
      var map = cafes(1, 2)
      map.nodes[1] = MapNode(
        id: 2, coordinate: map.nodes[1].coordinate,
        tags: ["amenity": "cafe", "name": "Café 2", "name:ru": "Кафе", "name:ja": "カフェ"])
      let path = directory.path("named")
      let named = try VenueArtifact.build(at: path, from: map)
      let plain = try VenueArtifact.build(at: directory.path("plain"), from: cafes(1, 2))
      #expect(named.identity != plain.identity)
      var names: [[String: String]?] = []
      try VenueArtifact(path: path).forEach { names.append($0.names?.byLanguage) }
      #expect(names == [nil, ["ru": "Кафе", "ja": "カフェ"]])
    }
  }

  @Test("the identity depends on the contents only")
  func identity() throws {
    try TemporaryDirectory.with { directory throws in
      func identity(_ name: String, _ map: MapElements) throws -> String {
        try VenueArtifact.build(at: directory.path(name), from: map).identity
      }
      var renamed = cafes(1, 2)
      renamed.nodes[0] = cafe(1, named: "Another")
      let first = try identity("a", cafes(1, 2))
      #expect(try identity("b", cafes(2, 1)) == first)
      #expect(try identity("c", renamed) != first)
      #expect(try identity("d", cafes(1)) != first)
      #expect(try VenueArtifact(path: directory.path("d")).count == 1)
    }
  }

  @Test("a map without venues is fine")
  func noVenues() throws {
    try TemporaryDirectory.with { directory throws in
      let path = directory.path("venues.sqlite")
      #expect(try VenueArtifact.build(at: path, from: MapElements()).description == "0 venues")
      #expect(try VenueArtifact(path: path).count == 0)
    }
  }

  @Test("a file that is not an artifact is refused")
  func otherFiles() throws {
    try TemporaryDirectory.with { directory throws in
      let path = directory.path("venues.sqlite")
      #expect(throws: VenueArtifactError.missing(path: path)) { try VenueArtifact(path: path) }
      try directory.write("not a database, though long enough for one".utf8, to: "venues.sqlite")
      #expect(isDamaged(path))
      try directory.write([], to: "venues.sqlite")
      #expect(isDamaged(path))
      let other = directory.path("other.sqlite")
      try Database(path: other, mode: .building).execute("CREATE TABLE venue (id TEXT)")
      #expect(isDamaged(other))
    }
  }

  @Test("a truncated or changed file is refused")
  func damagedFile() throws {
    try TemporaryDirectory.with { directory throws in
      let path = directory.path("venues.sqlite")
      try VenueArtifact.build(at: path, from: cafes(1, 2, 3))
      let whole = try #require(FileManager.default.contents(atPath: path))
      for length in stride(from: 0, to: whole.count, by: 512) {
        try directory.write(whole.prefix(length), to: "cut")
        #expect(isDamaged(directory.path("cut")), "cut to \(length) bytes")
      }
      // The name is stored as plain text: change one letter of it.
      let name = try #require(whole.firstRange(of: Data("Café 2".utf8)))
      var changed = whole
      changed[name.lowerBound] = UInt8(ascii: "K")
      try directory.write(changed, to: "changed")
      #expect(isDamaged(directory.path("changed")))
    }
  }

  @Test("another format version is refused")
  func otherVersion() throws {
    try TemporaryDirectory.with { directory throws in
      let path = directory.path("venues.sqlite")
      try VenueArtifact.build(at: path, from: cafes(1))
      try Database(path: path, mode: .building).execute("PRAGMA user_version = 99")
      #expect(throws: VenueArtifactError.wrongVersion(path: path, found: 99)) {
        try VenueArtifact(path: path)
      }
    }
  }

  private func isDamaged(_ path: String) -> Bool {
    do {
      _ = try VenueArtifact(path: path)
      return false
    } catch .damaged {
      return true
    } catch {
      return false
    }
  }
}

/// A map of cafés with these numbers.
func cafes(_ numbers: Int64...) -> MapElements {
  MapElements(nodes: numbers.map { cafe($0, named: "Café \($0)") })
}

func cafe(_ number: Int64, named name: String) -> MapNode {
  MapNode(
    id: number, coordinate: Coordinate(latitude: 60, longitude: 25 + Double(number) / 1000),
    tags: ["amenity": "cafe", "name": name])
}
