import Foundation
import MessageBus
import Messages
import ServiceRuntime
import TestSupport
import Testing

/// A venue store with a feed whose every version changes every row, and people who write at the
/// same time.
final class StoreCrashHarness {
  struct Counts {
    var kills = 0
    /// Syncs of which nothing was there after the kill.
    var lostSyncs = 0
    /// Syncs that were there though nobody had been told.
    var unacknowledgedSyncs = 0
    /// Writes without an acknowledgement that were not there, and that were.
    var lostWrites = 0
    var unacknowledgedWrites = 0
    var acknowledgedWrites = 0
  }

  fileprivate static let feed: FeedName = "bars"
  private let home: Home
  private let document: String
  private let bus: Bus
  private var users: [StoreUser] = []
  private var store: TestedProcess?
  private var random: SeededGenerator
  /// Of the document, and of what the store holds of it.
  private var (written, stored) = (0, 0)
  /// How long a sync takes on this machine now.
  private var span = Duration.zero
  private(set) var counts = Counts()

  init(in directory: String, seed: UInt64) throws {
    home = Home(directory: directory)
    document = directory + "/bars.json"
    random = SeededGenerator(seed: seed)
    try home.makeRunDirectory()
    bus = try Bus(runDirectory: home.runDirectory, name: "trial", timeout: .patience)
  }

  func start() async throws {
    let maps = home.directory + "/maps"
    try FileManager.default.createDirectory(
      atPath: maps + "/test", withIntermediateDirectories: true)
    let built = try await Executables.run(
      "venue-store", ["build", Executables.sampleMap, "--into", maps + "/test"],
      in: home.directory)
    guard built.status == 0 else { throw Unexpected(built.errors) }
    try FileManager.default.createSymbolicLink(
      atPath: maps + "/current", withDestinationPath: "test")
    try await startStore()
    try writeDocument()
    let feed = Feed(name: Self.feed, format: .campus, location: document)
    _ = try await bus.client.send(FeedAddRequest(feed: feed))
    // A new feed is due at once: this may come second, and find nothing new.
    _ = try await bus.client.send(FeedSyncRequest(name: Self.feed))
    try await syncUndisturbed()
    // What is said of a feed's venue lies in rows that each sync writes anew.
    let venueIDs = try await venues().prefix(2).map(\.id) + ["bars/0", "bars/1"]
    users = ["ada", "ben", "cleo"].map {
      StoreUser($0, at: venueIDs, bus: bus, random: SeededGenerator(seed: random.next()))
    }
  }

  func end() async {
    await store?.kill()
    for user in users { await user.close() }
    await bus.close()
  }

  /// Begins a sync and writes, kills the store somewhere in them, and looks at what is there.
  func killAndCheck() async throws {
    try writeDocument()
    let bus = bus
    let sync = Task { try await syncFeed(bus) }
    let writing = users.map { user in Task { try await user.writeUntilLost() } }
    let share = Double.random(in: 0..<1.5, using: &random)
    // Anywhere from before the sync has begun to after it has ended.
    try await Task.sleep(for: span * share)
    await store?.kill()
    counts.kills += 1
    for one in writing { try await one.value }
    let isAcknowledged = (try? await sync.value) != nil
    try await startStore()
    try await checkFeed(isAcknowledged: isAcknowledged)
    for user in users {
      let outcome = try await user.check()
      counts.acknowledgedWrites += outcome.acknowledged
      if let isStored = outcome.isStored {
        if isStored { counts.unacknowledgedWrites += 1 } else { counts.lostWrites += 1 }
      }
    }
    try await checkRatings()
  }

  /// A sync that nobody kills brings the newest document.
  func syncUndisturbed() async throws {
    try writeDocument()
    let begin = ContinuousClock.now
    try await syncFeed(bus)
    span = begin.duration(to: .now)
    try await checkFeed(isAcknowledged: true)
  }

  // MARK: The feed

  /// How many rows a version has: never half as many as another, never as many as the next.
  private static func rows(of version: Int) -> Int { 300 + version * 37 % 150 }

  private func writeDocument() throws {
    written += 1
    let rows = (0..<Self.rows(of: written)).map { row in
      """
      {"id": \(row), "name": "Bar \(row) of \(written)", \
      "lat": \(10 + Double(row) * 0.05), "lon": 20}
      """
    }
    try Data("[\(rows.joined(separator: ",\n"))]".utf8).write(to: URL(filePath: document))
  }

  /// All rows are of one version, the one before or the new one, and the report is of the same.
  private func checkFeed(isAcknowledged: Bool) async throws {
    let venues = try await venues().filter { $0.id.rawValue.hasPrefix("bars/") }
    let versions = Set(venues.compactMap { $0.name.split(separator: " ").last.flatMap { Int($0) } })
    let found = try #require(versions.first)
    #expect(versions.count == 1, "\(versions)")
    #expect(found == written || (!isAcknowledged && found == stored), "\(found) of \(stored), \(written)")
    #expect(venues.count == Self.rows(of: found))
    let status = try await bus.client.send(FeedListRequest()).feeds.first
    let report = try #require(status?.lastSync)
    #expect(status?.rows == venues.count && report.rows == venues.count, "\(report)")
    #expect(report.outcome == .synced && status?.asOf == report.startedAt, "\(report)")
    if found == written, stored > 0 {
      let gone = max(0, Self.rows(of: stored) - venues.count)
      #expect(report.gone == gone, "\(report)")
    }
    if !isAcknowledged {
      if found == written { counts.unacknowledgedSyncs += 1 } else { counts.lostSyncs += 1 }
    }
    stored = found
  }

  /// Every venue of the store.
  private func venues() async throws -> [Venue] {
    var venues: [Venue] = []
    while true {
      let request = VenueListRequest(after: venues.last?.id, limit: VenueLimits.maximumPage)
      let page = try await bus.client.send(request)
      venues += page.venues
      if page.next == nil { return venues }
    }
  }

  // MARK: Ratings

  /// The sum in a venue's row is the one of its reviews.
  private func checkRatings() async throws {
    for id in users.first?.venueIDs ?? [] {
      let venue = try await bus.client.send(VenueRequest(id: id))
      let reviews = try await bus.client.send(
        ReviewListRequest(venueID: id)
      ).reviews
      let stars = reviews.reduce(0) { $0 + $1.stars }
      #expect(venue.rating == VenueRating(count: reviews.count, stars: stars), "\(venue)")
    }
  }

  // MARK: The process

  private func startStore() async throws {
    let store = try TestedProcess("venue-store", ["serve"], home: home, output: nil)
    self.store = store
    while true {
      var failure: ServiceError?
      do {
        _ = try await bus.client.send(FeedListRequest())
      } catch {
        failure = error
      }
      guard let failure else { return }
      guard failure.code.isRetryable, store.isRunning else {
        throw Unexpected("The store does not start: \(failure)")
      }
      // What is waited for is in another process.
      try await Task.sleep(for: .milliseconds(10))
    }
  }
}

/// Ends with the store at the latest: who names an instance is not sent to another.
@Sendable private func syncFeed(_ bus: Bus) async throws {
  let reply = try await bus.client.send(
    FeedSyncRequest(name: StoreCrashHarness.feed), to: .venueStore, instance: "1")
  #expect(reply.reports.first?.outcome == .synced, "\(reply)")
}
