import CommandLineKit
import Foundation
import MessageBus
import Messages
import TestSupport
import Testing

/// A venue store, a feed of which every version changes every row, and users who write
/// concurrently.
final class StoreCrashHarness {
  struct Counts {
    var kills = 0
    /// Syncs without any effect after the kill.
    var lostSyncs = 0
    /// Syncs that took effect without an acknowledgement.
    var unacknowledgedSyncs = 0
    /// Unacknowledged writes that had no effect, and those that had.
    var lostWrites = 0
    var unacknowledgedWrites = 0
    var acknowledgedWrites = 0
  }

  fileprivate static let feed: FeedName = "bars"
  private let home: Home
  private let document: String
  private let bus: Bus
  private var users: [StoreUser] = []
  private var store: ChildProcess?
  private var random: SeededGenerator
  /// The version of the document, and the version in the store.
  private var (written, stored) = (0, 0)
  /// The duration of a sync on this machine.
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
    // A new feed is synced at once, so this sync may be the second, and find no changes.
    _ = try await bus.client.send(FeedSyncRequest(name: Self.feed))
    try await syncUndisturbed()
    // Each sync rewrites the rows of the feed's venues, which must not affect their reviews.
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

  /// Starts a sync and writes, kills the store during them, and checks what is stored.
  func killAndCheck() async throws {
    try writeDocument()
    let bus = bus
    let sync = Task { try await syncFeed(bus) }
    let writing = users.map { user in Task { try await user.writeUntilLost() } }
    let share = Double.random(in: 0..<1.5, using: &random)
    // Anywhere between before the sync begins and after it has ended.
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

  /// An undisturbed sync stores the newest document.
  func syncUndisturbed() async throws {
    try writeDocument()
    let begin = ContinuousClock.now
    try await syncFeed(bus)
    span = begin.duration(to: .now)
    try await checkFeed(isAcknowledged: true)
  }

  // MARK: The feed

  /// The number of rows of a version: never less than half of another's, never equal to the next's.
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

  /// All rows are of one version, the previous or the new one, and the sync report matches it.
  private func checkFeed(isAcknowledged: Bool) async throws {
    let venues = try await venues().filter { $0.id.rawValue.hasPrefix("bars/") }
    let versions = Set(venues.compactMap { $0.name.split(separator: " ").last.flatMap { Int($0) } })
    let found = try #require(versions.first)
    #expect(versions.count == 1, "\(versions)")
    #expect(
      found == written || (!isAcknowledged && found == stored), "\(found) of \(stored), \(written)")
    #expect(venues.count == Self.rows(of: found))
    let status = try await bus.client.send(FeedListRequest()).feeds.first
    let report = try #require(status?.lastSync)
    #expect(status?.rows == venues.count && report.rows == venues.count, "\(report)")
    #expect(report.outcome == .synced && status?.asOf == report.startedAt, "\(report)")
    if found == written, stored > 0 {
      let gone = max(0, Self.rows(of: stored) - venues.count)
      #expect(report.removed == gone, "\(report)")
    }
    if !isAcknowledged {
      if found == written { counts.unacknowledgedSyncs += 1 } else { counts.lostSyncs += 1 }
    }
    stored = found
  }

  /// All venues of the store.
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

  /// The rating of each venue is the sum of its reviews.
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
    let store = try ChildProcess(
      "venue-store", ["serve"], environment: ["QUICKBREW_HOME": home.directory])
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
      // The store is another process without a notification, so it is polled.
      try await Task.sleep(for: .milliseconds(10))
    }
  }
}

/// Addresses one instance, so that the request fails with the store instead of being sent again.
@Sendable private func syncFeed(_ bus: Bus) async throws {
  let reply = try await bus.client.send(
    FeedSyncRequest(name: StoreCrashHarness.feed), to: .venueStore, instance: "1")
  #expect(reply.reports.first?.outcome == .synced, "\(reply)")
}
