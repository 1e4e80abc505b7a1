package import Stores
package import Testing

/// Runs each test twice: with the store in a SQLite file, and on a PostgreSQL server.
package struct BothBackends: SuiteTrait, TestTrait, TestScoping {
  /// The URL of the running test's database; `nil` if it uses a file.
  @TaskLocal package static var server: String?

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await function()
    try await PostgreSQLServer.withDatabase { url in
      try await Self.$server.withValue(url, operation: function)
    }
  }
}

extension Trait where Self == BothBackends {
  /// Runs the tests on both kinds of database.
  package static var bothBackends: Self { Self() }
}

extension StoreLocation {
  /// The file, or the database of the running test if it uses a server.
  package static func store(_ path: String) -> Self {
    BothBackends.server.map { .server(url: $0) } ?? .file(path: path)
  }
}
