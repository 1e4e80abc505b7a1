import Foundation

/// A temporary folder for one test.
package struct TemporaryDirectory: Sendable {
  /// The absolute path of the folder.
  package let path: String

  /// Creates a folder, passes it to `body`, and deletes it afterwards with its contents.
  ///
  /// - Throws: whatever the file system or `body` throws.
  package static func with<Result>(
    _ body: (TemporaryDirectory) throws -> Result
  ) throws -> Result {
    let directory = try TemporaryDirectory()
    defer { directory.delete() }
    return try body(directory)
  }

  /// The same for an asynchronous body.
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

  /// The path of an entry, whether it exists or not.
  package func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file and returns its path.
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
    // A test that has passed does not fail where its folder cannot be deleted.
    try? FileManager.default.removeItem(atPath: path)
  }
}
