import OpenStreetMap
import SQL

/// The staging table of a sync: a temporary table of the connection, in which all rows are
/// collected so that errors are known before the store is changed.
///
/// Memory: a batch of rows and a few pages, as the table spills to disk.
final class IncomingRows {
  let database: Database
  private let maximumRows: Int
  private static let batchRows = 256
  /// Rows that are not in the table yet, with their identifiers; `nil` for an invalid row.
  private var batch: [(id: String, row: FeedRow?)] = []
  private var readRows = 0
  /// The number of rows in the table that are valid and not duplicates.
  private(set) var rows = 0
  /// Rows that were dropped, because another one has the same identifier or venue.
  private(set) var duplicates = ImportReport()
  private(set) var unplaced = 0
  private(set) var notOffered = 0
  private(set) var wrong = ImportReport()

  /// - Throws: `SQLError`.
  init(in database: Database, maximumRows: Int) throws {
    self.database = database
    self.maximumRows = maximumRows
    try database.define(
      """
      CREATE TEMP TABLE IF NOT EXISTS incoming (
        row_id TEXT PRIMARY KEY NOT NULL,
        -- Of an invalid row only the identifier is known: its previous data is kept.
        is_invalid INTEGER NOT NULL,
        -- The name by which duplicates are found; NULL for a row that cannot have any.
        folded_name TEXT,
        name TEXT, category TEXT, latitude REAL, longitude REAL, standing TEXT,
        geocodable_address TEXT,
        \(FactColumns.definition)
      ) WITHOUT ROWID;
      DELETE FROM incoming;
      CREATE TEMP TABLE IF NOT EXISTS duplicate (
        row_id TEXT PRIMARY KEY NOT NULL, first_id TEXT NOT NULL
      ) WITHOUT ROWID;
      DELETE FROM duplicate;
      """)
  }

  /// Adds a row, or counts its error. Of several rows with one identifier the first is kept.
  ///
  /// - Throws: `FeedFailure` if there are too many; `SQLError`.
  func add(_ row: Result<FeedRow, RejectedRow>) throws {
    guard readRows < maximumRows else { throw FeedFailure.tooManyRows(maximumRows) }
    readRows += 1
    switch row {
    case .success(let row): batch.append((row.id, row))
    case .failure(let failure):
      wrong.skip(failure.reason, example: failure.id ?? "row \(readRows)")
      if let id = failure.id { batch.append((id, nil)) }
    }
    if batch.count >= Self.batchRows { try flush() }
  }

  /// Writes the current batch to the table and updates the counts; to be called after the last row.
  ///
  /// - Throws: `SQLError`.
  func flush() throws {
    let counts = try database.run(
      Self.insertStatement, each: batch.map { Self.values($0.id, $0.row) })
    for ((_, row), count) in zip(batch, counts) {
      guard let row else { continue }
      guard count > 0 else {
        duplicates.skip("row with the identifier of another", example: row.id)
        continue
      }
      rows += 1
      if row.coordinate == nil { unplaced += 1 }
      if row.standing != nil { notOffered += 1 }
    }
    batch.removeAll(keepingCapacity: true)
  }

  /// Counts a row that was added before as a duplicate.
  func countDuplicate(
    _ reason: String, example: String, isUnplaced: Bool, isNotOffered: Bool
  ) {
    duplicates.skip(reason, example: example)
    rows -= 1
    if isUnplaced { unplaced -= 1 }
    if isNotOffered { notOffered -= 1 }
  }

  private static func values(_ id: String, _ row: FeedRow?) -> [(any SQLBindable)?] {
    let data = row.map(FeedRowColumns.values) ?? FeedRowColumns.names.map { _ in nil }
    return [id, row == nil, row?.foldedName] + data
  }

  private static let insertStatement: String = {
    let marks = FeedRowColumns.names.map { _ in ", ?" }.joined()
    return """
      INSERT INTO incoming (row_id, is_invalid, folded_name, \(FeedRowColumns.list()))
      VALUES (?, ?, ?\(marks)) ON CONFLICT DO NOTHING
      """
  }()
}

// MARK: Plausibility

extension IncomingRows {
  /// Why the rows are rejected as implausible; `nil` if they are accepted.
  ///
  /// - Parameters:
  ///   - previousCount: the feed's rows in the store; 0 before its first sync.
  ///   - acceptsFewer: whether the user has confirmed that so few rows are right.
  func rejectionReason(previousCount: Int, acceptsFewer: Bool, _ limits: FeedLimits) -> String? {
    let all = rows + wrong.total
    guard rows > 0 else {
      let reasons = wrong.isEmpty ? "" : " \(wrong.lines.joined(separator: "; "))."
      return "The document holds no row that can be used.\(reasons)"
    }
    if all >= limits.minimumRowsForShares,
      Double(wrong.total) > limits.maximumInvalidShare * Double(all)
    {
      return """
        \(wrong.total) of \(all) rows cannot be read: \(wrong.lines.joined(separator: "; ")).
        """
    }
    if previousCount >= limits.minimumRowsForShares, !acceptsFewer,
      Double(rows) < limits.minimumRowShare * Double(previousCount)
    {
      return """
        The document holds \(rows) rows, where there were \(previousCount) before. If that is \
        right, sync with --accept-fewer.
        """
    }
    return nil
  }
}
