import CommandLineKit
import Foundation
import Geography
import Idempotency
import Messages
import SQL
import Stores
import TestSupport
import Testing
import Time

@testable import VenueStore

/// Copies between a file and a server.
@Suite(.timeLimit(.minutes(10))) struct StoreCopyTests {
  @Test("a copy to a server and back is identical")
  func roundTrip() async throws {
    try await Self.withFilledStore { harness in
      try PostgreSQLServer.withDatabase { url in
        let first = try harness.store()
        let server = try VenueDatabase(at: .server(url: url))
        let back = try VenueDatabase(at: .file(path: harness.directory.path("back.sqlite")))
        let there = try VenueStoreCopy.run(from: first, to: server)
        let here = try VenueStoreCopy.run(from: server, to: back)
        #expect(there == here)
        #expect(!there.contains { $0.hasPrefix("0 ") }, "\(there)")
        let expected = try Self.contents(of: first)
        for store in [server, back] {
          #expect(try Self.contents(of: store) == expected)
          try Self.expectToGoOn(store, after: first)
        }
      }
    }
  }

  /// Numbers are never reused, cursors stay valid, and the stream has a new epoch.
  private static func expectToGoOn(_ store: VenueDatabase, after first: VenueDatabase) throws {
    let numbered = VenueStoreCopy.copy.tables.filter(\.isNumbered).map(\.name)
    for table in numbered {
      let last = try first.database.lastNumber(of: table)
      #expect(try store.database.lastNumber(of: table) == last, "\(table)")
    }
    let position = try store.changeLog.position()
    #expect(try position.epoch != first.changeLog.position().epoch)
    #expect(!position.epoch.isEmpty && position.sequence == 0)
    // The deal with the last number has been removed.
    let deal = try Deals(store).add(Self.deal("another"), now: now)
    #expect(deal.id == "3")
    let again = try store.once(Self.favourite, key: "k", now: now) { () throws -> Favourite in
      Issue.record("a repeated request was executed again")
      return try Favourites(store).add(Self.favourite, now: now)
    }
    #expect(again.venue.id == "campus/1")
    let cursor = try Favourites(store).merge(
      FavouriteMergeRequest(user: "ada", marks: [], cursor: Self.cursor(of: first)), now: now)
    #expect(cursor.restart == nil && cursor.marks.isEmpty)
    #expect(try FeedRegistry(store).list().feeds.map(\.feed.name) == ["campus"])
    #expect(try FeedRegistry(store).stored("campus").feed.headers == ["X-Key": "7f"])
  }

  @Test("a store that is not empty is refused as target")
  func targetNotEmpty() async throws {
    try await Self.withFilledStore { harness in
      let source = try harness.store()
      let user = "x"
      let fillings: [(VenueDatabase) throws -> Void] = [
        { _ = try $0.venues.apply([VenueChanged(id: "a", venue: venue("a", "A"))]) },
        {
          _ = try FeedRegistry($0).add(Feed(name: "b", format: .osm, location: "/b.pbf"), now: now)
        },
        { store in
          let request = FavouriteListRequest(user: user)
          try StoredReplies().keep("kept", for: request, key: "k", now: now, in: store.database)
        },
      ]
      for (number, fill) in fillings.enumerated() {
        let target = try VenueDatabase(at: .file(path: harness.directory.path("\(number).sqlite")))
        try fill(target)
        let before = try Self.contents(of: target)
        #expect(throws: ServiceError.self) { try VenueStoreCopy.run(from: source, to: target) }
        #expect(try Self.contents(of: target) == before)
      }
    }
  }

  @Test("a copy that fails half-way changes nothing")
  func failedCopy() async throws {
    try await Self.withFilledStore { harness in
      let target = try VenueDatabase(at: .file(path: harness.directory.path("target.sqlite")))
      try target.database.execute(
        """
        CREATE TRIGGER no_room BEFORE INSERT ON kept_reply
        BEGIN SELECT RAISE(FAIL, 'no room'); END
        """)
      #expect(throws: SQLError.self) { try VenueStoreCopy.run(from: harness.store(), to: target) }
      #expect(try target.database.first("SELECT count(*) FROM venue") { $0.int(0) } == 0)
      #expect(try target.changeLog.position().epoch == "")
      try target.database.execute("DROP TRIGGER no_room")
      _ = try VenueStoreCopy.run(from: harness.store(), to: target)
    }
  }

  /// Fails if a new table is missing in `VenueStoreCopy.copy.tables`.
  @Test("every table is copied except the stream")
  func allTables() throws {
    try TemporaryDirectory.with { directory in
      let store = try VenueDatabase(at: .file(path: directory.path("store.sqlite")))
      let others = try VenueStoreCopy.copy.tablesLeftOut(of: store.database)
      #expect(others == ["stream", "change"])
    }
  }

  @Test("the command copies files, and refuses what is not a store")
  func command() async throws {
    try await Self.withFilledStore { harness in
      let target = harness.directory.path("target.sqlite")
      try CopyVenues.run([harness.storePath, target])
      let copied = try VenueDatabase(at: .file(path: target))
      #expect(try copied.venues.count() == harness.store().venues.count())
      #expect(throws: ServiceError.self) { try CopyVenues.run([harness.storePath, target]) }
      let refusal = #expect(throws: UsageError.self) {
        try CopyVenues.run([harness.storePath, "postgresql://me:s3cret@127.0.0.1:1/venues"])
      }
      let message = refusal.map { "\($0)" } ?? ""
      #expect(message.contains("~/.pgpass") && !message.contains("s3cret"), "\(message)")
      let none = harness.directory.path("none.sqlite")
      #expect(throws: ServiceError.self) {
        try CopyVenues.run([none, harness.directory.path("x")])
      }
      #expect(!FileManager.default.fileExists(atPath: none))
      try harness.directory.write([], to: "empty.sqlite")
      #expect(throws: ServiceError.self) {
        try CopyVenues.run([harness.directory.path("empty.sqlite"), harness.directory.path("x")])
      }
    }
    #expect(StoreLocation(typed: "postgres://a/b") == .server(url: "postgres://a/b"))
    #expect(StoreLocation(typed: "a.sqlite") == .file(path: "a.sqlite"))
  }

  // MARK: A store with something in every table

  private static let favourite = FavouriteAddRequest(user: "ada", venueID: "campus/1")

  private static func deal(_ text: String) -> DealAddRequest {
    DealAddRequest(
      venueID: "campus/1", text: text, starts: now, ends: now.adding(seconds: 3_600))
  }

  private static func cursor(of store: VenueDatabase) throws -> Int64 {
    try Favourites(store).merge(FavouriteMergeRequest(user: "ada", marks: [], cursor: 0), now: now)
      .cursor
  }

  private static func contents(of store: VenueDatabase) throws -> [String: [[SQLValue]]] {
    try VenueStoreCopy.copy.contents(of: store.database)
  }

  private static func withFilledStore(_ body: (FeedHarness) async throws -> Void) async throws {
    try await FeedHarness.with { harness in
      let feed = Feed(
        name: "campus", format: .campus, location: harness.directory.path("campus.json"))
      // More than a page of rows.
      try harness.add("campus")
      var rows = CampusRow.many(0..<2_100)
      rows.append(
        CampusRow(
          id: 9_000, name: "Café “Ü”", meters: nil,
          extra: ["street": "1 A Street", "city": "B", "wifi": "yes"]))
      try await harness.sync("campus", rows)
      let store = try harness.store()
      let kept = Feed(
        name: feed.name, format: feed.format, location: "https://a.example",
        headers: ["X-Key": "7f"])
      try store.database.run(
        "UPDATE feed SET definition = ? WHERE name = 'campus'", try MessageCoder.encode(kept))
      let keys = try AddressQueue(store).next(after: "", limit: 1)
      try store.database.transaction {
        try AddressQueue(store).apply(keys.map { (addressKey: $0, location: nil) }) { _ in }
      }
      _ = try store.once(favourite, key: "k", now: now) {
        try Favourites(store).add(favourite, now: now)
      }
      _ = try cursor(of: store)
      _ = try Reviews(store).put(
        ReviewPutRequest(user: "ada", venueID: "campus/1", stars: 4, text: "good\nsoup"), now: now
      ) { _ in }
      _ = try Notes(store).put(
        NotePutRequest(user: "ada", venueID: "campus/1", text: "☕️"), now: now)
      _ = try Deals(store).add(deal("one"), now: now)
      _ = try Deals(store).remove(Deals(store).add(deal("two"), now: now).id)
      try await body(harness)
    }
  }
}
