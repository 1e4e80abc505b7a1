import TestSupport
import Testing

@testable import VenueStore

/// Runs each test twice: with its store in a file, and on a server.
struct BothBackends: SuiteTrait, TestTrait, TestScoping {
  /// The server's database that the running test uses; `nil` where it uses a file.
  @TaskLocal static var server: String?

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await function()
    try await PostgreSQLServer.withDatabase { url in
      try await Self.$server.withValue(url, operation: function)
    }
  }
}

extension Trait where Self == BothBackends {
  /// The same tests on both kinds of store.
  static var bothBackends: Self { Self() }
}

extension VenueStoreLocation {
  /// The file, or in its place the database of the running test.
  static func store(_ path: String) -> Self {
    BothBackends.server.map { .server(url: $0) } ?? .file(path: path)
  }
}
