import Memberwise

/// A failed call of a database, with its statement.
@Memberwise(positional: 1)
package struct SQLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Kinds of failure that callers handle differently.
  package enum Kind: Sendable, Hashable {
    /// The disk, or the page limit of the database, is exhausted.
    case diskFull
    /// The disk fails, or has become read-only.
    case diskFailure
    /// The file is damaged, or not a database.
    case corrupt
    /// Another connection held its lock for longer than the busy time-out; trying again may help.
    case busy
    /// A uniqueness, check, not-null or foreign-key rule was broken; nothing was written.
    case constraintViolation
    /// There is no such file, and it cannot be created.
    case cannotOpen
    /// No server responds, or it refuses the connection.
    case unreachable
    /// A text has a character that the database cannot store; nothing was read or written.
    case unfitText
    /// Anything else: an error in the statement.
    case other
  }

  package let kind: Kind
  /// The engine and its error code: "SQLite 2067", "PostgreSQL 23505".
  package let code: String
  /// The engine's message, or ours if the call was wrong before it reached the engine.
  package let message: String
  /// The statement, or `nil` if there was none, as when opening.
  package let sql: String?
  /// The database's file or server.
  package let location: String

  /// See `Kind.diskFull`.
  package var isDiskFull: Bool { kind == .diskFull }
  /// See `Kind.corrupt`.
  package var isCorrupt: Bool { kind == .corrupt }
  /// See `Kind.busy`.
  package var isBusy: Bool { kind == .busy }
  /// See `Kind.constraintViolation`.
  package var isConstraintViolation: Bool { kind == .constraintViolation }
  /// Whether the same call may succeed later without a change here.
  package var isTransient: Bool {
    [.diskFull, .diskFailure, .busy, .cannotOpen, .unreachable].contains(kind)
  }

  /// What was being done, with which database, why it failed, and what to do next.
  package var description: String {
    let what = sql.map { "running \"\(Self.shortened($0))\"" } ?? "opening"
    return "Database \(location), \(what): \(message) (\(code)).\(advice)"
  }

  private var advice: String {
    switch kind {
    case .diskFull: " Free some disk space, then try again."
    case .diskFailure: " Look into the system's log, and make the disk writable again."
    case .corrupt: " Restore the file from a backup, or remove it to begin with an empty one."
    case .busy: " Another process is writing; try again."
    case .cannotOpen: " Check that the folder exists and may be written."
    case .unreachable: " Check that the server runs and accepts the user."
    case .constraintViolation, .unfitText, .other: ""
    }
  }

  private static func shortened(_ sql: String) -> String {
    let words = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count <= 200 ? words : words.prefix(200) + "…"
  }
}
