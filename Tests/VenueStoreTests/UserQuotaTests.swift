import Messages
import SQL
import TestSupport
import Testing

@testable import VenueStore

/// What a user may keep: notes, reviews and favourites.
@Suite(.bothBackends) struct UserQuotaTests {
  private static let guest = Caller.guestPrefix + String(repeating: "0", count: Caller.guestDigits)

  /// Gives a user all but one of what it may have.
  private func fill(_ store: VenueDatabase, _ user: String, count: Int) throws {
    let numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
    try store.database.transaction {
      for insert in [
        """
        INSERT INTO note (author, venue_id, text, changed_at_milliseconds, digest)
        \(numbers) SELECT '\(user)', 'v' || i, 'Fine', 1, '' FROM n
        """,
        """
        INSERT INTO review (author, venue_id, stars, written_at_milliseconds,
          changed_at_milliseconds, digest)
        \(numbers) SELECT '\(user)', 'v' || i, 3, 1, 1, '' FROM n
        """,
        """
        INSERT INTO favourite_mark (owner, venue_id, added_at_milliseconds, stamp_milliseconds,
          stamp_counter, device, change, accepted_at_milliseconds)
        \(numbers) SELECT '\(user)', 'v' || i, 1, 1, 0, '\(user)', i, 1 FROM n
        """,
      ] { try store.database.run(insert, count - 1) }
    }
  }

  @Test("a user who has all that is allowed gets no more; a guest has a fiftieth, others theirs")
  func full() throws {
    try withVenues { store throws in
      try store.database.transaction {
        try store.database.run(
          """
          INSERT INTO venue (id, name, category, latitude, longitude)
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
          SELECT 'v' || i, 'V', 'coffee', 60, 25 FROM n
          """)
      }
      func note(_ user: String, _ venue: VenueID, _ text: String = "Fine") throws {
        let request = NotePutRequest(user: user, venueID: venue, text: text)
        _ = try Notes(store).put(request, now: at(1))
      }
      func review(_ user: String, _ venue: VenueID, _ stars: Int = 3) throws {
        let request = ReviewPutRequest(user: user, venueID: venue, stars: stars, text: nil)
        _ = try Reviews(store).put(request, now: at(1)) { _ in }
      }
      func mark(_ user: String, _ venue: VenueID) throws {
        _ = try Favourites(store).add(
          FavouriteAddRequest(user: user, venueID: venue), now: at(1))
      }
      for (user, most) in [("ann", 10_000), (Self.guest, 200)] {
        try fill(store, user, count: most)
        try note(user, "a")
        try review(user, "a")
        try mark(user, "a")
        expect(.conflict) { try note(user, "b") }
        expect(.conflict) { try review(user, "b") }
        expect(.conflict) { try mark(user, "b") }
        try note(user, "a", "Better")
        try review(user, "a", 4)
        try mark(user, "a")
        try note("bob", "b")
        try review("bob", "b")
        try mark("bob", "b")
      }
    }
  }

  @Test("a user near a quota is listed with what is there, and no longer once there is room")
  func listed() throws {
    try withVenues { store in
      try store.database.run(
        """
        INSERT INTO venue (id, name, category, latitude, longitude)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
        SELECT 'v' || i, 'V', 'coffee', 60, 25 FROM n
        """)
      func listed() throws -> [String] {
        try store.nearQuotas().map { "\($0.user.prefix(5)) \($0.kind) \($0.count)/\($0.quota)" }
      }
      try fill(store, "ann", count: 8_001)
      try fill(store, "bob", count: 8_000)
      try fill(store, Self.guest, count: 191)
      let kinds = ["favourites", "notes", "reviews"]
      let guests = kinds.map { "guest \($0) 190/200" }
      #expect(try listed() == guests + kinds.map { "ann \($0) 8000/10000" })

      _ = try Favourites(store).remove(.init(user: "ann", venueID: "v1"), now: at(2))
      try store.database.run("DELETE FROM note WHERE author = 'ann' AND venue_id = 'v1'")
      _ = try Favourites(store).add(.init(user: "bob", venueID: "v8000"), now: at(2))
      #expect(
        try listed() == guests + ["ann reviews 8000/10000", "bob favourites 8000/10000"])
    }
  }
}
