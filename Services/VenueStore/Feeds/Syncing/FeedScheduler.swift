import Algorithms
import CommandLineKit
import Foundation
import Messages
import Stores
import Time

/// Syncs and removes feeds, one at a time: on request, and when they are due. Geocodes addresses
/// afterwards.
///
/// Long reads and writes run on a connection with its own thread.
actor FeedScheduler {
  typealias Geocode = @Sendable (GeocodeRequest) async throws(ServiceError) -> GeocodeReply

  private let store: StoreConnection<VenueDatabase>
  private let fetcher: FeedFetcher
  private let stream: VenueStream
  private let geocode: Geocode
  private let log: Log
  private let limits: FeedLimits
  private let clock: any Clock<Duration>
  /// The sync or removal that was requested last; the next one waits for it.
  private var lastChange: Task<Void, Never>?
  private var lastGeocoding: Task<Void, Never>?

  /// - Parameters:
  ///   - downloads: the directory for documents while they are downloaded and read.
  ///   - clock: measures removals, and the pauses between their parts.
  init(
    location: StoreLocation, downloads: String, stream: VenueStream,
    limits: FeedLimits = FeedLimits(), clock: any Clock<Duration> = ContinuousClock(),
    log: Log, geocode: @escaping Geocode
  ) {
    self.clock = clock
    store = StoreConnection(to: location)
    self.stream = stream
    self.geocode = geocode
    self.log = log
    self.limits = limits
    fetcher = FeedFetcher(directory: downloads, limits: limits)
  }

  /// Syncs a feed, or all of them for `nil`, after the syncs requested earlier. Continues even if
  /// the caller is cancelled.
  ///
  /// - Throws: `ServiceError` with `notFound`; `SQLError`. A feed's failure is in its report.
  func sync(_ name: FeedName?, acceptsFewer: Bool) async throws -> [SyncReport] {
    let names = try await store.perform { store in
      let feeds = FeedRegistry(store)
      if let name { return [try feeds.stored(name).feed.name] }
      return try feeds.list().feeds.map(\.feed.name)
    }
    return try await sync(names, acceptsFewer: acceptsFewer)
  }

  /// Syncs feeds that are due and geocodes their addresses, until cancelled.
  func run() async {
    while !Task.isCancelled {
      do {
        let due = try await store.perform { try FeedRegistry($0).claimDue(now: .now()) }
        _ = try await sync(due, acceptsFewer: false)
        await geocodeAddresses()
      } catch {
        log.error("cannot sync the feeds that are due: \(error)")
      }
      // Throws only when the service is stopping; the loop then ends.
      try? await Task.sleep(for: limits.pollInterval)
    }
  }

  private func sync(_ names: [FeedName], acceptsFewer: Bool) async throws -> [SyncReport] {
    if names.isEmpty { return [] }
    let reports = try await inTurn { [self] in
      var reports: [SyncReport] = []
      for name in names { reports.append(try await syncNow(name, acceptsFewer)) }
      return reports
    }
    // In the background: the caller need not wait for the geocoder.
    Task { await geocodeAddresses() }
    return reports
  }

  /// Removes a feed after what was requested earlier. Continues even if the caller is cancelled.
  ///
  /// Its rows go some at a time, with as long a pause for the changes of others; the last ones, the
  /// feed and the kept reply go and come together. A removal that was cut off is completed by the
  /// next one.
  ///
  /// - Parameter key: the idempotency key of the request.
  /// - Throws: `ServiceError` with `notFound`; what `VenueDatabase.once` throws.
  func remove(_ request: FeedRemoveRequest, key: IdempotencyKey?) async throws -> Feed {
    let (store, stream, limits, clock) = (store, stream, limits, clock)
    return try await inTurn {
      var hasMore = true
      var count = limits.removedRows(after: nil, in: .zero)
      while hasMore {
        let time = try await clock.measure {
          hasMore = try await store.perform { [count] store in
            let feeds = FeedRegistry(store)
            guard try feeds.table.stored(request.name) != nil else { return false }
            return try stream.change(in: store) { publish in
              try feeds.removeRows(of: request.name, atMost: count, publish)
            }
          }
        }
        // Leaves the store to others for as long as it was busy.
        if hasMore { try await clock.sleep(for: time) }
        count = limits.removedRows(after: count, in: time)
      }
      let now = Timestamp.now()
      return try await store.perform { store in
        try stream.change(in: store) { publish in
          try store.once(request, key: key, now: now) {
            try FeedRegistry(store).remove(request.name, publish)
          }
        }
      }
    }
  }

  /// Runs `work` after what was requested earlier, whose failure concerns only its own caller.
  private func inTurn<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let previous = lastChange
    let task = Task {
      await previous?.value
      return try await work()
    }
    lastChange = Task { _ = try? await task.value }
    return try await task.value
  }

  // MARK: One feed

  private func syncNow(_ name: FeedName, _ acceptsFewer: Bool) async throws -> SyncReport {
    let start = ContinuousClock.now
    let now = Timestamp.now()
    let elapsed = { @Sendable in start.duration(to: .now) }
    let stored = try await store.perform { try FeedRegistry($0).stored(name) }
    let (limits, stream) = (limits, stream)
    let jitter = Double.random(in: -1...1)
    let fetched = await fetch(stored)
    let report = try await store.perform { store in
      let sync = FeedSync(
        store: store, stored: stored, limits: limits, now: now, jitter: jitter,
        elapsed: elapsed)
      return try sync.perform(fetched, acceptsFewer: acceptsFewer, publishing: stream)
    }
    fetcher.discard(stored.feed)
    log.info(report.line)
    return report
  }

  private func fetch(_ stored: StoredFeed) async -> Result<FetchOutcome, FeedFailure> {
    do throws(FeedFailure) {
      return .success(try await fetcher.fetch(stored))
    } catch {
      return .failure(error)
    }
  }

  // MARK: Geocoding

  /// Geocodes the addresses of rows that have no coordinate, each once for a map, and publishes the
  /// venues that this locates. Stops if no geocoder answers.
  func geocodeAddresses() async {
    let previous = lastGeocoding
    let task = Task {
      await previous?.value
      await geocodeAddressesNow()
    }
    lastGeocoding = task
    await task.value
  }

  private func geocodeAddressesNow() async {
    var after = ""
    var asked = 0
    do {
      while asked < limits.maximumGeocodings {
        let (start, limit) = (after, limits.geocodingsPerTransaction)
        let keys = try await store.perform {
          try AddressQueue($0).next(after: start, limit: limit)
        }
        guard let end = keys.last, let answers = await geocodeAll(keys) else { break }
        let stream = stream
        try await store.perform { store in
          try stream.change(in: store) { publish in
            try AddressQueue(store).apply(answers, publish)
          }
        }
        asked += keys.count
        after = end
      }
      if asked > 0 { log.info("asked the geocoder for \(asked) addresses") }
    } catch {
      log.error("cannot geocode addresses of venues: \(error)")
    }
  }

  private typealias Answer = (addressKey: String, location: GeocodedLocation?)

  /// The answers; `nil` if the geocoder does not answer.
  private func geocodeAll(_ keys: [String]) async -> [Answer]? {
    try? await concurrentMap(keys, limit: limits.concurrentGeocodings) { [geocode] key in
      guard let answer = await Self.answer(key, geocode) else { throw CancellationError() }
      return answer
    }
  }

  private static func answer(_ key: String, _ geocode: Geocode) async -> Answer? {
    guard let address = AddressKey.address(key) else { return (key, nil) }
    do throws(ServiceError) {
      let reply = try await geocode(AddressGeocoding.request(address))
      return (key, AddressGeocoding.location(of: address, in: reply))
    } catch {
      // An address that the geocoder rejects has no location; other failures may pass.
      return error.code.isRetryable ? nil : (key, nil)
    }
  }
}

extension SyncReport {
  /// One line for a log.
  fileprivate var line: String {
    switch outcome {
    case .failed: "feed \(feed) failed: \(failure ?? "")"
    case .unchanged: "feed \(feed) is unchanged"
    case .synced:
      """
      feed \(feed): \(rows) rows, \(new) new, \(changed) changed, \(removed) gone, \
      \(merged) merged, \(withoutCoordinate) without a coordinate, \(duplicates) duplicates, \
      \(invalid.reduce(0) { $0 + $1.count }) invalid
      """
    }
  }
}
