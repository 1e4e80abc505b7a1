import Geography
import Messages
import OpenStreetMap
import SQL
import SQLite
import Stores
import TestSupport
import Testing

@testable import VenueStore

@Suite(.bothBackends) struct VenueDatabaseTests {
  @Test("apply returns only the effective changes")
  func effectiveChanges() throws {
    try withStore { store throws in
      let first = venue("a", "One")
      #expect(try store.venues.apply([change(first)]) == [change(first)])
      #expect(try store.venues.apply([change(first)]).isEmpty)
      let renamed = venue("a", "Two")
      #expect(try store.venues.apply([change(renamed)]) == [change(renamed)])
      #expect(try store.venues.venue("a") == renamed)
      let gone = VenueChanged(id: "a", venue: nil)
      #expect(try store.venues.apply([gone]) == [gone])
      #expect(try store.venues.apply([gone, VenueChanged(id: "unknown", venue: nil)]).isEmpty)
      #expect(try store.venues.apply([change(renamed)]) == [change(renamed)])
    }
  }

  @Test("a change of any field is effective")
  func everyField() throws {
    try withStore { store throws in
      var venue = venue("a", "One")
      _ = try store.venues.apply([change(venue)])
      let edits: [(inout Venue) -> Void] = [
        { $0.category = .tea }, { $0.coordinate = Coordinate(latitude: 1, longitude: 2) },
        { $0.address = "1 A Street" }, { $0.phone = "+1" }, { $0.website = "https://a.example" },
        { $0.openingHours = "24/7" }, { $0.brand = "B" }, { $0.cuisine = "cake" },
        { $0.address = nil }, { $0.attributes[.outdoorSeating] = false },
        { $0.attributes[.takeaway] = true },
        { $0.attributes[.driveThrough] = true }, { $0.attributes[.kosher] = false },
        { $0.names = NamesByLanguage(["en": "One", "pt-BR": "Um"]) },
        { $0.names = NamesByLanguage(["en": "First"]) }, { $0.names = nil },
        { $0.wheelchair = .limited }, { $0.wifi = .paid }, { $0.wifi = nil },
      ]
      for (number, edit) in edits.enumerated() {
        edit(&venue)
        #expect(try store.venues.apply([change(venue)]) == [change(venue)], "edit \(number)")
        #expect(try store.venues.venue("a") == venue)
      }
    }
  }

  @Test("pages hold every venue in business once")
  func pages() throws {
    try withStore { store throws in
      let venues = (0..<23).map {
        venue(VenueID(rawValue: "v\($0)"), "V", $0 % 3 == 0 ? .tea : .coffee)
      }
      _ = try store.venues.apply(venues.map(change))
      _ = try store.venues.apply([VenueChanged(id: "v7", venue: nil)])
      let present = venues.filter { $0.id != "v7" }.sorted { $0.id < $1.id }
      for limit in [1, 2, 5, 22, 23, 500] {
        #expect(try allPages(of: store, nil, limit) == present, "limit \(limit)")
        #expect(
          try allPages(of: store, .tea, limit) == present.filter { $0.category == .tea },
          "limit \(limit)")
      }
      #expect(try store.venues.page(category: "cinema", after: nil, limit: 5).venues.isEmpty)
      #expect(try store.venues.count() == 22)
    }
  }

  @Test(
    "a page length out of range is refused",
    arguments: [0, -1, VenueLimits.maximumPage + 1, .max, .min])
  func invalidLimit(limit: Int) throws {
    try withStore { store throws in
      expect(.invalidRequest) { try store.venues.page(after: nil, limit: limit) }
    }
  }

  @Test("an unknown venue is not found")
  func unknownVenue() throws {
    try withStore { store throws in
      expect(.notFound) { try store.venues.venue("osm/node/1") }
      expect(.notFound) { try store.venues.venue("") }
      let long = VenueID(rawValue: String(repeating: "x", count: 100_000))
      expect(.notFound) { try store.venues.venue(long) }
      expect(.notFound) { try store.venues.venue("' OR 1=1 --") }
    }
  }

  @Test("a map is loaded once, and replaced as a whole")
  func mapLoad() throws {
    try TemporaryDirectory.with { directory throws in
      let store = try VenueDatabase(at: .store(directory.path("store.sqlite")))
      let old = try artifact(cafes(1, 2, 3), directory)
      #expect(try MapLoad(old, into: store, now: now) == .loaded(count: 3, changed: 3, gone: 0))
      #expect(try MapLoad(old, into: store, now: now) == .alreadyLoaded(count: 3))
      _ = try store.venues.apply([change(venue("feed/1", "Of another source"))])

      var map = cafes(2, 4)
      map.nodes[0] = cafe(2, named: "Renamed")
      let new = try artifact(map, directory)
      #expect(try MapLoad(new, into: store, now: now) == .loaded(count: 2, changed: 2, gone: 2))
      #expect(
        try store.venues.page(after: nil, limit: 10).venues.map(\.name)
          == ["Of another source", "Renamed", "Café 4"])
      #expect(try store.venues.venue("osm/node/1").name == "Café 1", "vanished, but still known")
      #expect(try MapLoad(old, into: store, now: now) == .loaded(count: 3, changed: 3, gone: 1))
    }
  }

  private func allPages(
    of store: VenueDatabase, _ category: VenueCategory?, _ limit: Int
  ) throws -> [Venue] {
    var venues: [Venue] = []
    var after: VenueID?
    repeat {
      let page = try store.venues.page(category: category, after: after, limit: limit)
      #expect(page.venues.count <= limit)
      venues += page.venues
      after = page.next
    } while after != nil
    return venues
  }
}

/// Tests that need a SQLite file.
@Suite struct VenueStoreFileTests {
  @Test("a load that fails leaves the venues unchanged")
  func failedLoad() throws {
    try TemporaryDirectory.with { directory throws in
      let store = try VenueDatabase(at: .file(path: directory.path("store.sqlite")))
      _ = try MapLoad(try artifact(cafes(1, 2), directory), into: store, now: now)
      let next = try artifact(cafes(1, 3, 4), directory)
      // As if the disk were full half-way.
      try store.database.execute(
        """
        CREATE TEMP TRIGGER full BEFORE INSERT ON venue WHEN new.id = 'osm/node/4'
        BEGIN SELECT RAISE(ABORT, 'no room'); END
        """)
      #expect(throws: SQLError.self) { try MapLoad(next, into: store, now: now) }
      #expect(
        try store.venues.page(after: nil, limit: 10).venues.map(\.id) == [
          "osm/node/1", "osm/node/2",
        ])
      try store.database.execute("DROP TRIGGER full")
      #expect(try MapLoad(next, into: store, now: now) == .loaded(count: 3, changed: 2, gone: 1))
    }
  }

  @Test("a store of another version is refused, says what to do, and is left alone")
  func otherVersion() throws {
    try TemporaryDirectory.with { directory throws in
      let path = directory.path("store.sqlite")
      let other = try Database(path: path, mode: .readWrite)
      try other.create(Schema(version: 99, tables: "CREATE TABLE venue (id TEXT)"))
      let error = #expect(throws: SchemaVersionError.self) { try VenueDatabase(at: .store(path)) }
      #expect(error?.found == 99 && error?.expected == 5)
      #expect(error?.description.contains("move the database away") == true)
      #expect(try other.query("SELECT * FROM venue") { $0.count }.isEmpty)
    }
  }

  @Test("a damaged store is not opened")
  func damagedStore() throws {
    try TemporaryDirectory.with { directory throws in
      let path = try directory.write(
        String(repeating: "no database ", count: 100).utf8, to: "store.sqlite")
      #expect(throws: SQLError.self) { try VenueDatabase(at: .store(path)) }
    }
  }
}

private func artifact(
  _ map: MapElements, _ directory: TemporaryDirectory
) throws -> VenueArtifact {
  let path = directory.path("map-\(map.hashOfIDs).sqlite")
  try VenueArtifact.build(at: path, from: map)
  return try VenueArtifact(path: path)
}

extension MapElements {
  fileprivate var hashOfIDs: String { nodes.map { "\($0.id)" }.joined(separator: "-") }
}

func withStore(_ body: (VenueDatabase) throws -> Void) throws {
  try TemporaryDirectory.with { try body(VenueDatabase(at: .store($0.path("store.sqlite")))) }
}

func venue(_ id: VenueID, _ name: String, _ category: VenueCategory = .coffee) -> Venue {
  Venue(
    id: id, name: name, category: category, coordinate: Coordinate(latitude: 60, longitude: 25))
}

func change(_ venue: Venue) -> VenueChanged { VenueChanged(id: venue.id, venue: venue) }

/// Expects `work` to throw a `ServiceError` with this code.
func expect<Result>(
  _ expected: ErrorCode, at location: SourceLocation = #_sourceLocation, _ work: () throws -> Result
) {
  do {
    _ = try work()
    Issue.record("nothing was thrown, \(expected) expected", sourceLocation: location)
  } catch {
    #expect((error as? ServiceError)?.code == expected, sourceLocation: location)
  }
}
