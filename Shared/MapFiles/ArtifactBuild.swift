import FoundationEssentials
import Glibc
import Hashing
import Messages

/// Builds a file of map data so that a failed or interrupted build never harms a good one.
package enum ArtifactBuild {
  package enum Outcome: Sendable { case built, upToDate }

  /// What an artifact was built from; kept beside it as `<artifact>.source`.
  private struct Receipt: Codable, Equatable {
    let source: String
    let version: Int
    let options: String
    /// The fingerprint of the artifact itself.
    let contents: String
  }

  /// Builds `<directory>/<artifact>` aside, forces it to disk and renames it into place. Skipped
  /// where the directory holds the artifact of the same source, version and options already, whole.
  ///
  /// - Parameters:
  ///   - artifact: the file's name, such as `router.car.network`.
  ///   - version: of the artifact's format and of what goes into it.
  ///   - fingerprint: names the source's contents.
  ///   - options: what else the contents depend on.
  ///   - build: writes the file at the path it is given.
  /// - Throws: what `build` throws; `ArtifactError` where a file cannot be put in place.
  package static func run(
    _ artifact: String, version: Int, source fingerprint: String, options: String = "",
    into directory: String, build: (_ temporaryPath: String) throws -> Void
  ) throws -> Outcome {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    let path = directory + "/" + artifact
    let receiptPath = path + ".source"
    func receipt(of file: String) throws -> Receipt {
      Receipt(
        source: fingerprint, version: version, options: options,
        contents: try Fingerprint(ofFile: file).description)
    }
    if access(path, R_OK) == 0, try read(receiptPath) == receipt(of: path) { return .upToDate }

    let temporary = path + ".partial-\(getpid())"
    // SQLite keeps files of its own beside its database.
    let leftovers = ["", "-journal", "-wal", "-shm"].map { temporary + $0 }
    for leftover in leftovers { unlink(leftover) }
    defer { for leftover in leftovers { unlink(leftover) } }
    try build(temporary)
    let written = try receipt(of: temporary)
    // Between these two steps the old receipt is gone: a crash there means building again.
    unlink(receiptPath)
    try replace(path, by: temporary)
    try write(written, to: receiptPath)
    return .built
  }

  /// Makes sure that an artifact is what was built, byte for byte; a second for a gigabyte.
  ///
  /// - Throws: `ArtifactError` where it, or its receipt, is missing, damaged or changed.
  package static func check(_ path: String) throws(ArtifactError) {
    let contents = try Fingerprint(ofFile: path)
    guard let receipt = read(path + ".source"), receipt.contents == contents.description else {
      throw ArtifactError(changed: path)
    }
  }

  private static func read(_ path: String) -> Receipt? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    return try? MessageCoder.decode(Receipt.self, from: data)
  }

  private static func write(_ receipt: Receipt, to path: String) throws {
    let temporary = path + ".partial-\(getpid())"
    defer { unlink(temporary) }
    try MessageCoder.encode(receipt).write(to: URL(filePath: temporary))
    try replace(path, by: temporary)
  }

  private static func replace(_ path: String, by temporary: String) throws(ArtifactError) {
    try forceToDisk(temporary)
    guard rename(temporary, path) == 0 else { throw ArtifactError(path, errno) }
    let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    try forceToDisk(directory)
  }

  private static func forceToDisk(_ path: String) throws(ArtifactError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ArtifactError(path, errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw ArtifactError(path, errno) }
  }
}

/// A file of map data that could not be put in place, or is not what was put there.
package struct ArtifactError: Error, Sendable, CustomStringConvertible {
  package let description: String

  init(reading path: String, _ number: Int32) {
    description = "Cannot read \(path): \(String(cString: strerror(number)))."
  }

  init(changed path: String) {
    description = "\(path) is not what was built: it is damaged or was changed. Build it again."
  }

  init(_ path: String, _ number: Int32) {
    description = "Cannot write \(path): \(String(cString: strerror(number)))."
  }
}
