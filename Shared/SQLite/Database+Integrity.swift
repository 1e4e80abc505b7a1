package import SQL

extension Database {
  /// How many problems of each kind `integrityProblems` returns.
  static let maxProblems = 10

  /// The problems of the file, as SQLite describes them; empty for a sound file.
  ///
  /// Reads the whole file, and checks its indexes and foreign keys.
  ///
  /// - Throws: `SQLError` if the file cannot be read. A corrupt file is a result, not an error.
  package func integrityProblems() throws -> [String] {
    do {
      return try brokenPages() + danglingKeys()
    } catch let error as SQLError where error.isCorrupt {
      return [error.message]
    }
  }

  private func brokenPages() throws -> [String] {
    try query("PRAGMA integrity_check(\(Self.maxProblems))") {
      $0.text("integrity_check")
    }.filter { $0 != "ok" }
  }

  private func danglingKeys() throws -> [String] {
    let sql = "SELECT rowid, \"table\", parent FROM pragma_foreign_key_check LIMIT ?"
    return try query(sql, Self.maxProblems) {
      "row \($0.int64("rowid")) of \($0.text("table")) refers to a missing row of "
        + $0.text("parent")
    }
  }
}
