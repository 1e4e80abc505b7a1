import Foundation
import Messages
import SQL

/// Takes all that one store holds over into another that holds nothing: from a file to a server,
/// back, or between two of a kind.
///
/// Identifiers, numbers, kept replies and the cursors of devices stay what they are. The stream of
/// changes begins anew, so that every replica copies anew.
package enum StoreCopy {
  /// What was copied of one kind.
  package struct Count: Sendable, Hashable, CustomStringConvertible {
    /// In the plural: “reviews”.
    package let kind: String
    package let rows: Int

    package var description: String { "\(rows) \(kind)" }
  }

  /// A table whose rows go along; those of `stream` and `change` do not.
  struct Table {
    let name: String
    /// The columns that name a row, which are the first.
    let key: [String]
    /// Whether the first column is a number that the table gives, none of them twice.
    var isNumbered = false
    /// Which rows a store has that holds nothing, as SQL.
    var initially = "1 = 0"
    let kind: String
  }

  /// None refers to a later one.
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

  /// Copies in one transaction: the target holds everything afterwards, or what it held. The source
  /// is read as it is at one moment; what is written to it later is not in the target. Memory: a
  /// page of rows.
  ///
  /// - Parameter progress: is told the part that is done, 0 ... 1, and what is being copied.
  /// - Throws: `ServiceError` with `conflict` for a target that holds venues, feeds or what people
  ///   said; `SQLError`.
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
        try target.beginStream(epoch: UUID().uuidString)
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
          .conflict, "\(target.place) holds \(table.kind) already; copy into an empty store.")
      }
    }
  }

  /// The columns are the same in the same order, as the same steps made them.
  private static func copy(
    _ table: Table, _ source: Database, _ target: Database, _ copied: (Int) -> Void
  ) throws {
    try target.run("DELETE FROM \(table.name)")
    var last: [SQLValue] = []
    while true {
      let page = try page(of: table, after: last, source)
      guard let end = page.last else { break }
      let marks = end.map { _ in "?" }.joined(separator: ", ")
      try target.run("INSERT INTO \(table.name) VALUES (\(marks))", each: page)
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
    let marks = last.map { _ in "?" }.joined(separator: ", ")
    let isLater = last.isEmpty ? "" : "WHERE (\(key)) > (\(marks))"
    return try source.query(
      "SELECT * FROM \(table.name) \(isLater) ORDER BY \(key) LIMIT \(pageRows)", last
    ) { row in (0..<row.count).map { row.value($0) } }
  }
}
