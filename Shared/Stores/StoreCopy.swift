import CommandLineKit
import FoundationEssentials
import Messages
import PostgreSQL
package import SQL

/// Copies the contents of a store into an empty one: between a file and a server, or between two of
/// a kind. Identifiers, numbers and kept replies stay the same.
package struct StoreCopy: Sendable {
  /// A table that is copied. It has the same columns in the same order in every store.
  @Memberwise package struct Table: Sendable {
    package let name: String
    /// The primary or unique key, which are the first columns.
    package var key: [String] = ["number"]
    /// Whether the first column is an automatic number.
    package var isNumbered: Bool = false
    /// An SQL condition for the rows that an empty store has; none by default.
    var initially: String = "1 = 0"
    /// What a row is, in the plural.
    let kind: String
  }

  private static let pageRows = 1_000
  /// In the order of their foreign keys: no table refers to a later one.
  package let tables: [Table]

  package init(_ tables: [Table]) { self.tables = tables }

  /// Copies everything in one transaction, or nothing. The source is read from one snapshot; later
  /// writes to it are not copied. Memory: a page of rows.
  ///
  /// - Parameters:
  ///   - progress: receives the finished part, 0 ... 1, and the kind being copied.
  ///   - finish: what else belongs into the transaction.
  /// - Returns: for each kind how many rows were copied: “3 reviews”.
  /// - Throws: `ServiceError` with `conflict` if the target is not empty; `SQLError`; what `finish`
  ///   throws.
  package func run(
    from source: Database, to target: Database, progress: (Double, String) -> Void = { _, _ in },
    finish: () throws -> Void = {}
  ) throws -> [String] {
    try source.transaction(.read) {
      try target.transaction {
        try checkEmpty(target)
        let counts = try tables.map { table in
          try source.first("SELECT count(*) AS n FROM \(table.name)") { $0.int("n") } ?? 0
        }
        let all = counts.reduce(0, +)
        var done = 0
        for table in tables {
          try copy(table, source, target) { rows in
            done += rows
            progress(Double(done) / Double(max(all, 1)), table.kind)
          }
        }
        try finish()
        return zip(counts, tables).map { "\($0) \($1.kind)" }
      }
    }
  }

  private func checkEmpty(_ target: Database) throws {
    for table in tables {
      let holds = try target.first(
        "SELECT 1 FROM \(table.name) WHERE NOT (\(table.initially)) LIMIT 1"
      ) { _ in true }
      try check(
        holds == nil, or: .conflict,
        "\(target.location) holds \(table.kind) already; copy into an empty store.")
    }
  }

  private func copy(
    _ table: Table, _ source: Database, _ target: Database, _ copied: (Int) -> Void
  ) throws {
    try target.run("DELETE FROM \(table.name)")
    var last: [SQLValue] = []
    while true {
      let page = try page(of: table, after: last, source)
      guard let end = page.last else { break }
      let placeholders = end.map { _ in "?" }.joined(separator: ", ")
      try target.run("INSERT INTO \(table.name) VALUES (\(placeholders))", each: page)
      copied(page.count)
      last = Array(end.prefix(table.key.count))
    }
    if table.isNumbered {
      try target.setLastNumber(try source.lastNumber(of: table.name), of: table.name)
    }
  }

  /// The next rows in the order of their keys.
  private func page(
    of table: Table, after last: [SQLValue], _ source: Database
  ) throws -> [[SQLValue]] {
    let key = table.key.joined(separator: ", ")
    let placeholders = last.map { _ in "?" }.joined(separator: ", ")
    let condition = last.isEmpty ? "" : "WHERE (\(key)) > (\(placeholders))"
    return try source.query(
      "SELECT * FROM \(table.name) \(condition) ORDER BY \(key) LIMIT \(Self.pageRows)", last
    ) { row in (0..<row.count).map { row.value($0) } }
  }
}

// MARK: - Of a command

extension StoreCopy {
  /// The stores that a command `copy FROM TO` names.
  ///
  /// - Returns: FROM and TO as they were typed.
  /// - Throws: `UsageError`, also for a password, which all users of the machine would see.
  package static func ends(_ list: [String]) throws -> (from: String, to: String) {
    let words = try Arguments(parsing: list).positionals(["FROM", "TO"])
    guard !words.contains(where: ServerURL.hasPassword) else {
      throw UsageError(
        """
        A password on the command line is seen by everybody who lists processes. Leave it out of \
        the URL, and write the line HOST:PORT:DATABASE:USER:PASSWORD into ~/.pgpass, or the file \
        that PGPASSFILE names, closed to others with chmod 600.
        """)
    }
    return (words[0], words[1])
  }
}

extension StoreLocation {
  /// Checks that there is a store; makes none.
  ///
  /// - Parameter contents: what it is of, for the message: “venues”.
  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  package func checkExistence(of contents: String) throws {
    let database: Database
    let isStore: Bool
    switch self {
    case .file(let path):
      let isFile = FileManager.default.fileExists(atPath: path)
      try check(isFile, or: .notFound, "There is no file \(path).")
      database = try open()
      isStore = try database.schemaVersion() > 0
    case .server(let url, let schema):
      // Opening the store would create its schema.
      database = try Database(postgreSQL: url)
      let table = schema.map { "\($0).schema_version" } ?? "schema_version"
      isStore =
        try database.first("SELECT to_regclass(?) IS NOT NULL AS exists", table) {
          $0.bool("exists")
        } ?? false
    }
    try check(isStore, or: .notFound, "There is no store of \(contents) in \(database.location).")
  }
}
