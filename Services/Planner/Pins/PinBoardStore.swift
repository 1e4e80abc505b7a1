import FoundationEssentials
import Idempotency
import MessageBus
import Messages
import SQL
import Stores
import Time

/// All boards: a change is on disk before its method returns, and a process that is killed half-way
/// has changed nothing. Several planners may share the boards on a server.
///
/// Runs on its own thread, as it waits for the disk or the server.
actor PinBoardStore {
  private let executor = ThreadExecutor("pin-boards")
  let database: Database
  private let location: StoreLocation
  private let replies = StoredReplies()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens the store, or creates it.
  ///
  /// - Throws: `SQLError`, with `isCorrupt` for a damaged file; `SchemaVersionError`.
  init(at location: StoreLocation) throws {
    self.location = location
    database = try Self.database(at: location)
  }

  /// The database with its tables.
  ///
  /// - Throws: as `init` does.
  static func database(at location: StoreLocation) throws -> Database {
    let database = try location.open()
    try database.create(tables)
    try database.transaction { try database.define(usualTable) }
    return database
  }

  private static let tables = Schema(
    version: 3,
    tables: """
      CREATE TABLE board (
        id TEXT PRIMARY KEY NOT NULL,
        -- A `StoredBoard` as JSON.
        content BLOB NOT NULL,
        -- A `RowDigest` of name and content.
        digest TEXT NOT NULL,
        -- Not 0: the geofence monitor has not accepted the fences of the last change.
        fences_pending INTEGER NOT NULL DEFAULT 0,
        -- Until when a planner may be sending the fences, in milliseconds since 1970.
        sending_until INTEGER NOT NULL DEFAULT 0
      ) WITHOUT ROWID;
      CREATE INDEX board_pending ON board (id) WHERE fences_pending <> 0;

      """ + StoredReplies.schema)

  /// A board; an empty one if nothing is stored under that name.
  ///
  /// - Throws: `SQLError`.
  func board(_ id: BoardID) throws -> StoredBoard { try entry(id)?.board ?? StoredBoard() }

  /// The reply stored for an earlier request with the same key.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` or `conflict`; `SQLError`.
  func answer(to request: some RequestMessage, key: IdempotencyKey?) throws -> StoredBoard? {
    try replies.find(StoredBoard.self, for: request, key: key, in: database)
  }

  /// What became of a change.
  enum Outcome: Sendable, Hashable {
    /// The board, as it now is or as it was when the request came first.
    case done(StoredBoard)
    /// Nothing was changed: the stored board is no longer the one that the change began with.
    case outdated
  }

  /// Replaces a board, and stores the new one as the reply to the request. Of requests with one key
  /// that come at the same time, also to several planners, one changes the board.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` or `conflict` for the key, with `conflict` for
  ///   too many boards; `SQLError`.
  func replace(
    _ old: StoredBoard, by new: StoredBoard, _ id: BoardID, for request: some RequestMessage,
    key: IdempotencyKey?, now: Timestamp
  ) throws -> Outcome {
    try database.transaction {
      if let board = try answer(to: request, key: key) { return .done(board) }
      let stored = try entry(id)
      guard (stored?.board ?? StoredBoard()) == old else { return .outdated }
      if stored == nil { try checkCapacity() }
      let isPending = stored?.isPending == true || old.fences(of: id) != new.fences(of: id)
      let content = try MessageCoder.encode(new)
      try database.run(
        """
        INSERT INTO board (id, content, digest, fences_pending) VALUES (?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET content = excluded.content, digest = excluded.digest,
          fences_pending = excluded.fences_pending
        """, id.rawValue, content, RowDigest.of(id.rawValue, content), isPending ? 1 : 0)
      try replies.keep(new, for: request, key: key, now: now, in: database)
      return .done(new)
    }
  }

  private func entry(
    _ id: BoardID
  ) throws -> (board: StoredBoard, isPending: Bool, sendingUntil: Int64)? {
    let row = try database.first(
      "SELECT id, content, digest, fences_pending, sending_until FROM board WHERE id = ?",
      id.rawValue
    ) { row in
      try row.check("The board", "id", "content")
      return (row.data("content"), row.bool("fences_pending"), row.int64("sending_until"))
    }
    return try row.map { (try MessageCoder.decode(StoredBoard.self, from: $0.0), $0.1, $0.2) }
  }

  private func checkCapacity() throws {
    let count = try database.first("SELECT count(*) AS boards FROM board") { $0.int("boards") }
    try check(
      (count ?? 0) < PinLimits.maximumBoards, or: .conflict,
      "There are \(PinLimits.maximumBoards) boards already.")
  }
}

// MARK: - Fences

extension PinBoardStore {
  /// The right of one planner to send the fences of a board.
  struct FenceTurn: Sendable, Hashable {
    let board: StoredBoard
    /// In milliseconds since 1970. No two turns of a board have the same.
    fileprivate let until: Int64
  }

  /// Whether the geofence monitor has yet to accept the fences of a board.
  ///
  /// - Throws: `SQLError`.
  func isPending(_ id: BoardID) throws -> Bool { try entry(id)?.isPending ?? false }

  /// The boards whose fences are pending.
  ///
  /// - Throws: `SQLError`.
  func pending() throws -> [BoardID] {
    try database.query("SELECT id FROM board WHERE fences_pending <> 0") {
      BoardID(rawValue: $0.text("id"))
    }
  }

  /// Takes the turn to send the fences of a board as it now is; `nil` if they are not pending, or
  /// another planner has the turn.
  ///
  /// Without turns the fences of an older board could reach the monitor after those of a newer one.
  ///
  /// - Throws: `SQLError`.
  func takeTurn(of id: BoardID, now: Timestamp) throws -> FenceTurn? {
    try database.transaction {
      let now = now.millisecondsSince1970
      guard let entry = try entry(id), entry.isPending else { return nil }
      let until = now + Int64(PlanningLimits.pinFenceTurn / .milliseconds(1))
      let skew = Int64(PlanningLimits.clockSkew / .milliseconds(1))
      // A turn far in the future was taken by a clock that was wrong.
      guard entry.sendingUntil <= now || entry.sendingUntil > until + skew else { return nil }
      try database.run("UPDATE board SET sending_until = ? WHERE id = ?", until, id.rawValue)
      return FenceTurn(board: entry.board, until: until)
    }
  }

  /// Ends a turn. The fences are pending unless the monitor accepted those of the board as it now
  /// is, within the turn: a planner that was stopped for longer may have undone what another sent.
  ///
  /// - Throws: `SQLError`.
  func end(_ turn: FenceTurn, of id: BoardID, isAccepted: Bool) throws {
    try database.transaction {
      guard let entry = try entry(id) else { return }
      let isOurs = entry.sendingUntil == turn.until
      let isDone = isOurs && isAccepted && entry.board.fences(of: id) == turn.board.fences(of: id)
      try database.run(
        "UPDATE board SET fences_pending = ?, sending_until = ? WHERE id = ?", isDone ? 0 : 1,
        isOurs ? 0 : entry.sendingUntil, id.rawValue)
    }
  }
}

// MARK: - Personal data

extension PinBoardStore {
  private static func rows(of user: String) -> PersonalRows {
    PersonalRows("board", where: "id = ?", [user])
  }

  /// A user's board, or no row.
  ///
  /// - Throws: `SQLError`.
  func export(_ user: String) throws -> [[String: String]] {
    try Self.rows(of: user).export(["id", "content"], from: database)
  }

  /// Erases a user's board, usual places and trip, and the replies that repeat boards.
  ///
  /// - Returns: how many rows, by table.
  /// - Throws: `ServiceError` with `unavailable`: repeat it; `SQLError`.
  func erase(_ user: String) async throws -> [String: Int] {
    let count = try database.transaction {
      try replies.erase(["\(ServiceName.planner).pin"], from: database)
      return [
        "board": try Self.rows(of: user).erase(from: database),
        "usual": try PersonalRows("usual", where: "id = ?", [user]).erase(from: database),
      ]
    }
    try await database.rewrite(["board", "kept_reply", "usual"], at: location)
    return count
  }
}
