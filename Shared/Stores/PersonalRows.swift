import CommandLineKit
package import Messages
package import SQL
import SQLite

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
  /// Leaves nothing of what was erased in a part of a file, in its pages (`scrub`) and its log, in
  /// hundredths of a second and outside of a transaction. A server frees the space in these tables
  /// and makes statistics without it meanwhile, under no lock that others wait for: decision 4.
  ///
  /// - Parameter page: `.max`, then what was returned last.
  /// - Returns: where to go on; `nil` at the end, and for a server, which goes on by itself.
  /// - Throws: `SQLError`, with `isBusy` while another connection reads a file's log.
  package func rewrite(
    _ tables: [String], at location: StoreLocation, to page: Int64
  ) throws -> Int64? {
    guard location.isShared else { return try scrub(to: page) }
    // `TRUNCATE` would make the tables' files shorter, under a lock that excludes readers.
    let sql = "VACUUM (INDEX_CLEANUP ON, TRUNCATE FALSE, ANALYZE) " + tables.joined(separator: ", ")
    Task {
      do {
        try await StoreConnection("vacuum") { try location.open() }.perform { try $0.execute(sql) }
      } catch {
        Log("store").error("Space of what was erased is not free until autovacuum comes: \(error)")
      }
    }
    return nil
  }

  /// All of `rewrite`, between whose parts the actor does what else it is asked for.
  package func rewrite(
    _ tables: [String], at location: StoreLocation, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    var page: Int64? = .max
    while let last = page {
      page = try rewrite(tables, at: location, to: last)
      await Task.yield()
    }
  }
}
