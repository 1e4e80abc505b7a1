package import Messages
package import SQL

/// The rows of a table that are about somebody, to be exported or erased.
package struct PersonalRows: Sendable {
  private let table: String
  private let condition: String
  private let values: [String]

  /// - Parameter condition: in SQL, with a `?` for each of the values.
  package init(_ table: String, where condition: String, _ values: [String]) {
    self.table = table
    self.condition = condition
    self.values = values
  }

  /// Rows with the name of one of the subject's devices in a column, by the rule of
  /// `DataSubject.includes`.
  ///
  /// - Parameter joined: where the name is in another table, the condition around that of the name,
  ///   such as `number IN (SELECT number FROM device WHERE %)`.
  package init(
    _ table: String, deviceIn column: String, of subject: DataSubject, joined: String = "%"
  ) {
    var condition = "\(column) = ?"
    var values = [subject.user ?? subject.device?.rawValue ?? ""]
    if let user = subject.user {
      condition += " OR substr(\(column), 1, \(user.unicodeScalars.count + 1)) IN (?, ?)"
      values += [user + ".", user + "/"]
    }
    self.init(table, where: joined.replacing("%", with: condition), values)
  }

  /// Each row as its columns, without those that are NULL.
  ///
  /// - Throws: `SQLError`.
  package func export(
    _ columns: [String], from database: Database
  ) throws -> [[String: String]] {
    let sql = "SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE \(condition)"
    return try database.query(sql, values) { row in
      var record: [String: String] = [:]
      for (index, column) in columns.enumerated() { record[column] = Self.text(row.value(index)) }
      return record
    }
  }

  /// Erases them.
  ///
  /// - Returns: how many there were.
  /// - Throws: `SQLError`.
  package func erase(from database: Database) throws -> Int {
    try database.run("DELETE FROM \(table) WHERE \(condition)", values)
  }

  private static func text(_ value: SQLValue) -> String? {
    switch value {
    case .null: nil
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}

extension Database {
  /// A larger file takes more seconds to rewrite than its service may be silent.
  private static let maximumRewrittenBytes: Int64 = 256 << 20

  /// Rewrites the tables, so that nothing of what was erased is left in free pages or in the log.
  /// A file is rewritten whole, up to 256 MB. Outside of a transaction; the store answers nobody
  /// else meanwhile.
  ///
  /// Debian's SQLite overwrites whatever is deleted, but not copies of rows that it moved within a
  /// page before.
  ///
  /// - Throws: `ServiceError` with `unavailable` while another connection reads a file's log;
  ///   `SQLError`.
  package func rewrite(_ tables: [String], at location: StoreLocation) throws {
    if location.isShared {
      for table in tables { try execute("VACUUM FULL \(table)") }
      return
    }
    let bytes = try first(
      "SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size"
    ) { $0.int64("bytes") }
    if bytes ?? 0 <= Self.maximumRewrittenBytes { try execute("VACUUM") }
    let isBusy = try first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.bool("busy") }
    try check(
      isBusy == false, or: .unavailable,
      "The rows are erased, but another connection still reads the store's log; repeat it.")
  }
}
