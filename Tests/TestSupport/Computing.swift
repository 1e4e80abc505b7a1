import Dispatch
package import Testing

/// Runs tests on threads beside Swift's cooperative pool, which has a thread per core only.
///
/// For suites whose tests compute for seconds without a suspension: on the pool, a few of them
/// would stop all other tests, which would then wait in vain for what they started.
package struct Computing: SuiteTrait, TestTrait, TestScoping {
  private static let queue = ComputingQueue()

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Self.queue) { try await function() }
  }
}

extension Trait where Self == Computing {
  package static var computing: Computing { Computing() }
}

/// As many threads as tests run at a time.
private final class ComputingQueue: TaskExecutor {
  private let queue = DispatchQueue(label: "computing tests", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
