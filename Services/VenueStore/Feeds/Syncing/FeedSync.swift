import Messages
import OpenStreetMap
import SQL

/// One feed brought up to date from documents that are on disk, on a connection of its own.
///
/// The rows are read and judged before anything is changed; one transaction then changes all.
struct FeedSync {
  let store: VenueDatabase
  let stored: StoredFeed
  let limits: FeedLimits
  let now: Timestamp
  /// Where in its interval the next sync falls, -1 ... 1.
  let jitter: Double
  /// How long the sync has taken so far.
  let elapsed: @Sendable () -> Duration

  private var feed: Feed { stored.feed }

  /// Takes over what was fetched, and keeps the report of how it went.
  ///
  /// - Throws: `SQLError`, `ServiceError`, where even that could not be written.
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
        try take(documents, acceptsFewer: acceptsFewer, into: &report, publishing: stream)
      }
    } catch {
      report.failure = "\(error)"
      try fail(&report)
    }
    return report
  }

  /// Reads the documents, and where they are believed takes over what they say.
  ///
  /// - Parameters:
  ///   - report: is filled in, also where this throws.
  ///   - told: is handed what is to be published, once it is on disk.
  /// - Throws: `FeedFailure`, `SQLError`: the store is as it was.
  private func take(
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
    let before = try store.rowCount(of: stored.number)
    if let doubt = incoming.doubt(before: before, acceptsFewer: acceptsFewer, limits) {
      throw FeedFailure(doubt)
    }
    report = try stream.change(in: store) { publish in
      try commit(incoming, fetched.versions, report, publish)
    }
  }

  private func commit(
    _ incoming: IncomingRows, _ versions: [Validators], _ report: SyncReport,
    _ publish: VenueStream.Publish
  ) throws -> SyncReport {
    guard try store.storedFeed(feed.name).number == stored.number else {
      throw FeedFailure("The feed was removed meanwhile.")
    }
    var report = report
    report.outcome = .synced
    report.count(
      try store.commit(
        incoming, feed: stored.number, idPrefix: feed.idPrefix, now: now, publish))
    return try save(report, versions)
  }

  /// Notes that the source has nothing new.
  ///
  /// - Throws: `SQLError`.
  private func confirm(_ report: inout SyncReport) throws {
    report.outcome = .unchanged
    report.rows = try store.rowCount(of: stored.number)
    report = try save(report, stored.versions)
  }

  /// Notes a failure. What the store holds, and its "as of", stay.
  ///
  /// - Throws: `SQLError`.
  private func fail(_ report: inout SyncReport) throws {
    report.durationMilliseconds = elapsed() / .milliseconds(1)
    let doublings = min(stored.failures, 20)
    let pause = feed.interval.map { min(FeedLimits.retrySeconds << doublings, $0) }
    try store.database.run(
      """
      UPDATE feed SET report = ?, next_sync_milliseconds = ?, failures = failures + 1
      WHERE number = ?
      """, try MessageCoder.encode(report), due(in: pause), stored.number)
  }

  private func read(_ fetched: FetchedDocuments, _ incoming: IncomingRows) throws {
    // A transaction of a table that is not in the file holds up nobody, and is faster than none.
    try store.database.transaction(.read) {
      for path in fetched.paths {
        guard let reader = feed.reader else {
          try MapExtract.forEachRow(path, incoming.add)
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
    try store.database.run(
      """
      UPDATE feed SET versions = ?, as_of_milliseconds = ?, report = ?,
        next_sync_milliseconds = ?, failures = 0
      WHERE number = ?
      """, versions.isEmpty ? nil : try MessageCoder.encode(versions), now.millisecondsSince1970,
      try MessageCoder.encode(report), due(in: feed.interval), stored.number)
    return report
  }

  private func due(in seconds: Int?) -> Int64? {
    guard let seconds else { return nil }
    let drawn = Double(seconds) * (1 + FeedLimits.jitter * jitter)
    return now.adding(seconds: Int(drawn)).millisecondsSince1970
  }
}

extension VenueDatabase {
  fileprivate func rowCount(of feed: Int) throws -> Int {
    try database.first(
      "SELECT count(*) FROM feed_row WHERE feed = ? AND is_gone = 0", feed, map: { $0.int(0) }) ?? 0
  }
}

extension Feed {
  /// What stands before a row's identifier in that of a new venue: an element of OpenStreetMap is
  /// the same in every extract.
  var idPrefix: String { format == .osm ? "" : "\(name)/" }

  /// Seconds from a sync to the next; `nil` where that is only when asked.
  var interval: Int? { everySeconds == 0 ? nil : everySeconds ?? FeedLimits.defaultIntervalSeconds }
}

extension SyncReport {
  fileprivate mutating func count(_ incoming: IncomingRows) {
    rows = incoming.rows
    duplicates = incoming.repeated.total
    duplicateRows = incoming.repeated.wrongRows
    unplaced = incoming.unplaced
    notOffered = incoming.notOffered
    wrong = incoming.wrong.wrongRows
  }

  fileprivate mutating func count(_ counts: SyncCounts) {
    new = counts.new
    changed = counts.changed
    gone = counts.gone
    merged = counts.merged
  }
}

extension ImportReport {
  /// The most frequent first.
  fileprivate var wrongRows: [WrongRows] {
    entries.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
      .map { WrongRows(reason: $0.key, count: $0.value.count, examples: $0.value.examples) }
  }
}
