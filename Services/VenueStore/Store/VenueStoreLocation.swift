import CommandLineKit
import FoundationEssentials
import PostgreSQL
import SQL
import SQLite

/// Where the store is.
package enum VenueStoreLocation: Sendable, Hashable {
  /// A file of SQLite's, which one instance has for itself.
  case file(path: String)
  /// A database of a PostgreSQL server, which several instances share.
  case server(url: String)

  /// The file in the home's `data`, or the server whose URL the file `venues-at` of the home holds.
  ///
  /// - Throws: `HomeError` where the directory cannot be made; `CocoaError` for a `venues-at` that
  ///   cannot be read: an empty file in its place would look like a store that lost everything.
  package init(of home: Home) throws {
    let setting = home.directory + "/venues-at"
    guard FileManager.default.fileExists(atPath: setting) else {
      self = .file(path: try home.dataFile("venue-store.sqlite"))
      return
    }
    let text = try String(contentsOfFile: setting, encoding: .utf8)
    self = .server(url: text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? "")
  }

  /// What a person typed: a server's URL, else a path.
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
