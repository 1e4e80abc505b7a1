package import CommandLineKit
import FoundationEssentials
import PostgreSQL
import SQL
import SQLite

/// The database that holds the store.
package enum VenueStoreLocation: Sendable, Hashable {
  /// A SQLite file. Only one instance may use it.
  case file(path: String)
  /// A database on a PostgreSQL server. Several instances may share it.
  case server(url: String)

  /// The server whose URL stands in the home's file `venues-at`; without that file, and for a
  /// region, the SQLite file in the home's `data`.
  ///
  /// - Throws: `HomeError` if the directory cannot be made; `CocoaError` if `venues-at` cannot be
  ///   read: falling back to an empty SQLite file would look like a store that lost everything.
  package init(of home: Home) throws {
    let setting = home.directory + "/venues-at"
    guard home.region == nil, FileManager.default.fileExists(atPath: setting) else {
      self = .file(path: try home.dataFile("venue-store.sqlite"))
      return
    }
    let text = try String(contentsOfFile: setting, encoding: .utf8)
    self = .server(url: text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? "")
  }

  /// Parses a command-line argument: a server's URL, otherwise a path.
  package init(typed text: String) {
    let isURL = ["postgresql://", "postgres://"].contains { text.hasPrefix($0) }
    self = isURL ? .server(url: text) : .file(path: text)
  }

  /// Whether several instances may use it at once.
  package var isShared: Bool {
    if case .server = self { true } else { false }
  }

  /// Connects to the store.
  ///
  /// - Throws: `SQLError`.
  func open() throws(SQLError) -> Database {
    switch self {
    case .file(let path): try Database(path: path, mode: .readWrite)
    case .server(let url): try Database(postgreSQL: url)
    }
  }
}
