import Memberwise

/// The tables of a store.
///
/// Version 1 is where their history begins. A change of the tables increases the version, and a
/// store of another version is refused: its upgrade is a command of the release that changes it.
@Memberwise package struct Schema: Sendable, Hashable {
  /// 1 or higher, increased with every change of the tables; 0 is that of a database without
  /// tables.
  private(set) var version: Int = 1
  /// A script for `Database.define`: the definitions in SQLite's dialect, and the rows that an
  /// empty store has.
  let tables: String
}

extension Database {
  /// The version of the tables; 0 without any.
  ///
  /// - Throws: `SQLError`.
  package func schemaVersion() throws(SQLError) -> Int { try connection.schemaVersion() }

  /// Creates the tables of an empty database, all of them or none; checks the version of others.
  /// Of processes that start at once, one creates the tables.
  ///
  /// - Throws: `SchemaVersionError` for tables of another version, which are left alone;
  ///   `SQLError`.
  package func create(_ schema: Schema) throws {
    if try holds(schema) { return }
    try transaction {
      if try holds(schema) { return }
      try define(schema.tables)
      try connection.setSchemaVersion(schema.version)
    }
  }

  private func holds(_ schema: Schema) throws -> Bool {
    let found = try schemaVersion()
    guard found == 0 || found == schema.version else {
      throw SchemaVersionError(location: location, found: found, expected: schema.version)
    }
    return found > 0
  }
}

/// The tables of a database are those of another version of the program.
@Memberwise package struct SchemaVersionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The database's file or server.
  package let location: String
  /// The version of the tables.
  package let found: Int
  /// The version that this program reads and writes.
  package let expected: Int

  package var description: String {
    """
    Database \(location): its tables are version \(found), this program reads version \
    \(expected). Run the version of the program that wrote it, or move the database away to begin \
    with an empty one.
    """
  }
}
