import FoundationEssentials
import Idempotency
import Messages
import SQL
import SQLite
import Time

/// All boards, on disk: a change is there before its method returns, and a process that is killed
/// half-way has changed nothing.
actor PinBoards {
  private let database: Database
  private let replies = KeptReplies()

  /// Opens the file, making it where there is none.
  ///
  /// - Throws: `SQLError`, with `isCorrupt` where the file is damaged; `NewerSchemaError`.
  init(path: String) throws {
    database = try Database(path: path, mode: .readWrite)
    try database.migrate(Self.migrations)
  }

  private static let migrations = [
    """
    -- A board's content is a `StoredBoard`. Where its fences are pending, the geofence monitor has
    -- not been told of the last change.
    CREATE TABLE board (
      id TEXT PRIMARY KEY, content BLOB NOT NULL, fences_pending INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE INDEX board_pending ON board (id) WHERE fences_pending;
    """ + KeptReplies.schema
  ]

  /// A board; an empty one where there is none.
  ///
  /// - Throws: `SQLError`.
  func board(_ id: BoardID) throws -> StoredBoard { try entry(id)?.board ?? StoredBoard() }

  /// What was answered to the request before, under the same key.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` or `conflict`; `SQLError`.
  func answer(to request: some RequestMessage, key: String?) throws -> StoredBoard? {
    try replies.find(StoredBoard.self, for: request, key: key, in: database)
  }

  /// Puts a board in the place of another, and keeps it as the reply to the request.
  ///
  /// - Returns: `false`, and nothing is changed, where somebody else has changed the board since.
  /// - Throws: `ServiceError` with `conflict` for too many boards; `SQLError`.
  func replace(
    _ old: StoredBoard, by new: StoredBoard, _ id: BoardID, for request: some RequestMessage,
    key: String?, now: Timestamp
  ) throws -> Bool {
    try database.transaction {
      let kept = try entry(id)
      guard (kept?.board ?? StoredBoard()) == old else { return false }
      if kept == nil { try checkRoom() }
      let isPending = kept?.isPending == true || old.fences(of: id) != new.fences(of: id)
      try database.run(
        """
        INSERT INTO board (id, content, fences_pending) VALUES (?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET
          content = excluded.content, fences_pending = excluded.fences_pending
        """, id.rawValue, try MessageCoder.encode(new), isPending ? 1 : 0)
      try replies.keep(new, for: request, key: key, now: now, in: database)
      return true
    }
  }

  /// Whether the fences of a board are still to be told to the geofence monitor.
  ///
  /// - Throws: `SQLError`.
  func isPending(_ id: BoardID) throws -> Bool { try entry(id)?.isPending ?? false }

  /// The boards whose fences are.
  ///
  /// - Throws: `SQLError`.
  func pending() throws -> [BoardID] {
    try database.query("SELECT id FROM board WHERE fences_pending") {
      BoardID(rawValue: $0.text(0))
    }
  }

  /// Notes that the geofence monitor has the fences of a board, unless it has changed since.
  ///
  /// - Throws: `SQLError`.
  func noteWatched(_ id: BoardID, as board: StoredBoard) throws {
    try database.transaction {
      guard try entry(id)?.board == board else { return }
      try database.run("UPDATE board SET fences_pending = 0 WHERE id = ?", id.rawValue)
    }
  }

  private func entry(_ id: BoardID) throws -> (board: StoredBoard, isPending: Bool)? {
    let row = try database.first(
      "SELECT content, fences_pending FROM board WHERE id = ?", id.rawValue
    ) { ($0.data(0), $0.int(1) != 0) }
    return try row.map { (try MessageCoder.decode(StoredBoard.self, from: $0.0), $0.1) }
  }

  private func checkRoom() throws {
    let count = try database.first("SELECT count(*) FROM board") { $0.int(0) }
    guard (count ?? 0) < PinLimits.maximumBoards else {
      throw ServiceError(.conflict, "There are \(PinLimits.maximumBoards) boards already.")
    }
  }
}
