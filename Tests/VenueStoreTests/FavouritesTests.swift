import Idempotency
import Messages
import SQL
import TestSupport
import Testing

@testable import VenueStore

@Suite(.bothBackends) struct FavouritesTests {
  @Test("favourites are listed per user, oldest first")
  func order() throws {
    try withVenues { store throws in
      let times = try ["c", "a", "b"].enumerated().map { number, id in
        try Favourites(store).add(add("ann", id), now: at(number)).addedAt
      }
      _ = try Favourites(store).add(add("bob", "a"), now: at(9))
      let list = try Favourites(store).list(of: "ann").favourites
      #expect(list.map(\.venue.id) == ["c", "a", "b"])
      #expect(list.map(\.addedAt) == times)
      #expect(try Favourites(store).list(of: "bob").favourites.map(\.venue.id) == ["a"])
      #expect(try Favourites(store).list(of: "eve").favourites.isEmpty)
    }
  }

  @Test("adding a favourite twice keeps the first")
  func addingTwice() throws {
    try withVenues { store throws in
      let first = try Favourites(store).add(add("ann", "a"), now: at(1))
      #expect(try Favourites(store).add(add("ann", "a"), now: at(2)) == first)
      #expect(try Favourites(store).list(of: "ann").favourites == [first])
    }
  }

  @Test("removing a favourite returns it")
  func removal() throws {
    try withVenues { store throws in
      let added = try Favourites(store).add(add("ann", "a"), now: at(1))
      #expect(try Favourites(store).remove(remove("ann", "a"), now: at(3)) == added)
      #expect(try Favourites(store).list(of: "ann").favourites.isEmpty)
      expect(.notFound) { try Favourites(store).remove(remove("ann", "a"), now: at(3)) }
    }
  }

  @Test("a favourite outlives its venue")
  func vanishedVenue() throws {
    try withVenues { store throws in
      let added = try Favourites(store).add(add("ann", "a"), now: at(1))
      _ = try store.venues.apply([VenueChanged(id: "a", venue: nil)])
      #expect(try store.venues.page(after: nil, limit: 9).venues.map(\.id) == ["b", "c"])
      let kept = try Favourites(store).list(of: "ann").favourites
      #expect(kept.map(\.venue.standing) == [.vanished])
      #expect(kept.map(\.addedAt) == [added.addedAt])
      _ = try store.venues.apply([change(venue("a", "Back, renamed"))])
      #expect(
        try Favourites(store).list(of: "ann").favourites.map(\.venue.name) == ["Back, renamed"])
    }
  }

  @Test("unknown venues and invalid users are refused")
  func invalidRequests() throws {
    try withVenues { store throws in
      expect(.notFound) { try Favourites(store).add(add("ann", "x"), now: at(1)) }
      let long = String(repeating: "u", count: VenueLimits.maximumUserBytes + 1)
      for user in ["", long, "a\u{0}b", "a\nb"] {
        expect(.invalidRequest) { try Favourites(store).add(add(user, "a"), now: at(1)) }
        expect(.invalidRequest) { try Favourites(store).remove(remove(user, "a"), now: at(3)) }
        expect(.invalidRequest) { try Favourites(store).list(of: user) }
      }
      _ = try Favourites(store).add(add("Ää' OR '1'='1", "a"), now: at(1))
      #expect(try Favourites(store).list(of: "ann").favourites.isEmpty)
    }
  }

  @Test("the favourites of a user are limited")
  func limit() throws {
    try withVenues { store throws in
      let numbers = """
        WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n
          WHERE i < \(VenueLimits.maximumFavourites - 1))
        """
      try store.database.transaction {
        try store.database.run(
          """
          INSERT INTO venue (id, name, category, latitude, longitude)
          \(numbers) SELECT 'v' || i, 'V', 'coffee', 60, 25 FROM n
          """)
        try store.database.run(
          """
          INSERT INTO favourite_mark (owner, venue_id, added_at_milliseconds, stamp_milliseconds,
            stamp_counter, device, change, accepted_at_milliseconds)
          \(numbers) SELECT 'ann', 'v' || i, 1, 1, 0, 'phone', i, 1 FROM n
          """)
      }
      expect(.conflict) { try Favourites(store).add(add("ann", "a"), now: at(1)) }
      _ = try Favourites(store).add(add("ann", "v5"), now: at(1))
      _ = try Favourites(store).add(add("bob", "a"), now: at(1))
    }
  }
}

@Suite(.bothBackends) struct IdempotencyTests {
  @Test("a repeated request gets the same reply, even after a restart")
  func repeatAfterReopening() throws {
    try TemporaryDirectory.with { directory throws in
      let path = directory.path("store.sqlite")
      let reply = try opening(path) { store throws in
        _ = try store.venues.apply([change(venue("a", "Café"))])
        return try addOnce(store, add("ann", "a"), key: "k1", at: 1)
      }
      try opening(path) { store throws in
        #expect(try addOnce(store, add("ann", "a"), key: "k1", at: 50) == reply)
        _ = try Favourites(store).remove(remove("ann", "a"), now: at(3))
        #expect(try addOnce(store, add("ann", "a"), key: "k1", at: 60) == reply)
        #expect(
          try Favourites(store).list(of: "ann").favourites.isEmpty, "the repeat changed nothing")
        #expect(try addOnce(store, add("ann", "a"), key: "k2", at: 70).addedAt == at(70))
      }
    }
  }

  @Test("a repeated removal gets the same reply")
  func repeatedRemoval() throws {
    try withVenues { store throws in
      _ = try Favourites(store).add(add("ann", "a"), now: at(1))
      func removeOnce() throws -> Favourite {
        let request = remove("ann", "a")
        return try store.once(request, key: "k", now: at(2)) {
          try Favourites(store).remove(request, now: at(2))
        }
      }
      #expect(try removeOnce() == removeOnce())
    }
  }

  @Test("a key of another request is a conflict")
  func keyOfAnotherRequest() throws {
    try withVenues { store throws in
      _ = try addOnce(store, add("ann", "a"), key: "k", at: 1)
      expect(.conflict) { try addOnce(store, add("ann", "b"), key: "k", at: 2) }
      expect(.conflict) { try addOnce(store, add("bob", "a"), key: "k", at: 2) }
      let request = remove("ann", "a")
      expect(.conflict) {
        try store.once(request, key: "k", now: at(2)) {
          try Favourites(store).remove(request, now: at(2))
        }
      }
      #expect(try Favourites(store).list(of: "ann").favourites.map(\.venue.id) == ["a"])
    }
  }

  @Test("a failed request is tried again under its key")
  func failure() throws {
    try withVenues { store throws in
      expect(.notFound) { try addOnce(store, add("ann", "new"), key: "k", at: 1) }
      _ = try store.venues.apply([change(venue("new", "New"))])
      #expect(try addOnce(store, add("ann", "new"), key: "k", at: 2).addedAt == at(2))
    }
  }

  @Test("a change and its reply are committed together")
  func atomicity() throws {
    try withVenues { store throws in
      try store.refuse(insertingInto: "kept_reply")
      #expect(throws: (any Error).self) { try addOnce(store, add("ann", "a"), key: "k", at: 1) }
      #expect(try Favourites(store).list(of: "ann").favourites.isEmpty)
    }
  }

  @Test(
    "a key that is empty or too long is refused",
    arguments: ["", String(repeating: "k", count: StoredReplies.maximumKeyBytes + 1)])
  func invalidKey(key: String) throws {
    try withVenues { store throws in
      expect(.invalidRequest) {
        try addOnce(store, add("ann", "a"), key: IdempotencyKey(key), at: 1)
      }
    }
  }

  @Test("without a key each request is a new one")
  func noKey() throws {
    try withVenues { store throws in
      _ = try addOnce(store, add("ann", "a"), key: nil, at: 1)
      _ = try Favourites(store).remove(remove("ann", "a"), now: at(3))
      #expect(try addOnce(store, add("ann", "a"), key: nil, at: 2).addedAt == at(2))
    }
  }

  @Test("only the newest replies are kept")
  func replyCount() throws {
    try TemporaryDirectory.with { directory throws in
      let store = try VenueDatabase(
        at: .store(directory.path("store.sqlite")), replies: StoredReplies(maximumCount: 3))
      _ = try store.venues.apply([change(venue("a", "Café"))])
      for number in 0..<5 {
        _ = try addOnce(
          store, add("u\(number)", "a"), key: IdempotencyKey("k\(number)"), at: number)
      }
      let kept = try store.database.query("SELECT key FROM kept_reply ORDER BY number") {
        $0.text(0)
      }
      #expect(kept == ["k2", "k3", "k4"])
    }
  }

  private func opening<Result>(
    _ path: String, _ body: (VenueDatabase) throws -> Result
  ) throws -> Result {
    try body(VenueDatabase(at: .store(path)))
  }

  private func addOnce(
    _ store: VenueDatabase, _ request: FavouriteAddRequest, key: IdempotencyKey?, at seconds: Int
  ) throws -> Favourite {
    try store.once(request, key: key, now: at(seconds)) {
      try Favourites(store).add(request, now: at(seconds))
    }
  }
}

private func add(_ user: String, _ venue: VenueID) -> FavouriteAddRequest {
  FavouriteAddRequest(user: user, venueID: venue)
}

private func remove(_ user: String, _ venue: VenueID) -> FavouriteRemoveRequest {
  FavouriteRemoveRequest(user: user, venueID: venue)
}
