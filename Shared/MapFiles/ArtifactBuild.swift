import Files
import FoundationEssentials
import Glibc
import Hashing
import Messages

/// Builds a file of map data so that a failed or interrupted build never damages the existing one.
package enum ArtifactBuild {
  package enum Outcome: Sendable { case built, upToDate }

  /// What an artifact was built from; stored beside it as `<artifact>.source`.
  private struct BuildRecord: Codable, Equatable {
    let source: String
    let version: Int
    let options: String
    /// The fingerprint of the artifact itself.
    let contents: String
  }

  /// Builds `<directory>/<artifact>` under a temporary name, syncs it to disk and renames it into
  /// place. Skipped if the directory already contains the artifact of the same source, version and
  /// options, undamaged. Several may build the same artifact at once: the last one's file stays.
  ///
  /// - Parameters:
  ///   - artifact: the file's name, such as `router.car.network`.
  ///   - version: of the artifact's format and contents.
  ///   - fingerprint: of the source's contents.
  ///   - options: what else the contents depend on.
  ///   - build: writes the file at the given path.
  /// - Throws: what `build` throws; `FileError` if a file cannot be written.
  package static func run(
    _ artifact: String, version: Int, source fingerprint: String, options: String = "",
    into directory: String, build: (_ temporaryPath: String) throws -> Void
  ) throws -> Outcome {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    let path = directory + "/" + artifact
    let recordPath = path + ".source"
    func record(of file: String) throws -> BuildRecord {
      BuildRecord(
        source: fingerprint, version: version, options: options,
        contents: try Fingerprint(ofFile: file).description)
    }
    if access(path, R_OK) == 0, try read(recordPath) == record(of: path) { return .upToDate }

    let temporary = temporaryPath(for: path)
    // SQLite stores further files beside its database.
    let leftovers = ["", "-journal", "-wal", "-shm"].map { temporary + $0 }
    defer { for leftover in leftovers { unlink(leftover) } }
    try build(temporary)
    let written = try record(of: temporary)
    // Between these two steps the old record is gone: after a crash there it is built again.
    unlink(recordPath)
    try RewrittenFile(path).replace(by: temporary)
    try RewrittenFile(recordPath).write(try MessageCoder.encode(written))
    return .built
  }

  /// Checks that an artifact is what was built, byte for byte; about a second per gigabyte.
  ///
  /// - Returns: the fingerprint of the source that it was built from.
  /// - Throws: `ArtifactError` if it, or its record, is missing, damaged or changed.
  @discardableResult
  package static func check(_ path: String) throws(ArtifactError) -> String {
    let contents = try Fingerprint(ofFile: path)
    guard let record = read(path + ".source"), record.contents == contents.description else {
      throw ArtifactError(changed: path)
    }
    return record.source
  }

  private static func read(_ path: String) -> BuildRecord? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    return try? MessageCoder.decode(BuildRecord.self, from: data)
  }

  /// A name that no other build of the same file has, in this process or another.
  private static func temporaryPath(for path: String) -> String {
    "\(path).partial-\(UUID().uuidString)"
  }
}

/// A file of map data that could not be read, or is not what was built.
package struct ArtifactError: Error, Sendable, CustomStringConvertible {
  package let description: String

  init(reading path: String, _ number: Int32) {
    description = "Cannot read \(path): \(String(cString: strerror(number)))."
  }

  init(changed path: String) {
    description = "\(path) is not what was built: it is damaged or was changed. Build it again."
  }
}
