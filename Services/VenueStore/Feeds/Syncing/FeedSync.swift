import Messages
import OpenStreetMap
import SQL
import Time

/// The sync of one feed from documents on disk, on its own connection.
///
/// All rows are read and validated before one transaction makes all changes.
struct FeedSync {
  let store: VenueDatabase
  let stored: StoredFeed
  let limits: FeedLimits
  let now: Timestamp
  /// The random shift of the next sync, -1 ... 1, in units of `FeedLimits.jitter`.
  let jitter: Double
  /// The time since the start of the sync.
  let elapsed: @Sendable () -> Duration

  private var feed: Feed { stored.feed }
  private var feeds: FeedTable { FeedTable(database: store.database) }

  /// Applies the fetched documents, and stores the report.
  ///
  /// - Throws: `SQLError`, `ServiceError`, if not even the report could be stored.
  func perform(
    _ fetched: Result<FetchOutcome, FeedFailure>, acceptsFewer: Bool,
    publishing stream: VenueStream
  ) throws -> SyncReport {
    var report = SyncReport(
      feed: feed.name, outcome: .failed, startedAt: now, durationMilliseconds: 0)
    do {
      switch try fetched.get() {
      case .unchanged: try confirm(&report)
      case .documents(let documents):
        try ingest(documents, acceptsFewer: acceptsFewer, into: &report, publishing: stream)
      }
    } catch {
      report.failure = "\(error)"
      try fail(&report)
    }
    return report
  }

  /// Reads the documents, validates their rows and commits them.
  ///
  /// - Parameter report: is filled in, even if this throws.
  /// - Throws: `FeedFailure`, `SQLError`. The store is then unchanged.
  private func ingest(
    _ fetched: FetchedDocuments, acceptsFewer: Bool, into report: inout SyncReport,
    publishing stream: VenueStream
  ) throws {
    let incoming = try IncomingRows(in: store.database, maximumRows: limits.maximumRows)
    do {
      try read(fetched, incoming)
      report.count(incoming)
    } catch {
      report.count(incoming)
      throw error
    }
    let previousCount = try feeds.rowCount(of: stored.number)
    let reason = incoming.rejectionReason(
      previousCount: previousCount, acceptsFewer: acceptsFewer, limits)
    if let reason { throw FeedFailure(reason) }
    report = try stream.change(in: store) { publish in
      try commit(incoming, fetched.versions, report, publish)
    }
  }

  private func commit(
    _ incoming: IncomingRows, _ versions: [Validators], _ report: SyncReport,
    _ publish: VenueStream.Publish
  ) throws -> SyncReport {
    guard try FeedRegistry(store).stored(feed.name).number == stored.number else {
      throw FeedFailure("The feed was removed meanwhile.")
    }
    var report = report
    report.outcome = .synced
    report.count(
      try SyncCommit(store).replaceRows(
        of: stored.number, by: incoming, idPrefix: feed.idPrefix, now: now, publish))
    return try save(report, versions)
  }

  /// Stores the report of a sync in which the source had not changed.
  ///
  /// - Throws: `SQLError`.
  private func confirm(_ report: inout SyncReport) throws {
    report.outcome = .unchanged
    report.rows = try feeds.rowCount(of: stored.number)
    report = try save(report, stored.versions)
  }

  /// Stores the report of a failed sync. The rows and their "as of" stay.
  ///
  /// - Throws: `SQLError`.
  private func fail(_ report: inout SyncReport) throws {
    report.durationMilliseconds = elapsed() / .milliseconds(1)
    let doublings = min(stored.failures, 20)
    let pause = feed.interval.map { min(FeedLimits.retrySeconds << doublings, $0) }
    try feeds.recordFailure(report, of: stored.number, nextSync: due(in: pause))
  }

  private func read(_ fetched: FetchedDocuments, _ incoming: IncomingRows) throws {
    // The temporary table is private, so this transaction blocks nobody. It makes inserts faster.
    try store.database.transaction(.read) {
      for path in fetched.paths {
        guard let reader = feed.reader else {
          try MapExtract.forEachRow(path, limits, incoming.add)
          continue
        }
        try FeedDocument(path: path, limits: limits).forEachRow(reader, incoming.add)
      }
      try incoming.flush()
      try incoming.removeDuplicates()
    }
  }

  private func save(_ report: SyncReport, _ versions: [Validators]) throws -> SyncReport {
    var report = report
    report.durationMilliseconds = elapsed() / .milliseconds(1)
    try feeds.recordSuccess(
      report, of: stored.number, versions: versions, asOf: now, nextSync: due(in: feed.interval))
    return report
  }

  private func due(in seconds: Int?) -> Int64? {
    guard let seconds else { return nil }
    let delay = Double(seconds) * (1 + FeedLimits.jitter * jitter)
    return now.adding(seconds: Int(delay)).millisecondsSince1970
  }
}

extension Feed {
  /// The prefix of the identifiers of new venues before the row's identifier. Elements of
  /// OpenStreetMap need none, as they have the same identifier in every extract.
  var idPrefix: String { format == .osm ? "" : "\(name)/" }

  /// The seconds between syncs; `nil` if the feed is synced on request only.
  var interval: Int? { everySeconds == 0 ? nil : everySeconds ?? FeedLimits.defaultIntervalSeconds }

  /// The latest next sync that can be set at an instant, in milliseconds since 1970.
  func latestSync(after now: Timestamp) -> Int64 {
    let delay = Double(interval ?? 0) * (1 + FeedLimits.jitter)
    let seconds = max(Int(delay), FeedLimits.claimSeconds, FeedLimits.retrySeconds)
    return now.adding(seconds: seconds).millisecondsSince1970
  }
}

extension SyncReport {
  fileprivate mutating func count(_ incoming: IncomingRows) {
    rows = incoming.rows
    duplicates = incoming.duplicates.total
    duplicateRows = incoming.duplicates.wrongRows
    withoutCoordinate = incoming.unplaced
    notOffered = incoming.notOffered
    invalid = incoming.wrong.wrongRows
  }

  fileprivate mutating func count(_ counts: SyncCounts) {
    new = counts.new
    changed = counts.changed
    removed = counts.removed
    merged = counts.merged
  }
}

extension ImportReport {
  /// The most frequent first.
  fileprivate var wrongRows: [RejectedRows] {
    entries.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
      .map { RejectedRows(reason: $0.key, count: $0.value.count, examples: $0.value.examples) }
  }
}
