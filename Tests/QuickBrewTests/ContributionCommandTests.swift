import FoundationEssentials
import MessageBus
import Messages
import Testing

@testable import QuickBrew

@Suite struct ContributionCommandTests {
  private static func review(_ user: String, _ stars: Int, _ text: String? = nil) -> Review {
    Review(
      user: user, venueID: "osm/node/1", venueName: "Roma\u{1B}[2J", stars: stars, text: text,
      writtenAt: Fixtures.departure, changedAt: Fixtures.departure)
  }

  @Test func aReviewIsSentAsTyped() async {
    let received = Locked<[ReviewPutRequest]>([])
    let bus = FakeClientBus().answering(ReviewPutRequest.self) { request in
      received.withLock { $0.append(request) }
      return Self.review(request.user, request.stars, request.text)
    }
    let run = await CommandRun(["review", "add", "osm/node/1", "4", "Fine\nbeans"], bus: bus)
    #expect(run.status == .success)
    let sent = ReviewPutRequest(
      user: "ada", venueID: "osm/node/1", stars: 4, text: "Fine\nbeans")
    #expect(received.withLock { $0 } == [sent])
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test(arguments: [
    (["review", "add", "a"], "STARS is missing."),
    (["review", "add", "a", "0"], "STARS is a whole number, 1 to 5, not “0”."),
    (["review", "add", "a", "6"], "STARS is"), (["review", "add", "a", "4.5"], "STARS is"),
    (["review", "add", " ", "4"], "ID is empty."),
    (["review", "list", "--limit", "0"], "--limit is"),
    (["note", "set", "a"], "TEXT is missing."),
    (["note", "remove"], "VENUE is missing."),
    (["deal", "add", "a", "Cake"], "--to is missing."),
    (["deal", "add", "a", "Cake", "--to", "soon"], "--to is a time"),
    (["deal", "remove"], "DEAL is missing."),
    (["review", "add", "a", "4", "--user", " "], "--user is empty."),
  ])
  func refuses(_ words: [String], expecting message: String) async {
    let run = await CommandRun(words)
    #expect(run.status == .usage)
    #expect(run.messages.contains(message), "\(run.messages)")
  }

  @Test func reviewsAreReadPageByPage() async {
    let bus = FakeClientBus().answering(ReviewListRequest.self) { request in
      let first = request.before ?? 1_201
      let last = max(1, first - Int64(request.limit ?? 50))
      let reviews = (last..<first).reversed().map { Self.review("u\($0)", 3) }
      return ReviewListReply(reviews: reviews, next: last > 1 ? last : nil)
    }
    for (limit, count) in [("600", 600), ("9000", 1_200)] {
      let run = await CommandRun(["review", "list", "osm/node/1", "--limit", limit], bus: bus)
      #expect(run.output.split(separator: "\n").count == count)
    }
    let usual = await CommandRun(["review", "list"], bus: bus)
    #expect(usual.output.split(separator: "\n").count == 50)
    #expect(bus.sent.withLock { $0.count } == 2 + 3 + 1)
  }

  @Test func remarksFollowTheVenue() async {
    let bus = FakeClientBus()
      .answering(VenueRequest.self) { _ in Fixtures.venue("Roma") }
      .answering(VenueRemarksRequest.self) { request in
        let own = Self.review("ada", 4, "Fine\nbeans")
        return VenueRemarks(
          newest: [own], review: own,
          note: Note(
            venueID: request.id, venueName: "Roma", text: "Key: bar",
            changedAt: Fixtures.departure),
          favouriteSince: Fixtures.departure)
      }
    let run = await CommandRun(["venue", "osm/node/1", "--user", "ada"], bus: bus)
    let remarks = run.output.components(separatedBy: "ID           osm/node/1\n").last
    #expect(
      remarks == """

          Favourite    2026-11-21
          Your note    Key: bar
          Your review  ★★★★☆  Fine beans

        Newest reviews
        ★★★★☆  ada  2026-11-21
          Fine
          beans

        """)
    let json = await CommandRun(["venue", "osm/node/1", "--user", "ada", "--json"], bus: bus)
    #expect(json.output.hasPrefix(#"{"remarks":{"favouriteSince""#))
    let plain = await CommandRun(["venue", "osm/node/1", "--json"], bus: bus)
    #expect(plain.output.hasPrefix(#"{"address":null"#))
  }

  @Test("a missing note is reported as not found")
  func missingNote() async {
    let bus = FakeClientBus().answering(VenueRemarksRequest.self) { _ in VenueRemarks(newest: []) }
    let run = await CommandRun(["note", "show", "osm/node/1"], bus: bus)
    #expect(run.status == .nothingFound)
    #expect(run.messages.contains("“ada” has no note of “osm/node/1”."))
  }

  @Test func categoriesAreATree() async {
    let bus = FakeClientBus().answering(CategoriesRequest.self) { _ in
      CategoriesReply(categories: [
        CategoryCount(category: .root, parent: nil, own: 0, total: 5),
        CategoryCount(category: "money", parent: .root, own: 0, total: 0),
        CategoryCount(category: .sweet, parent: .root, own: 0, total: 2),
        CategoryCount(category: .bakery, parent: .sweet, own: 2, total: 2),
        CategoryCount(category: "juice-bar", parent: .root, own: 3, total: 3),
      ])
    }
    let run = await CommandRun(["categories"], bus: bus)
    #expect(
      run.output == """
        Category     Venues
        places            5
          sweet           2
            bakery        2
          juice-bar       3

        """)
  }
}
