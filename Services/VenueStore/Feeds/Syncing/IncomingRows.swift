import Messages
import OpenStreetMap
import SQL

/// The rows of a sync as they arrive: in a table of their own that nobody else sees and that ends
/// with the connection, so that what is wrong with a feed is known before anything is changed.
///
/// Memory: a batch of rows and a few pages; the table spills to disk.
final class IncomingRows {
  let database: Database
  private let maximumRows: Int
  private static let batchRows = 256
  /// Identifiers with their rows, `nil` for a wrong one, that are not in the table yet.
  private var waiting: [(id: String, row: FeedRow?)] = []
  private var arrived = 0
  /// Rows that can be used.
  private(set) var rows = 0
  /// Rows that were passed over, as another tells of the venue.
  private(set) var repeated = ImportReport()
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
        -- Of a wrong row only the identifier is known: what it said before is kept.
        is_wrong INTEGER NOT NULL,
        -- The name by which duplicates are found; NULL for a row that cannot have any.
        folded_name TEXT,
        \(FeedRowColumns.definition.replacing("NOT NULL", with: "")),
        \(FeedRowColumns.attributes.joined(separator: ", "))
      ) WITHOUT ROWID;
      DELETE FROM incoming;
      CREATE TEMP TABLE IF NOT EXISTS duplicate (
        row_id TEXT PRIMARY KEY NOT NULL, first_id TEXT NOT NULL
      ) WITHOUT ROWID;
      DELETE FROM duplicate;
      """)
  }

  /// Takes a row, or counts what is wrong with it. The first of several with one identifier counts.
  ///
  /// - Throws: `FeedFailure` where there are too many; `SQLError`.
  func add(_ row: Result<FeedRow, WrongRow>) throws {
    guard arrived < maximumRows else {
      throw FeedFailure("The feed has more than \(maximumRows) rows.")
    }
    arrived += 1
    switch row {
    case .success(let row): waiting.append((row.id, row))
    case .failure(let failure):
      wrong.skip(failure.reason, example: failure.id ?? "row \(arrived)")
      if let id = failure.id { waiting.append((id, nil)) }
    }
    if waiting.count >= Self.batchRows { try flush() }
  }

  /// Takes what has been added into the table, and into the counts; to be called after the last
  /// row.
  ///
  /// - Throws: `SQLError`.
  func flush() throws {
    let counts = try database.run(
      Self.insertStatement, each: waiting.map { Self.values($0.id, $0.row) })
    for ((_, row), count) in zip(waiting, counts) {
      guard let row else { continue }
      guard count > 0 else {
        repeated.skip("row with the identifier of another", example: row.id)
        continue
      }
      rows += 1
      if row.coordinate == nil { unplaced += 1 }
      if row.standing != nil { notOffered += 1 }
    }
    waiting.removeAll(keepingCapacity: true)
  }

  /// Counts a row that was added before as a duplicate.
  func countDuplicate(
    _ reason: String, example: String, isUnplaced: Bool, isNotOffered: Bool
  ) {
    repeated.skip(reason, example: example)
    rows -= 1
    if isUnplaced { unplaced -= 1 }
    if isNotOffered { notOffered -= 1 }
  }

  private static func values(_ id: String, _ row: FeedRow?) -> [(any SQLBindable)?] {
    let data = row.map(FeedRowColumns.values) ?? FeedRowColumns.columns.map { _ in nil }
    return [id, row == nil, row?.foldedName] + data
  }

  private static let insertStatement: String = {
    let marks = FeedRowColumns.columns.map { _ in ", ?" }.joined()
    return """
      INSERT INTO incoming (row_id, is_wrong, folded_name, \(FeedRowColumns.list()))
      VALUES (?, ?, ?\(marks)) ON CONFLICT DO NOTHING
      """
  }()
}

// MARK: Whether to believe them

extension IncomingRows {
  /// Why the feed is not believed; `nil` where it is.
  ///
  /// - Parameters:
  ///   - before: how many rows the feed had; 0 before its first sync.
  ///   - acceptsFewer: whether somebody has said that so few are right.
  func doubt(before: Int, acceptsFewer: Bool, _ limits: FeedLimits) -> String? {
    let all = rows + wrong.total
    guard rows > 0 else {
      let reasons = wrong.isEmpty ? "" : " \(wrong.lines.joined(separator: "; "))."
      return "The document holds no row that can be used.\(reasons)"
    }
    if all >= limits.judgedRows,
      Double(wrong.total) > limits.largestWrongShare * Double(all)
    {
      return """
        \(wrong.total) of \(all) rows cannot be read: \(wrong.lines.joined(separator: "; ")).
        """
    }
    if before >= limits.judgedRows, !acceptsFewer,
      Double(rows) < limits.smallestShare * Double(before)
    {
      return """
        The document holds \(rows) rows, where there were \(before) before. If that is right, sync \
        with --accept-fewer.
        """
    }
    return nil
  }
}
