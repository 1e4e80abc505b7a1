import MessageBus
import Messages
import Testing

@testable import QuickBrew

@Suite struct FeedCommandTests {
  private static func status(_ feed: Feed, _ report: SyncReport? = nil) -> FeedStatus {
    FeedStatus(
      feed: feed, asOf: report.map { _ in Fixtures.departure }, rows: 7, derived: 2,
      withoutCoordinate: 1,
      nextSync: nil, lastSync: report)
  }

  private static let mapping = #"{"rows": "data", "fields": {"name": "title"}}"#

  @Test(
    "flags become the feed",
    arguments: [
      (
        ["a", "--format", "openbrewerydb", "https://a.example/x", "--every", "6h"],
        Feed(
          name: "a", format: .openBreweryDB, location: "https://a.example/x",
          everySeconds: 21_600)
      ),
      (
        ["b", "--format", "campus", "/srv/b.json", "--mapping", "map.json"],
        Feed(
          name: "b", format: .campus, location: "/srv/b.json",
          mapping: FeedMapping(rows: "data", fields: ["name": "title"]))
      ),
      (
        [
          "c", "--format", "foursquare", "https://c.example", "--every", "never",
        ],
        Feed(name: "c", format: .foursquare, location: "https://c.example", everySeconds: 0)
      ),
    ] as [([String], Feed)])
  func add(_ words: [String], _ expected: Feed) async {
    let received = Locked<[Feed]>([])
    let bus = FakeClientBus().answering(FeedAddRequest.self) { request in
      received.withLock { $0.append(request.feed) }
      return Self.status(request.feed)
    }
    let run = await CommandRun(
      ["feed", "add"] + words, bus: bus, lines: FakeLines([.text(Self.mapping)]))
    #expect(run.status == .success, "\(run.messages)")
    #expect(received.withLock { $0 } == [expected])
  }

  @Test("a relative path is made absolute")
  func relativePath() async {
    let received = Locked<[String]>([])
    let bus = FakeClientBus().answering(FeedAddRequest.self) { request in
      received.withLock { $0.append(request.feed.location) }
      return Self.status(request.feed)
    }
    _ = await CommandRun(["feed", "add", "a", "--format", "osm", "city.osm.pbf"], bus: bus)
    let paths = received.withLock { $0 }
    #expect(paths.count == 1)
    #expect(paths.allSatisfy { $0.hasPrefix("/") && $0.hasSuffix("/city.osm.pbf") })
  }

  @Test(arguments: [
    ("add a x", "--format is missing."), ("add a --format xlsx x", "--format is openbrewerydb"),
    ("add a --format osm", "URL|FILE is missing."),
    ("add a --format osm x --every 1s", "--every is a duration"), ("remove", "NAME is missing."),
    ("add a --format campus x --mapping m", "--mapping m: "),
  ])
  func refuses(_ line: String, expecting message: String) async {
    let run = await CommandRun(
      ["feed"] + line.split(separator: " ").map(String.init),
      lines: FakeLines([.text("no mapping")]))
    #expect(run.status == .usage)
    #expect(run.messages.contains(message), "\(run.messages)")
    #expect(!run.messages.contains("secret"))
  }

  @Test("a sync prints its report, and a failed feed fails the command")
  func sync() async {
    var good = SyncReport(
      feed: "a", outcome: .synced, startedAt: Fixtures.departure, durationMilliseconds: 1_250)
    (good.rows, good.new, good.withoutCoordinate) = (11_822, 12, 2_435)
    good.duplicates = 1
    good.duplicateRows = [RejectedRows(reason: "row as another", count: 1, examples: ["17 as 4"])]
    good.invalid = [RejectedRows(reason: "row without a name", count: 3, examples: ["x", "y"])]
    let bad = SyncReport(
      feed: "b", outcome: .failed, failure: "The server answered with status 500.",
      startedAt: Fixtures.departure, durationMilliseconds: 3)
    let reports = [good, bad]
    let bus = FakeClientBus().answering(FeedSyncRequest.self) { request in
      FeedSyncReply(reports: reports.filter { request.name == nil || $0.feed == request.name })
    }
    let fine = await CommandRun(["feed", "sync", "a"], bus: bus)
    #expect(fine.status == .success)
    #expect(
      fine.output == """
        a synced in 1.3 s
          rows                  11822
          new                   12
          without a coordinate  2435
          duplicates            1
          1 × row as another (17 as 4)
          3 × row without a name (x, y, …)

        """)
    let both = await CommandRun(["feed", "sync"], bus: bus)
    #expect(both.status == .failure)
    #expect(both.output.contains("The server answered with status 500."))
  }

  @Test("feeds are listed with their state")
  func list() async {
    let feed = Feed(name: "a", format: .osm, location: "/x.pbf")
    let report = SyncReport(
      feed: "a", outcome: .unchanged, startedAt: Fixtures.departure, durationMilliseconds: 3)
    let bus = FakeClientBus().answering(FeedListRequest.self) { _ in
      FeedListReply(feeds: [Self.status(feed, report)])
    }
    let run = await CommandRun(["feed", "list"], bus: bus)
    #expect(
      run.output == """
        Feed  As of             Venues  Derived  No place  Last sync  From
        a     2026-11-21 08:00       7        2         1  unchanged  osm /x.pbf

        """)
    let none = await CommandRun(
      ["feed", "list"],
      bus: FakeClientBus().answering(FeedListRequest.self) { _ in FeedListReply(feeds: []) })
    #expect(none.output.isEmpty)
    #expect(none.status == .success)
  }

  @Test("the list shows header names and feeds without an interval")
  func listedOptions() async {
    let feed = Feed(
      name: "a", format: .foursquare, location: "https://a.example", everySeconds: 0,
      headers: ["X-Key": FeedHeaders.hidden, "Authorization": FeedHeaders.hidden])
    let bus = FakeClientBus().answering(FeedListRequest.self) { _ in
      FeedListReply(feeds: [Self.status(feed)])
    }
    let run = await CommandRun(["feed", "list"], bus: bus)
    #expect(
      run.output.contains(
        "foursquare https://a.example with Authorization, X-Key, only when asked\n"))
  }

  @Test("the source of each field is shown")
  func sources() async {
    let bus = FakeClientBus().answering(VenueSourcesRequest.self) { _ in
      VenueSourcesReply(fields: [
        VenueFieldSource(
          field: "coordinate", source: "a", since: Fixtures.departure, asOf: Fixtures.departure,
          derivedConfidence: 0.85)
      ])
    }
    let run = await CommandRun(["venue", "a/1", "--sources"], bus: bus)
    #expect(run.output.contains("Coordinate  a, 85 % sure of the address  2026-11-21 08:00"))
  }
}
