import CommandLineKit
import Foundation
import Geography
import MessageBus
import Messages
import OpenStreetMap
import SQL
import Stores
import TestSupport
import Testing

@testable import VenueStore

@Suite(.bothBackends, .timeLimit(.minutes(10))) struct FeedSyncTests {
  @Test("a venue keeps its identifier while it is added, changed, removed and restored")
  func lifecycle() async throws {
    try await FeedHarness.with { harness in
      try harness.add("campus")
      let rows = CampusRow.many(1..<4)
      var report = try await harness.sync("campus", rows)
      #expect(report.counts == "3 rows, 3 new, 0 changed, 0 gone")
      #expect(try harness.store().venues.venue("campus/2").name == "Place 2")

      report = try await harness.sync("campus", document: "[\(rows[0].json),\(rows[1].json)]")
      #expect(report.counts == "2 rows, 0 new, 0 changed, 1 gone")
      #expect(try harness.store().venues.venue("campus/3").standing == .vanished)

      var renamed = rows
      renamed[1].name = "Renamed"
      report = try await harness.sync("campus", renamed)
      #expect(report.counts == "3 rows, 0 new, 2 changed, 0 gone")
      #expect(try harness.names() == ["Place 1", "Place 3", "Renamed"])
      #expect(try harness.store().venues.venue("campus/3").standing == nil)
    }
  }

  @Test("an unchanged file is not read again")
  func unchangedFile() async throws {
    try await FeedHarness.with { harness in
      try harness.add("campus")
      try await harness.sync("campus", CampusRow.many(1..<3))
      func change(_ time: Date) throws {
        try FileManager.default.setAttributes(
          [.modificationDate: time], ofItemAtPath: harness.directory.path("campus.json"))
      }
      try change(Date(timeIntervalSinceNow: 1_000))
      for _ in 0..<2 {
        #expect(
          try await harness.sync("campus").outcome == .synced,
          "its last change is too recent to be sure")
      }
      try change(Date(timeIntervalSinceNow: -100))
      #expect(try await harness.sync("campus").outcome == .synced)
      let report = try await harness.sync("campus")
      #expect(report.outcome == .unchanged)
      #expect(report.rows == 2)
      #expect(try harness.names().count == 2)
    }
  }

  @Test("a favourite outlives its venue")
  func favourites() async throws {
    try await FeedHarness.with { harness in
      try harness.add("campus")
      try await harness.sync("campus", CampusRow.many(1..<3))
      _ = try Favourites(harness.store()).add(
        FavouriteAddRequest(user: "ann", venueID: "campus/1"), now: now)
      try await harness.sync("campus", document: "[\(CampusRow.many(2..<3)[0].json)]")
      let kept = try Favourites(harness.store()).list(of: "ann").favourites
      #expect(kept.map(\.venue.standing) == [.vanished])
      try await harness.sync("campus", CampusRow.many(1..<3))
      #expect(
        try Favourites(harness.store()).list(of: "ann").favourites.map(\.venue.standing) == [nil])
    }
  }

  @Test("invalid rows are counted, and their previous data is kept")
  func invalidRows() async throws {
    try await FeedHarness.with { harness in
      try harness.add("campus")
      try await harness.sync("campus", CampusRow.many(1..<5))
      let report = try await harness.sync(
        "campus",
        document: """
          [\(CampusRow(id: 1, name: "Changed").json), {"id": 2, "lat": "x", "lon": 1, "name": "A"},
           {"id": 1, "name": "Twice"}, {"name": "Nobody"}, "text",
           {"id": 3, "name": ""}, {"id": 5, "name": ""}]
          """)
      #expect(report.outcome == .synced)
      #expect(report.duplicates == 1)
      #expect(report.removed == 1)
      #expect(
        report.invalid.map { "\($0.count) \($0.reason): \($0.examples)" } == [
          #"2 row without a name: ["3", "5"]"#, #"1 row that is not an object: ["row 5"]"#,
          #"1 row with a coordinate that is not a number: ["2"]"#,
          #"1 row without an identifier: ["row 4"]"#,
        ])
      #expect(try harness.names() == ["Changed", "Place 2", "Place 3"])
    }
  }

  @Test("an implausible document changes nothing")
  func implausibleDocument() async throws {
    try await FeedHarness.with { harness in
      try harness.add("campus")
      try await harness.sync("campus", CampusRow.many(0..<100))
      let asOf = try FeedRegistry(harness.store()).list().feeds[0].asOf
      let half = CampusRow.many(0..<49)
      let invalidRows = (0..<100).map { #"{"id": \#($0), "name": ""}"# }.joined(separator: ",")
      let documents = [
        "[\(half.map(\.json).joined(separator: ","))]", "[\(invalidRows)]", "[]", "", "<html>Sorry",
        "[\(half.map(\.json).joined(separator: ","))", #"{"error":"try later"}"#,
      ]
      for text in documents {
        let report = try await harness.sync("campus", document: text)
        #expect(report.outcome == .failed, "\(text.prefix(40))")
        #expect(report.failure != nil)
        #expect(try harness.store().venues.count() == 100)
        let status = try FeedRegistry(harness.store()).list().feeds[0]
        #expect(status.asOf == asOf)
        #expect(status.lastSync == report)
      }
      let report = try await harness.sync("campus", half, acceptsFewer: true)
      #expect(report.removed == 51)
      #expect(try harness.store().venues.count() == 49)
    }
  }

  @Test("planned and closed venues are stored, but not listed")
  func plannedAndClosed() async throws {
    try await FeedHarness.with { harness in
      try harness.add("breweries", .openBreweryDB)
      let text = """
        id,name,brewery_type,longitude,latitude
        a,Open,micro,25,60
        b,Soon,planning,25.1,60
        c,Was,closed,25.2,60

        """
      var events = harness.bus.publisher.position(of: VenueChanged.self).sequence
      let report = try await harness.sync("breweries", document: text)
      #expect(report.notOffered == 2)
      #expect(try harness.names() == ["Open"])
      #expect(try harness.store().venues.venue("breweries/b").standing == .planning)
      #expect(try harness.store().venues.venue("breweries/c").standing == .closed)
      #expect(harness.bus.publisher.position(of: VenueChanged.self).sequence == events + 1)
      events += 1

      try await harness.sync(
        "breweries",
        document: text.replacing("planning", with: "micro").replacing(
          "Open,micro", with: "Open,closed"))
      #expect(try harness.names() == ["Soon"])
      #expect(harness.bus.publisher.position(of: VenueChanged.self).sequence == events + 2)
    }
  }

  @Test("removing a feed removes its data from venues")
  func removal() async throws {
    try await FeedHarness.with { harness in
      try harness.load(cafes(1))
      try harness.add("campus")
      var known = CampusRow(id: 1, name: "Café 1", meters: nil, extra: ["phone": "+1"])
      known.extra["lat"] = "60"
      known.extra["lon"] = "25.001"
      try await harness.sync("campus", [known, CampusRow(id: 2, name: "Other", meters: 5_000)])
      #expect(try harness.store().venues.venue("osm/node/1").phone == "+1")
      let store = try harness.store()
      let feed = try VenueStream(publisher: harness.bus.publisher).change(in: store) { publish in
        try FeedRegistry(store).remove("campus", publish)
      }
      #expect(feed.name == "campus")
      #expect(try store.venues.venue("osm/node/1").phone == nil)
      #expect(try store.venues.venue("campus/2").standing == .vanished)
      #expect(try FeedRegistry(store).list().feeds.isEmpty)
      expect(.notFound) { try FeedRegistry(store).remove("campus") { _ in } }
    }
  }

  @Test("a machine on which the removal of rows takes long removes fewer of them at a time")
  func removedRows() {
    let limits = FeedLimits()
    #expect(limits.removedRows(after: nil, in: .zero) == 100)
    #expect(limits.removedRows(after: 100, in: .milliseconds(200)) == 25)
    #expect(limits.removedRows(after: 100, in: .milliseconds(50)) == 100)
    #expect(limits.removedRows(after: 100, in: .milliseconds(40)) == 125)
    #expect(limits.removedRows(after: 100, in: .zero) == 200)
    #expect(limits.removedRows(after: 900, in: .milliseconds(1)) == 1_000)
    #expect(limits.removedRows(after: 2, in: .seconds(5)) == 1)
  }

  @Test("a feed is removed some rows at a time, and what was begun is completed")
  func removalInParts() async throws {
    var limits = FeedLimits.patient
    limits.removedRowsPerTransaction = 10
    // However slow the machine is.
    limits.removalTime = .seconds(600)
    try await FeedHarness.with(limits: limits) { harness in
      try harness.add("campus")
      let rows = CampusRow.many(0..<35)
      try await harness.sync("campus", rows)
      let store = try harness.store()
      let stream = VenueStream(publisher: harness.bus.publisher)
      func removePart() throws -> Bool {
        try stream.change(in: store) {
          try FeedRegistry(store).removeRows(of: "campus", atMost: 10, $0)
        }
      }
      var left: [Int] = []
      for _ in 0..<2 {
        #expect(try removePart())
        left.append(try harness.names().count)
      }
      #expect(left == [25, 15])
      // Somebody stopped here: the feed is there, and its next sync has all of it.
      #expect(try await harness.sync("campus", rows).rows == 35)
      #expect(try harness.names().count == 35)
      #expect(try removePart())

      let request = FeedRemoveRequest(name: "campus")
      // Each commit of a file counts.
      func commits() throws -> Int? {
        guard case .file = StoreLocation.store(harness.storePath) else { return nil }
        return try store.database.first("PRAGMA application_id") { $0.int("application_id") }
      }
      let before = try commits()
      let feed = try await harness.scheduler.remove(request, key: "once")
      // Two full parts, the rest, and the feed itself: readers and writers come between them.
      if let before, let after = try commits() { #expect(after - before == 4) }
      #expect(try harness.names().isEmpty)
      #expect(try FeedRegistry(store).list().feeds.isEmpty)
      #expect(try await harness.scheduler.remove(request, key: "once") == feed)
      await #expect(throws: ServiceError.self) {
        try await harness.scheduler.remove(request, key: "twice")
      }
    }
  }

  @Test("feeds have unique names and are validated")
  func validation() async throws {
    try await FeedHarness.with { harness in
      try harness.add("campus")
      try harness.add("campus")
      let store = try harness.store()
      #expect(try FeedRegistry(store).list().feeds.count == 1)
      let refused: [(Feed, ErrorCode)] = [
        (Feed(name: "campus", format: .osm, location: "/x"), .conflict),
        (Feed(name: "Campus", format: .osm, location: "/x"), .invalidRequest),
        (Feed(name: "map", format: .osm, location: "/x"), .invalidRequest),
        (Feed(name: "", format: .osm, location: "/x"), .invalidRequest),
        (Feed(name: "a/b", format: .osm, location: "/x"), .invalidRequest),
        (Feed(name: "a", format: .osm, location: "x.pbf"), .invalidRequest),
        (Feed(name: "a", format: .osm, location: "ftp://a.example/x"), .invalidRequest),
        (Feed(name: "a", format: .osm, location: "/x", everySeconds: 1), .invalidRequest),
        (
          Feed(name: "a", format: .osm, location: "/x", mapping: FeedMapping(rows: "a")),
          .invalidRequest
        ),
        (
          Feed(
            name: "a", format: .campus, location: "/x",
            mapping: FeedMapping(fields: ["colour": "c"])), .invalidRequest
        ),
      ]
      for (feed, code) in refused { expect(code) { try FeedRegistry(store).add(feed, now: now) } }
      await #expect(throws: ServiceError.self) { try await harness.sync("nobody") }
    }
  }

  @Test("a sync that fails half-way changes nothing")
  func failedCommit() async throws {
    try await FeedHarness.with { harness in
      try harness.add("campus")
      try await harness.sync("campus", CampusRow.many(0..<30))
      // As if the disk were full half-way.
      try harness.store().refuse(insertingInto: "venue", when: "new.id = 'campus/45'")
      let before = harness.bus.publisher.position(of: VenueChanged.self)
      let report = try await harness.sync("campus", CampusRow.many(10..<50))
      #expect(report.outcome == .failed)
      #expect(try harness.store().venues.count() == 30)
      #expect(try FeedRegistry(harness.store()).list().feeds[0].rows == 30)
      #expect(harness.bus.publisher.position(of: VenueChanged.self) == before)
      try harness.store().acceptAgain(insertingInto: "venue")
      #expect(try await harness.sync("campus").new == 20)
    }
  }

  @Test(
    "after any syncs the store holds the last good documents",
    arguments: [1, 2, 3, 4, 5] as [UInt64])
  func convergence(seed: UInt64) async throws {
    try await FeedHarness.with { harness in
      var random = SeededGenerator(seed: seed)
      var expectedNames: [FeedName: [Int: String]] = [:]
      for name in ["one", "two"] as [FeedName] { try harness.add(name) }
      for round in 0..<12 {
        let name: FeedName = Bool.random(using: &random) ? "one" : "two"
        let side = name == "one" ? 0.0 : 500_000
        let rows = (0..<19).filter { _ in Bool.random(using: &random) }.map { id in
          let edition = Int.random(in: 0..<3, using: &random)
          return CampusRow(
            id: id, name: "\(name) \(id) \(edition)", meters: side + Double(id) * 1_000)
        }
        let report = try await harness.sync(name, rows)
        if rows.isEmpty {
          #expect(report.outcome == .failed)
        } else {
          expectedNames[name] = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.name) })
        }
        let expected = expectedNames.values.flatMap(\.values).sorted()
        #expect(try harness.names() == expected, "seed \(seed), round \(round)")
      }
    }
  }
}

extension SyncReport {
  fileprivate var counts: String { "\(rows) rows, \(new) new, \(changed) changed, \(removed) gone" }
}
