import FoundationEssentials
import Idempotency
import MessageBus
import Messages
import SQL
import SQLite
import Time

/// All boards, in SQLite: a change is on disk before its method returns, and a process that is
/// killed half-way has changed nothing.
///
/// Runs on a thread of its own, as it waits for the disk.
actor PinBoardStore {
  private let executor = ThreadExecutor("pin-boards")
  private let database: Database
  private let replies = StoredReplies()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens the file, or creates it.
  ///
  /// - Throws: `SQLError`, with `isCorrupt` for a damaged file; `NewerSchemaError`.
  init(path: String) throws {
    database = try Database(path: path, mode: .readWrite)
    try database.migrate(Self.migrations)
  }

  private static let migrations = [
    """
    -- A board's content is a `StoredBoard`. Where its fences are pending, the geofence monitor has
    -- not accepted the last change.
    CREATE TABLE board (
      id TEXT PRIMARY KEY, content BLOB NOT NULL, fences_pending INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE INDEX board_pending ON board (id) WHERE fences_pending;
    """ + StoredReplies.schema
  ]

  /// A board; an empty one if nothing is stored under that name.
  ///
  /// - Throws: `SQLError`.
  func board(_ id: BoardID) throws -> StoredBoard { try entry(id)?.board ?? StoredBoard() }

  /// The reply stored for an earlier request with the same key.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` or `conflict`; `SQLError`.
  func answer(to request: some RequestMessage, key: String?) throws -> StoredBoard? {
    try replies.find(StoredBoard.self, for: request, key: key, in: database)
  }

  /// Replaces a board, and stores the new one as the reply to the request.
  ///
  /// - Returns: `false`, with nothing changed, if the stored board is no longer `old`.
  /// - Throws: `ServiceError` with `conflict` for too many boards; `SQLError`.
  func replace(
    _ old: StoredBoard, by new: StoredBoard, _ id: BoardID, for request: some RequestMessage,
    key: String?, now: Timestamp
  ) throws -> Bool {
    try database.transaction {
      let stored = try entry(id)
      guard (stored?.board ?? StoredBoard()) == old else { return false }
      if stored == nil { try checkCapacity() }
      let isPending = stored?.isPending == true || old.fences(of: id) != new.fences(of: id)
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

  /// Whether the geofence monitor has yet to accept the fences of a board.
  ///
  /// - Throws: `SQLError`.
  func isPending(_ id: BoardID) throws -> Bool { try entry(id)?.isPending ?? false }

  /// The boards whose fences are pending.
  ///
  /// - Throws: `SQLError`.
  func pending() throws -> [BoardID] {
    try database.query("SELECT id FROM board WHERE fences_pending") {
      BoardID(rawValue: $0.text(0))
    }
  }

  /// Marks the fences of a board as accepted by the geofence monitor, unless the board has changed
  /// since.
  ///
  /// - Throws: `SQLError`.
  func markPublished(_ id: BoardID, as board: StoredBoard) throws {
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

  private func checkCapacity() throws {
    let count = try database.first("SELECT count(*) FROM board") { $0.int(0) }
    guard (count ?? 0) < PinLimits.maximumBoards else {
      throw ServiceError(.conflict, "There are \(PinLimits.maximumBoards) boards already.")
    }
  }
}
