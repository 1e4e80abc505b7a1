import CommandLineKit
import Foundation
import MessageBus
import Messages
import Time

/// Brings feeds up to date, one at a time: when somebody asks, and when their time has come.
///
/// What reads and writes much does so on a thread of its own with a connection of its own.
actor FeedKeeper {
  typealias Geocode = @Sendable (GeocodeRequest) async throws(ServiceError) -> GeocodeReply

  private let location: VenueStoreLocation
  private let fetcher: FeedFetcher
  private let stream: VenueStream
  private let geocode: Geocode
  private let log: Log
  private let limits: FeedLimits
  /// The sync that was asked for last; the next one waits for it.
  private var last: Task<[SyncReport], any Error>?
  private var placing: Task<Void, Never>?

  /// - Parameters:
  ///   - downloads: the directory for documents on their way.
  init(
    location: VenueStoreLocation, downloads: String, stream: VenueStream,
    limits: FeedLimits = FeedLimits(),
    log: Log, geocode: @escaping Geocode
  ) {
    self.location = location
    self.stream = stream
    self.geocode = geocode
    self.log = log
    self.limits = limits
    fetcher = FeedFetcher(directory: downloads, limits: limits)
  }

  /// Syncs a feed, or all of them, after those that were asked for before. Goes on where the caller
  /// is cancelled.
  ///
  /// - Throws: `ServiceError` with `notFound`; `SQLError`. A feed's failure is in its report.
  func sync(_ name: FeedName?, acceptsFewer: Bool) async throws -> [SyncReport] {
    let names = try await withStore { store in
      if let name { return [try store.storedFeed(name).feed.name] }
      return try store.feeds().feeds.map(\.feed.name)
    }
    return try await sync(names, acceptsFewer: acceptsFewer)
  }

  /// Syncs what is due and places what can be placed, until cancelled.
  func run() async {
    while !Task.isCancelled {
      do {
        let due = try await withStore { try $0.claimDueFeeds(now: .now()) }
        _ = try await sync(due, acceptsFewer: false)
        await place()
      } catch {
        log.error("cannot look after the feeds: \(error)")
      }
      // Ends early only when the service ends.
      try? await Task.sleep(for: limits.idle)
    }
  }

  private func sync(_ names: [FeedName], acceptsFewer: Bool) async throws -> [SyncReport] {
    if names.isEmpty { return [] }
    let before = last
    let task = Task { () throws -> [SyncReport] in
      // How the one before went is its caller's to know.
      _ = try? await before?.value
      var reports: [SyncReport] = []
      for name in names { reports.append(try await syncNow(name, acceptsFewer)) }
      return reports
    }
    last = task
    let reports = try await task.value
    // In the background: whoever asked for the sync need not wait for the geocoder.
    Task { await place() }
    return reports
  }

  // MARK: One feed

  private func syncNow(_ name: FeedName, _ acceptsFewer: Bool) async throws -> SyncReport {
    let begin = ContinuousClock.now
    let now = Timestamp.now()
    let elapsed = { @Sendable in begin.duration(to: .now) }
    let stored = try await withStore { try $0.storedFeed(name) }
    let (limits, stream) = (limits, stream)
    let jitter = Double.random(in: -1...1)
    let fetched = await fetch(stored)
    let report = try await withStore { store in
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

  /// Works with a connection to the store on a thread of its own.
  private func withStore<Value: Sendable>(
    _ work: @escaping @Sendable (VenueDatabase) throws -> Value
  ) async throws -> Value {
    let location = location
    return try await withCheckedThrowingContinuation { done in
      Thread.detachNewThread {
        done.resume(with: Result { try work(VenueDatabase(at: location)) })
      }
    }
  }

  // MARK: Places for addresses

  /// Asks the geocoder for the addresses of rows that have no coordinate, each once for a map, and
  /// publishes the venues that it can place. Stops where no geocoder answers.
  func place() async {
    let before = placing
    let task = Task {
      await before?.value
      await placeNow()
    }
    placing = task
    await task.value
  }

  private func placeNow() async {
    var after = ""
    var asked = 0
    do {
      while asked < limits.maximumPlacings {
        let (page, limit) = (after, limits.placingsAPage)
        let texts = try await withStore { try $0.addressesToPlace(after: page, limit: limit) }
        guard let end = texts.last, let answers = await ask(texts) else { break }
        let stream = stream
        try await withStore { store in
          try stream.change(in: store) { told in try store.place(answers, told) }
        }
        asked += texts.count
        after = end
      }
      if asked > 0 { log.info("asked the geocoder for \(asked) addresses") }
    } catch {
      log.error("cannot place venues: \(error)")
    }
  }

  private typealias Answer = (sought: String, place: DerivedPlace?)

  /// `nil` where the geocoder does not answer.
  private func ask(_ texts: [String]) async -> [Answer]? {
    await withTaskGroup(of: Answer?.self) { group in
      var waiting = texts[...]
      var answers: [Answer] = []
      for text in waiting.prefix(limits.placingsAtATime) {
        group.addTask { [geocode] in await Self.ask(text, geocode) }
      }
      waiting = waiting.dropFirst(limits.placingsAtATime)
      for await answer in group {
        guard let answer else { return nil }
        answers.append(answer)
        if let text = waiting.popFirst() {
          group.addTask { [geocode] in await Self.ask(text, geocode) }
        }
      }
      return answers
    }
  }

  private static func ask(_ text: String, _ geocode: Geocode) async -> Answer? {
    guard let address = SoughtAddress.address(text) else { return (text, nil) }
    do throws(ServiceError) {
      let reply = try await geocode(Placing.request(address))
      return (text, Placing.place(of: address, in: reply))
    } catch {
      // An address that cannot be asked for has no place.
      return error.code.isRetryable ? nil : (text, nil)
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
      feed \(feed): \(rows) rows, \(new) new, \(changed) changed, \(gone) gone, \(merged) merged, \
      \(unplaced) without a coordinate, \(duplicates) duplicates, \
      \(wrong.reduce(0) { $0 + $1.count }) wrong
      """
    }
  }
}
