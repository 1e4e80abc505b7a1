import Foundation

/// A folder of its own for one test.
package struct TemporaryDirectory: Sendable {
  /// The absolute path of the folder.
  package let path: String

  /// Makes a folder, hands it over, and deletes it with all it holds, however `body` ends.
  ///
  /// - Throws: whatever the file system or `body` throws.
  package static func with<Result>(
    _ body: (TemporaryDirectory) throws -> Result
  ) throws -> Result {
    let directory = try TemporaryDirectory()
    defer { directory.delete() }
    return try body(directory)
  }

  /// As the other `with`, for a body that waits.
  ///
  /// - Throws: whatever the file system or `body` throws.
  package static func with<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (TemporaryDirectory) async throws -> Result
  ) async throws -> Result {
    let directory = try TemporaryDirectory()
    defer { directory.delete() }
    return try await body(directory)
  }

  /// The path of the entry called `name`, whether it exists or not.
  package func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file and answers its path.
  ///
  /// - Throws: whatever the file system throws.
  @discardableResult
  package func write(_ contents: some Sequence<UInt8>, to name: String) throws -> String {
    try Data(contents).write(to: URL(filePath: path(name)))
    return path(name)
  }

  private init() throws {
    let name = "quickbrew-\(UUID().uuidString.prefix(8))"
    let url = FileManager.default.temporaryDirectory.appending(path: name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  private func delete() {
    // A folder that cannot be deleted is no reason to fail a test that has passed.
    try? FileManager.default.removeItem(atPath: path)
  }
}
