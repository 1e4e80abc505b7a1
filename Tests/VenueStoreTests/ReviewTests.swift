import CommandLineKit
import Messages
import SQL
import TestSupport
import Testing
import Time

@testable import VenueStore

@Suite(.bothBackends) struct ReviewTests {
  @Test("a user has one review of a venue, and a new one replaces it")
  func oneReviewPerUserAndVenue() throws {
    try withVenues { store throws in
      let first = try put(store, "ann", "a", 4, "Fine", at: 1)
      #expect(first.writtenAt == at(1) && first.changedAt == at(1))
      let second = try put(store, "ann", "a", 2, nil, at: 5)
      #expect(second.stars == 2 && second.text == nil)
      #expect(second.writtenAt == at(1) && second.changedAt == at(5))
      _ = try put(store, "bob", "a", 5, nil, at: 6)
      _ = try put(store, "ann", "b", 5, nil, at: 7)
      let list = try Reviews(store).list(ReviewListRequest(venueID: "a")).reviews
      #expect(list.map(\.user) == ["bob", "ann"])
      #expect(list.map(\.stars) == [5, 2])
      let own = try Reviews(store).list(ReviewListRequest(user: "ann")).reviews
      #expect(own.map(\.venueID) == ["b", "a"])
      let both = try Reviews(store).list(ReviewListRequest(venueID: "a", user: "ann")).reviews
      #expect(both == [second])
    }
  }

  @Test("a changed review is listed first")
  func changedReviewIsNewest() throws {
    try withVenues { store throws in
      for (number, user) in ["u1", "u2", "u3"].enumerated() {
        _ = try put(store, user, "a", 3, nil, at: number)
      }
      _ = try put(store, "u1", "a", 4, nil, at: 9)
      let list = try Reviews(store).list(ReviewListRequest(venueID: "a")).reviews
      #expect(list.map(\.user) == ["u1", "u3", "u2"])
    }
  }

  @Test("pages hold each review once", arguments: [1, 2, 3, 7, 20]) func pagesOfReviews(limit: Int)
    throws
  {
    try withVenues { store throws in
      for number in 0..<7 { _ = try put(store, "u\(number)", "a", 3, nil, at: number) }
      var users: [String] = []
      var before: Int64?
      repeat {
        let page = try Reviews(store).list(
          ReviewListRequest(venueID: "a", before: before, limit: limit))
        #expect(page.reviews.count <= limit)
        users += page.reviews.map(\.user)
        before = page.next
      } while before != nil
      #expect(users == (0..<7).reversed().map { "u\($0)" })
    }
  }

  /// The rating is stored as sums: after any changes they must equal those of the reviews.
  @Test("the rating is that of the current reviews", arguments: 0..<5 as Range<UInt64>) func rating(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    try withVenues { store throws in
      var starsByUser: [String: Int] = [:]
      var publications = 0
      for step in 0..<60 {
        let user = "u\(Int.random(in: 0..<6, using: &random))"
        let before = try store.venues.venue("a").rating
        var isPublished = false
        if let stars = starsByUser[user], Bool.random(using: &random) {
          let removed = try Reviews(store).remove(
            ReviewRemoveRequest(user: user, venueID: "a")
          ) { _ in isPublished = true }
          #expect(removed.stars == stars)
          starsByUser[user] = nil
        } else {
          let stars = Int.random(in: 1...5, using: &random)
          _ = try Reviews(store).put(
            ReviewPutRequest(user: user, venueID: "a", stars: stars), now: at(step)
          ) { _ in isPublished = true }
          starsByUser[user] = stars
        }
        let after = try store.venues.venue("a").rating
        let expected = VenueRating(count: starsByUser.count, stars: starsByUser.values.reduce(0, +))
        #expect(after == expected, "seed \(seed), step \(step)")
        if before != after { #expect(isPublished, "seed \(seed), step \(step)") }
        publications += isPublished ? 1 : 0
      }
      #expect(publications > 20)
      #expect(try store.venues.venue("b").rating == nil)
    }
  }

  @Test("a review with unchanged stars publishes nothing")
  func unchangedReview() throws {
    try withVenues { store throws in
      let first = try put(store, "ann", "a", 4, "Fine", at: 1)
      let request = ReviewPutRequest(user: "ann", venueID: "a", stars: 4, text: "  Fine \n")
      let again = try Reviews(store).put(request, now: at(2)) { _ in Issue.record("published") }
      #expect(again == first)
      let edited = ReviewPutRequest(user: "ann", venueID: "a", stars: 4, text: "Very fine")
      let text = try Reviews(store).put(edited, now: at(3)) { _ in Issue.record("published") }
      #expect(text.text == "Very fine")
    }
  }

  @Test("reviews and notes stay with a vanished venue")
  func vanishedVenue() throws {
    try withVenues { store throws in
      let review = try put(store, "ann", "a", 4, "Fine", at: 1)
      let note = try Notes(store).put(
        NotePutRequest(user: "ann", venueID: "a", text: "Mine"), now: at(2))
      _ = try store.venues.apply([VenueChanged(id: "a", venue: nil)])
      #expect(try Reviews(store).list(ReviewListRequest(venueID: "a")).reviews == [review])
      #expect(try Notes(store).list(NoteListRequest(user: "ann")).notes == [note])
      #expect(try store.venues.venue("a").rating?.count == 1)
      let late = ReviewPutRequest(user: "bob", venueID: "a", stars: 1)
      _ = try Reviews(store).put(late, now: at(3)) { _ in
        Issue.record("a vanished venue is published")
      }
      _ = try store.venues.apply([change(venue("a", "Back"))])
      #expect(try store.venues.venue("a").rating == VenueRating(count: 2, stars: 5))
      let names = try Reviews(store).list(ReviewListRequest(venueID: "a")).reviews.map(\.venueName)
      #expect(names == ["Back", "Back"])
    }
  }

  @Test("reviews, notes and deals have the names of their venue by language, as it has them now")
  func names() throws {
    try withVenues { store throws in
      let named = { (names: [String: String]) in
        var venue = venue("a", "Кафе")
        venue.facts.names = NamesByLanguage(names)
        _ = try store.venues.apply([change(venue)])
      }
      try named(["en": "Old"])
      let review = try put(store, "ann", "a", 4, "Fine", at: 1)
      let note = try Notes(store).put(
        NotePutRequest(user: "ann", venueID: "a", text: "Mine"), now: at(2))
      let deal = try Deals(store).add(
        DealAddRequest(venueID: "a", text: "Cake", starts: at(0), ends: at(900)), now: at(2))
      let old = NamesByLanguage(["en": "Old"])
      #expect([review.venueNames, note.venueNames, deal.venueNames] == [old, old, old])
      try named(["en": "New"])
      let new = NamesByLanguage(["en": "New"])
      let deals = try Deals(store).list(DealListRequest(), now: at(3)).deals
      #expect(deals.map(\.venueNames) == [new])
      #expect(try Notes(store).note(of: "ann", "a")?.venueNames == new)
      #expect(try Reviews(store).review(of: "ann", "a")?.venueNames == new)
      _ = try store.venues.apply([change(venue("a", "Кафе"))])
      #expect(try Reviews(store).review(of: "ann", "a")?.venueNames == nil)
    }
  }

  @Test(
    "invalid users, stars and texts are refused",
    arguments: [
      ("", "a", 3, nil), ("a\u{0}b", "a", 3, nil), ("ann", "a", 0, nil), ("ann", "a", 6, nil),
      ("ann", "a", -1, nil), ("ann", "a", 3, " \n "), ("ann", "a", 3, "bell\u{7}"),
      ("ann", "a", 3, "tab\t"), ("ann", "a", 3, "turned\u{202E}"),
    ] as [(String, String, Int, String?)])
  func invalidReviews(_ user: String, _ id: String, _ stars: Int, _ text: String?) throws {
    try withVenues { store throws in
      expect(.invalidRequest) {
        try put(store, user, VenueID(rawValue: id), stars, text, at: 1)
      }
      #expect(try store.venues.venue("a").rating == nil)
    }
  }

  @Test("errors name what is wrong")
  func errorMessages() throws {
    try withVenues { store throws in
      let long = String(repeating: "ä", count: VenueLimits.maximumReviewBytes / 2 + 1)
      for (text, message) in [
        ("x\u{7}", "The review has a control character, U+0007, in place 2."),
        (long, "The review is 4002 bytes long; it must be 0 to 4000 bytes."),
      ] {
        do {
          _ = try put(store, "ann", "a", 3, text, at: 1)
          Issue.record("accepted")
        } catch let error as ServiceError {
          #expect(error.message == message)
        }
      }
      expect(.notFound) { try put(store, "ann", "x", 3, nil, at: 1) }
      expect(.notFound) {
        try Reviews(store).remove(ReviewRemoveRequest(user: "ann", venueID: "a")) { _ in }
      }
      expect(.notFound) { try Reviews(store).list(ReviewListRequest(venueID: "x")) }
      expect(.invalidRequest) { try Reviews(store).list(ReviewListRequest()) }
      for limit in [0, -1, VenueLimits.maximumPage + 1] {
        expect(.invalidRequest) {
          try Reviews(store).list(ReviewListRequest(venueID: "a", limit: limit))
        }
      }
    }
  }

  private func put(
    _ store: VenueDatabase, _ user: String, _ id: VenueID, _ stars: Int, _ text: String?,
    at seconds: Int
  ) throws -> Review {
    let request = ReviewPutRequest(user: user, venueID: id, stars: stars, text: text)
    return try Reviews(store).put(request, now: at(seconds)) { _ in }
  }
}

@Suite(.bothBackends) struct NoteTests {
  @Test("each user has notes of their own")
  func notesOfUsers() throws {
    try withVenues { store throws in
      let first = try put(store, "ann", "a", " One\nTwo\n", at: 1)
      #expect(first.text == "One\nTwo")
      _ = try put(store, "bob", "a", "Other", at: 2)
      _ = try put(store, "ann", "b", "Newer", at: 3)
      let changed = try put(store, "ann", "a", "Changed", at: 4)
      let notes = try Notes(store).list(NoteListRequest(user: "ann")).notes
      #expect(notes.map(\.text) == ["Changed", "Newer"])
      let page = try Notes(store).list(NoteListRequest(user: "ann", limit: 1))
      #expect(page.notes == [changed])
      let rest = try Notes(store).list(NoteListRequest(user: "ann", before: page.next, limit: 1))
      #expect(rest.notes.map(\.text) == ["Newer"] && rest.next == nil)
      let removed = try Notes(store).remove(NoteRemoveRequest(user: "ann", venueID: "a"))
      #expect(removed == changed)
      expect(.notFound) { try Notes(store).remove(NoteRemoveRequest(user: "ann", venueID: "a")) }
      #expect(try Notes(store).list(NoteListRequest(user: "bob")).notes.map(\.text) == ["Other"])
    }
  }

  @Test(
    "invalid notes and unknown venues are refused",
    arguments: ["", " ", "\u{0}", String(repeating: "x", count: 4_001)])
  func invalidNotes(text: String) throws {
    try withVenues { store throws in
      expect(.invalidRequest) { try put(store, "ann", "a", text, at: 1) }
      expect(.notFound) { try put(store, "ann", "x", "fine", at: 1) }
    }
  }

  @Test("remarks hold the newest reviews and the contributions of one user")
  func remarks() throws {
    try withVenues { store throws in
      let note = try put(store, "ann", "a", "Mine", at: 1)
      let favourite = try Favourites(store).add(
        FavouriteAddRequest(user: "ann", venueID: "a"), now: at(2))
      let reviews = try ["ann", "bob", "cy", "di"].enumerated().map { number, user in
        try Reviews(store).put(
          ReviewPutRequest(user: user, venueID: "a", stars: 3), now: at(number)
        ) { _ in }
      }
      let remarks = try VenueRemarks(VenueRemarksRequest(id: "a", user: "ann"), in: store)
      #expect(remarks.newest == [reviews[3], reviews[2], reviews[1]])
      #expect(remarks.review == reviews[0] && remarks.note == note)
      #expect(remarks.favouriteSince == favourite.addedAt)
      let other = try VenueRemarks(VenueRemarksRequest(id: "a", user: "eve", limit: 1), in: store)
      #expect(other == VenueRemarks(newest: [reviews[3]]))
      #expect(try VenueRemarks(VenueRemarksRequest(id: "b"), in: store) == VenueRemarks(newest: []))
      expect(.notFound) { try VenueRemarks(VenueRemarksRequest(id: "x"), in: store) }
    }
  }

  private func put(
    _ store: VenueDatabase, _ user: String, _ id: VenueID, _ text: String, at seconds: Int
  ) throws -> Note {
    try Notes(store).put(NotePutRequest(user: user, venueID: id, text: text), now: at(seconds))
  }
}

@Suite(.bothBackends) struct CategoryTests {
  @Test("a category counts the venues of its descendants")
  func categoryCounts() throws {
    try withStore { store throws in
      let kinds: [VenueCategory] = [.coffee, .coffee, .tea, .pub, "juice-bar", "juice-bar"]
      let venues = kinds.enumerated().map { number, kind in
        venue(VenueID(rawValue: "v\(number)"), "V", kind)
      }
      _ = try store.venues.apply(venues.map { change($0) })
      _ = try store.venues.apply([VenueChanged(id: "v1", venue: nil)])
      let counts = try store.venues.categories().categories
      func count(_ kind: VenueCategory) -> [Int] {
        counts.filter { $0.category == kind }.flatMap { [$0.own, $0.total] }
      }
      #expect(count(.root) == [0, 5])
      #expect(count(.foodAndDrink) == [0, 5])
      #expect(count(.hotDrinks) == [0, 2])
      #expect(count(.coffee) == [1, 1])
      #expect(count(.drinks) == [0, 1])
      #expect(count("juice-bar") == [2, 2])
      #expect(count(.brewery) == [0, 0])
      #expect(counts.last?.category == "juice-bar" && counts.last?.parent == .foodAndDrink)
      let fuel = counts.first { $0.category == "fuel" }
      #expect(fuel?.label == "Petrol station" && fuel?.icon == "⛽" && fuel?.usualStaySeconds == 480)
      #expect(counts.first { $0.category == "charging" }?.usualStaySeconds == nil)
      #expect(counts.map(\.category).prefix(VenueCategory.tree.count) == VenueCategory.tree[...])
    }
  }
}

/// A store with the venues a, b and c.
func withVenues(_ body: (VenueDatabase) throws -> Void) throws {
  try withStore { store throws in
    _ = try store.venues.apply(["a", "b", "c"].map { change(venue($0, "Café")) })
    try body(store)
  }
}

/// The time `seconds` after a fixed one.
func at(_ seconds: Int) -> Timestamp {
  Timestamp(secondsSince1970: 1_795_000_000 + Int64(seconds))
}
