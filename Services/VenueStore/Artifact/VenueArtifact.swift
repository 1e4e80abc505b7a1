import FoundationEssentials
import Geography
package import Messages
package import OpenStreetMap
import SQL
import SQLite

/// The venues of one map, in a file that is immutable once it is built.
///
/// A SQLite file with two tables: `venue`, in the order of the identifiers, and `artifact` with the
/// digest of all venues. The digest is the artifact's identity: building a map with the same venues
/// again gives the same one.
package struct VenueArtifact {
  /// The name of the file in a map's folder.
  package static let fileName = "venues.sqlite"
  /// Increased with every change of the file's layout or of the import's result.
  package static let formatVersion = 7

  /// "QBVE": distinguishes the file from other SQLite files.
  private static let applicationID = 0x5142_5645

  private static let schema = """
    CREATE TABLE venue (\(VenueColumns.definition)) WITHOUT ROWID;
    CREATE TABLE artifact (identity TEXT NOT NULL);
    """

  /// The digest of the contents.
  package let identity: String
  /// The number of venues.
  package let count: Int
  private let database: Database
}

// MARK: Building

extension VenueArtifact {
  /// The result of a build.
  package struct Summary: CustomStringConvertible {
    package let identity: String
    package let count: Int
    package let countsByCategory: [VenueCategory: Int]
    package let report: ImportReport

    /// "2437 venues: coffee 418, restaurant 1250, …", the most frequent first.
    package var description: String {
      let counts = countsByCategory.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      let list = counts.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      return "\(count) venues" + (list.isEmpty ? "" : ": \(list)")
    }
  }

  /// Writes the venues of a map to a new file. See `VenueImport.read` for the cost.
  ///
  /// - Throws: `MapFileError`, `TooManyVenuesError`; `SQLError`, such as for a full disk. The
  ///   file must then be discarded.
  @discardableResult
  package static func build(
    at path: String, from map: some MapSource, progress: (Double) -> Void = { _ in }
  ) throws -> Summary {
    let database = try Database(path: path, mode: .building)
    return try database.transaction {
      try database.execute(schema)
      try database.execute(
        "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(formatVersion)")
      let placeholders = VenueColumns.names.map { _ in "?" }.joined(separator: ", ")
      var counts: [VenueCategory: Int] = [:]
      let found = try VenueImport.read(map, progress: progress) { venue in
        counts[venue.category, default: 0] += 1
        try database.run(
          "INSERT OR REPLACE INTO venue (\(VenueColumns.list)) VALUES (\(placeholders))",
          VenueColumns.values(venue))
      }
      let digest = try digest(of: database)
      try database.run("INSERT INTO artifact (identity) VALUES (?)", digest.text)
      return Summary(
        identity: digest.text, count: digest.count, countsByCategory: counts,
        report: found.report)
    }
  }

  private static func digest(of database: Database) throws -> VenueDigest {
    var digest = VenueDigest()
    try database.forEach("SELECT \(VenueColumns.list) FROM venue ORDER BY id") {
      let venue = Venue($0)
      // Such a point has no JSON: one of them would keep every replica from its copy.
      guard venue.coordinate.isValid else {
        throw VenueArtifactError.damaged(
          path: database.location, reason: "\(venue.id) is at no place on Earth")
      }
      digest.add(venue)
    }
    return digest
  }
}

// MARK: Reading

extension VenueArtifact {
  /// Opens the file and reads all of it to verify its digest: about 0.2 s for 100,000 venues.
  ///
  /// - Throws: `VenueArtifactError`.
  package init(path: String) throws(VenueArtifactError) {
    guard FileManager.default.fileExists(atPath: path) else { throw .missing(path: path) }
    do {
      database = try Database(path: path, mode: .readOnly)
      let application = try database.first("PRAGMA application_id") { $0.int("application_id") }
      guard application == Self.applicationID else {
        throw VenueArtifactError.damaged(path: path, reason: "it holds something else")
      }
      let version = try database.schemaVersion()
      guard version == Self.formatVersion else {
        throw VenueArtifactError.wrongVersion(path: path, found: version)
      }
      let identity = try database.first("SELECT identity FROM artifact") { $0.text("identity") }
      let digest = try Self.digest(of: database)
      guard identity == digest.text else {
        throw VenueArtifactError.damaged(path: path, reason: "its contents do not fit its digest")
      }
      self.identity = digest.text
      count = digest.count
    } catch let error as VenueArtifactError {
      throw error
    } catch {
      throw .damaged(path: path, reason: "\(error)")
    }
  }

  /// Calls `body` with every venue, in the order of the identifiers.
  ///
  /// - Throws: `SQLError`; whatever `body` throws.
  package func forEach(_ body: (Venue) throws -> Void) throws {
    try database.forEach("SELECT \(VenueColumns.list) FROM venue ORDER BY id") {
      try body(Venue($0))
    }
  }
}

/// Why a map's venues cannot be used. The venues loaded before stay as they are.
package enum VenueArtifactError: Error, Hashable, CustomStringConvertible {
  case missing(path: String)
  case damaged(path: String, reason: String)
  case wrongVersion(path: String, found: Int)

  package var description: String {
    switch self {
    case .missing(let path):
      "There is no \(path). \(Self.advice)"
    case .damaged(let path, let reason):
      "\(path) is not a map's venues, or is damaged: \(reason). \(Self.advice)"
    case .wrongVersion(let path, let found):
      """
      \(path) has format version \(found), this program reads version \
      \(VenueArtifact.formatVersion). \(Self.advice)
      """
    }
  }

  private static let advice = "Build it: venue-store build MAP --into DIR"
}
