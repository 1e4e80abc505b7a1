import Foundation
import Messages
import SQL

/// Copies the contents of one store into an empty one: between a file and a server, or between two
/// of a kind.
///
/// Identifiers, numbers, kept replies and the cursors of devices stay the same. The stream of
/// changes starts a new epoch, so that every replica copies everything again.
package enum StoreCopy {
  /// How many rows of one kind were copied.
  package struct Count: Sendable, Hashable, CustomStringConvertible {
    /// In the plural: “reviews”.
    package let kind: String
    package let rows: Int

    package var description: String { "\(rows) \(kind)" }
  }

  /// A table that is copied. `stream` and `change` are not.
  struct Table {
    let name: String
    /// The primary or unique key, which are the first columns.
    let key: [String]
    /// Whether the first column is an automatic number that is never reused.
    var isNumbered = false
    /// An SQL condition for the rows that an empty store has.
    var initially = "1 = 0"
    let kind: String
  }

  /// In the order of their foreign keys: no table refers to a later one.
  static let tables = [
    Table(name: "venue", key: ["id"], kind: "venues"),
    Table(
      name: "feed", key: ["number"], isNumbered: true, initially: "definition IS NULL",
      kind: "sources"),
    Table(name: "feed_row", key: ["number"], isNumbered: true, kind: "rows of sources"),
    Table(name: "derived_place", key: ["sought"], kind: "places of addresses"),
    Table(name: "review", key: ["number"], isNumbered: true, kind: "reviews"),
    Table(name: "note", key: ["number"], isNumbered: true, kind: "notes"),
    Table(name: "deal", key: ["number"], isNumbered: true, kind: "deals"),
    Table(name: "favourite_mark", key: ["owner", "venue_id"], kind: "marks of favourites"),
    Table(
      name: "favourite_log", key: ["identity"], initially: "changes = 0", kind: "logs of favourites"
    ),
    Table(name: "kept_reply", key: ["number"], isNumbered: true, kind: "kept replies"),
  ]

  private static let pageRows = 1_000

  /// Copies everything in one transaction, or nothing. The source is read from one snapshot; later
  /// writes to it are not copied. Memory: a page of rows.
  ///
  /// - Parameter progress: receives the finished part, 0 ... 1, and the kind being copied.
  /// - Throws: `ServiceError` with `conflict` if the target is not empty; `SQLError`.
  package static func run(
    from source: VenueDatabase, to target: VenueDatabase,
    progress: (Double, String) -> Void = { _, _ in }
  ) throws -> [Count] {
    try source.database.transaction(.read) {
      try target.database.transaction {
        try checkEmpty(target.database)
        let counts = try tables.map { Count(kind: $0.kind, rows: try rows(of: $0, in: source)) }
        let all = counts.reduce(0) { $0 + $1.rows }
        var done = 0
        for table in tables {
          try copy(table, source.database, target.database) { rows in
            done += rows
            progress(Double(done) / Double(max(all, 1)), table.kind)
          }
        }
        try target.changeLog.startEpoch(UUID().uuidString)
        return counts
      }
    }
  }

  private static func rows(of table: Table, in store: VenueDatabase) throws -> Int {
    try store.database.first("SELECT count(*) FROM \(table.name)") { $0.int(0) } ?? 0
  }

  private static func checkEmpty(_ target: Database) throws {
    for table in tables {
      let holds = try target.first(
        "SELECT 1 FROM \(table.name) WHERE NOT (\(table.initially)) LIMIT 1"
      ) { _ in true }
      guard holds == nil else {
        throw ServiceError(
          .conflict, "\(target.location) holds \(table.kind) already; copy into an empty store.")
      }
    }
  }

  /// Both stores have the same columns in the same order, as the same migrations made them.
  private static func copy(
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
  private static func page(
    of table: Table, after last: [SQLValue], _ source: Database
  ) throws -> [[SQLValue]] {
    let key = table.key.joined(separator: ", ")
    let placeholders = last.map { _ in "?" }.joined(separator: ", ")
    let condition = last.isEmpty ? "" : "WHERE (\(key)) > (\(placeholders))"
    return try source.query(
      "SELECT * FROM \(table.name) \(condition) ORDER BY \(key) LIMIT \(pageRows)", last
    ) { row in (0..<row.count).map { row.value($0) } }
  }
}
