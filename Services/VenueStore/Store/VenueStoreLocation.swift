import FoundationEssentials
import PostgreSQL
import SQL
import SQLite
import ServiceRuntime

/// Where the store is.
package enum VenueStoreLocation: Sendable, Hashable {
  /// A file of SQLite's, which one instance has for itself.
  case file(path: String)
  /// A database of a PostgreSQL server, which several instances share.
  case server(url: String)

  /// The file in the home's `data`, or the server whose URL the file `venues-at` of the home holds.
  ///
  /// - Throws: `HomeError` where the directory cannot be made.
  package init(of home: Home) throws(HomeError) {
    let setting = try? String(contentsOfFile: home.directory + "/venues-at", encoding: .utf8)
    let url = setting?.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
    self =
      url.isEmpty
      ? .file(path: try home.dataFile("venue-store.sqlite")) : .server(url: url)
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
