package import SQL
package import Stores

extension StoreCopy {
  /// All rows of each copied table, by its name and in the order of its key.
  package func contents(of store: Database) throws -> [String: [[SQLValue]]] {
    try Dictionary(
      uniqueKeysWithValues: tables.map { table in
        let key = table.key.joined(separator: ", ")
        let rows = try store.query("SELECT * FROM \(table.name) ORDER BY \(key)") { row in
          (0..<row.count).map { row.value($0) }
        }
        return (table.name, rows)
      })
  }

  /// The tables of a SQLite store that it does not copy, and those of which the first columns are
  /// not the key that it names.
  package func tablesLeftOut(of store: Database) throws -> Set<String> {
    var names = Set(
      try store.query(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
      ) { $0.text(0) })
    for table in tables {
      let columns = try store.query(
        "SELECT name FROM pragma_table_info(?) ORDER BY cid", table.name
      ) { $0.text(0) }
      if Array(columns.prefix(table.key.count)) == table.key { names.remove(table.name) }
    }
    return names
  }
}
