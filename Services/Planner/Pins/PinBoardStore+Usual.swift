import FoundationEssentials
import Messages
import SQL
import Stores

/// The home, work and usual trip of users, beside their boards.
extension PinBoardStore {
  /// Later than the other tables, which older stores have without it.
  static let usualTable = """
    CREATE TABLE IF NOT EXISTS usual (
      -- The user's name.
      id TEXT PRIMARY KEY NOT NULL,
      -- A `Usual` as JSON.
      content BLOB NOT NULL,
      digest TEXT NOT NULL
    ) WITHOUT ROWID
    """

  /// - Throws: `ServiceError`, see `UsualRequest`; `SQLError`.
  func usual(_ request: UsualRequest) throws -> Usual {
    try check(request.user, "The user's name", bytes: 1...UsualLimits.maximumUserBytes)
    return try usual(of: request.user) ?? Usual()
  }

  /// - Throws: `ServiceError`, see `UsualPutRequest`; `SQLError`.
  func put(_ request: UsualPutRequest) throws -> Usual {
    try validate(request)
    return try database.transaction {
      let old = try usual(of: request.user)
      if old == nil { try checkUsers() }
      let isTripKept = request.trip.map { !$0.parameters.isEmpty } ?? true
      let new = Usual(
        home: Self.changed(old?.home, to: request.home),
        work: Self.changed(old?.work, to: request.work),
        trip: isTripKept ? request.trip ?? old?.trip : nil)
      let content = try MessageCoder.encode(new)
      try database.run(
        """
        INSERT INTO usual (id, content, digest) VALUES (?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET content = excluded.content, digest = excluded.digest
        """, request.user, content, RowDigest.of(request.user, content))
      return new
    }
  }

  private static func changed(_ old: String?, to new: String?) -> String? {
    new.map { $0.isEmpty ? nil : $0 } ?? old
  }

  private func usual(of user: String) throws -> Usual? {
    let content = try database.first(
      "SELECT id, content, digest FROM usual WHERE id = ?", user
    ) { row in
      try row.check("What is usual", "id", "content")
      return row.data("content")
    }
    return try content.map { try MessageCoder.decode(Usual.self, from: $0) }
  }

  private func checkUsers() throws {
    let count = try database.first("SELECT count(*) AS users FROM usual") { $0.int("users") }
    try check(
      (count ?? 0) < UsualLimits.maximumUsers, or: .conflict,
      "\(UsualLimits.maximumUsers) users have a usual trip or place already.")
  }

  private func validate(_ request: UsualPutRequest) throws(ServiceError) {
    try check(request.user, "The user's name", bytes: 1...UsualLimits.maximumUserBytes)
    for (text, role) in [
      (request.home, "home"), (request.work, "work"), (request.trip?.words, "The trip's words"),
    ] {
      try check(text, role, bytes: 0...UsualLimits.maximumTextBytes)
    }
    let bytes = request.trip?.parameters.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    try check(
      bytes, "The number of bytes of the trip's parameters",
      in: 0...UsualLimits.maximumParameterBytes)
  }

  /// A user's row; none where nothing is kept.
  ///
  /// - Throws: `SQLError`.
  func exportUsual(_ user: String) throws -> [[String: String]] {
    try PersonalRows("usual", where: "id = ?", [user]).export(["id", "content"], from: database)
  }
}
