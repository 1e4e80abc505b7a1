import Messages
import SQL
import TestSupport
import Testing

@testable import VenueStore

/// Rows in which a bit has flipped, so that they still read well.
@Suite(.bothBackends) struct DamagedRowTests {
  @Test("a review or a note with another word, number or owner is not shown; a new one replaces it")
  func texts() throws {
    let damages = [
      "UPDATE note SET text = 'quiet tablf'", "UPDATE note SET author = 'ann', venue_id = 'b'",
      "UPDATE review SET text = 'Finf'", "UPDATE review SET text = NULL",
      "UPDATE review SET stars = 5", "UPDATE review SET changed_at_milliseconds = 1",
    ]
    for damage in damages {
      try withVenues { store throws in
        let reviews = ReviewListRequest(venueID: "a")
        let notes = NoteListRequest(user: "ann")
        // A server's store is the same each time.
        for table in ["note", "review"] { try store.database.run("DELETE FROM \(table)") }
        try review(store, 4, "Fine", at: 1)
        let note = NotePutRequest(user: "ann", venueID: "a", text: "quiet table")
        _ = try Notes(store).put(note, now: at(1))
        #expect(try Reviews(store).list(reviews).reviews.count == 1)
        try store.database.transaction { try store.database.run(damage) }
        let isNote = damage.contains("note")
        let error = #expect(throws: ServiceError.self) {
          if isNote {
            _ = try Notes(store).list(notes)
          } else {
            _ = try Reviews(store).list(reviews)
          }
        }
        #expect(error?.code == .internal, "\(damage)")
        if isNote {
          #expect(try Reviews(store).list(reviews).reviews.count == 1)
        } else {
          try review(store, 3, "Fine again", at: 2)
          #expect(try Reviews(store).list(reviews).reviews.map(\.stars) == [3])
          #expect(try Notes(store).list(notes).notes.map(\.text) == ["quiet table"])
        }
      }
    }
  }

  @Test("a damaged review counts in no rating once it is replaced or erased, and nowhere is served")
  func ratings() throws {
    for isErased in [false, true] {
      try withVenues { store throws in
        try store.database.run("DELETE FROM review")
        try store.database.run("UPDATE venue SET review_count = 0, review_stars = 0")
        func stars() throws -> [Int] {
          try store.database.query("SELECT * FROM venue WHERE id = 'a'") {
            [$0.int("review_count"), $0.int("review_stars")]
          }.flatMap(\.self)
        }
        try review(store, 2, "Fine", at: 1)
        let bobs = ReviewPutRequest(user: "bob", venueID: "a", stars: 5)
        _ = try Reviews(store).put(bobs, now: at(1)) { _ in }
        #expect(try stars() == [2, 7])
        try store.database.run("UPDATE review SET stars = 3 WHERE author = 'ann'")
        #expect(throws: ServiceError.self) {
          try VenueRemarks(VenueRemarksRequest(id: "a", user: "ann", limit: 1), in: store)
        }
        if isErased {
          #expect(try Reviews(store).erase(of: "ann") { _ in } == 1)
          #expect(try stars() == [1, 5])
        } else {
          // What the damaged row says, too, is written again.
          try review(store, 3, "Fine", at: 2)
          #expect(try stars() == [2, 8])
          #expect(try Reviews(store).list(ReviewListRequest(venueID: "a")).reviews.count == 2)
        }
      }
    }
  }

  private func review(
    _ store: VenueDatabase, _ stars: Int, _ text: String, at seconds: Int
  ) throws {
    let request = ReviewPutRequest(user: "ann", venueID: "a", stars: stars, text: text)
    _ = try Reviews(store).put(request, now: at(seconds)) { _ in }
  }

  @Test("a deal with another text, venue or time is not listed but named, and can be removed")
  func deals() throws {
    let damages = [
      "text = 'Cakf'", "venue_id = 'b'", "starts_milliseconds = 1", "starts_offset_seconds = 60",
      "ends_milliseconds = ends_milliseconds + 1", "ends_offset_seconds = 60",
    ]
    for damage in damages {
      try withVenues { store throws in
        try store.database.run("DELETE FROM deal")
        let deals = try (0..<3).map { _ in
          try Deals(store).add(
            DealAddRequest(venueID: "a", text: "Cake", starts: at(0), ends: at(9)), now: at(0))
        }
        try store.database.run(
          "UPDATE deal SET \(damage) WHERE number = ?", Int64(deals[1].id.rawValue))
        let all = try Deals(store).list(DealListRequest(), now: at(1))
        #expect(all.deals == [deals[0], deals[2]] && all.damaged == [deals[1].id], "\(damage)")
        let page = try Deals(store).list(DealListRequest(after: deals[0].id, limit: 1), now: at(1))
        #expect(page.deals == [] && page.next == deals[1].id)
        #expect(try Deals(store).remove(deals[1].id).id == deals[1].id)
        #expect(try Deals(store).list(DealListRequest(), now: at(1)).damaged == nil)
      }
    }
  }

  @Test("a damaged note is replaced by the next one")
  func replaced() throws {
    try withVenues { store throws in
      let note = NotePutRequest(user: "ann", venueID: "a", text: "quiet table")
      _ = try Notes(store).put(note, now: at(1))
      try store.database.transaction {
        try store.database.run("UPDATE note SET text = 'quiet tablf'")
      }
      _ = try Notes(store).put(note, now: at(2))
      #expect(try Notes(store).list(NoteListRequest(user: "ann")).notes.map(\.text) == [note.text])
    }
  }
}
