package import CommandLineKit
import FoundationEssentials
import PostgreSQL
package import SQL
import SQLite

/// The database that holds what a service stores.
package enum StoreLocation: Sendable, Hashable {
  /// A SQLite file. Only one instance may use it.
  case file(path: String)
  /// A database on a PostgreSQL server, which several instances may share. Stores of several
  /// services may be in one database: each in its own schema, by default the server's.
  case server(url: String, schema: String? = nil)

  /// The server whose URL stands in a file of the home; without that file, and for a region, a
  /// SQLite file in the home's `data`.
  ///
  /// - Parameters:
  ///   - setting: the name of that file in the home, such as `venues-at`.
  ///   - file: the name of the SQLite file.
  ///   - schema: the schema on the server: letters and `_`; `nil` for the server's default.
  /// - Throws: `HomeError` if the directory cannot be made; `CocoaError` if the setting cannot be
  ///   read: falling back to an empty SQLite file would look like a store that lost everything.
  package init(of home: Home, setting: String, file: String, schema: String? = nil) throws {
    let setting = home.directory + "/" + setting
    guard home.region == nil, FileManager.default.fileExists(atPath: setting) else {
      self = .file(path: try home.dataFile(file))
      return
    }
    let text = try String(contentsOfFile: setting, encoding: .utf8)
    let url = text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
    self = .server(url: url, schema: schema)
  }

  /// Parses a command-line argument: a server's URL, otherwise a path.
  ///
  /// - Parameter schema: the schema on a server; `nil` for its default.
  package init(typed text: String, schema: String? = nil) {
    let isURL = ServerURL.schemes.contains { text.hasPrefix($0) }
    self = isURL ? .server(url: text, schema: schema) : .file(path: text)
  }

  /// Whether several instances may use it at once.
  package var isShared: Bool {
    if case .server = self { true } else { false }
  }

  /// How long one use of it may wait: for a server that is away, until it counts as gone and then
  /// for another connection; see `PostgreSQLConnection`.
  package var allowance: Duration { isShared ? .seconds(30) : .zero }

  /// Connects to the store; creates the file or schema if missing.
  ///
  /// - Parameter idleLimit: for how long a transaction may do nothing until the server ends it;
  ///   `nil` for the server's own limit.
  /// - Throws: `SQLError`.
  package func open(idleLimit: Duration? = nil) throws(SQLError) -> Database {
    switch self {
    case .file(let path):
      let database = try Database(path: path, mode: .readWrite)
      let lost = database.connection.lostCommits
      if lost > 0 {
        Log("store").error(
          """
          \(path) lost its last \(lost) changes, though they were acknowledged: its log was \
          damaged while nothing ran. What is left is sound; deploy/backup --restore brings a copy \
          back.
          """)
      }
      return database
    case .server(let url, let schema):
      return try Database(postgreSQL: url, schema: schema, idleLimit: idleLimit)
    }
  }
}
