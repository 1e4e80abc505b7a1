import CSQLite

/// What SQLite refused, and in the words of which statement.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The primary result code, such as 19 for a broken constraint.
  package let code: Int32
  /// The extended result code, such as 2067 for a broken uniqueness.
  package let extendedCode: Int32
  /// SQLite's own words, or ours where the call was wrong before SQLite saw it.
  package let message: String
  /// The statement, or `nil` where there was none, as when opening.
  package let sql: String?
  /// The database file.
  package let path: String

  /// An error of this extended code, which holds the primary one.
  package init(extendedCode: Int32, message: String, sql: String?, path: String) {
    self.code = extendedCode & 0xFF
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
    self.path = path
  }

  /// The disk, or the page limit of the database, is exhausted.
  package var isDiskFull: Bool { code == SQLITE_FULL }

  /// The file is damaged, or no SQLite database at all.
  package var isCorrupt: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }

  /// Another connection held its lock for longer than the busy time-out; trying again may help.
  package var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }

  /// A uniqueness, check, not-null or foreign-key rule was broken; nothing was written.
  package var isConstraintViolation: Bool { code == SQLITE_CONSTRAINT }

  /// What was being done, with which file, why it failed, and what to do next.
  package var description: String {
    let what = sql.map { "running \"\(Self.shortened($0))\"" } ?? "opening"
    return "Database \(path), \(what): \(message) (SQLite \(extendedCode)).\(advice)"
  }

  private var advice: String {
    if isDiskFull { return " Free some disk space, then try again." }
    if isCorrupt { return " Restore the file from a backup, or remove it so that it is made anew." }
    if isBusy { return " Another process is writing; try again." }
    if code == SQLITE_CANTOPEN { return " Check that the folder exists and may be written." }
    return ""
  }

  private static func shortened(_ sql: String) -> String {
    let words = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count <= 200 ? words : words.prefix(200) + "…"
  }
}

/// The file was written by a newer program, which may keep what this one would lose.
package struct NewerSchemaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The database file.
  package let path: String
  /// The version in the file.
  package let found: Int
  /// The newest version this program knows.
  package let known: Int

  /// A refusal as a test describes it.
  package init(path: String, found: Int, known: Int) {
    self.path = path
    self.found = found
    self.known = known
  }

  /// What was found, what is known, and what to do next.
  package var description: String {
    """
    Database \(path): its schema is version \(found), this program knows versions up to \(known). \
    Run the newer program that wrote it, or restore a backup from before the upgrade.
    """
  }
}
