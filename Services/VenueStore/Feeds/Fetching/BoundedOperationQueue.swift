import Dispatch
import Foundation

/// A serial delegate queue with backpressure: adding an operation blocks while the queue is full.
///
/// A session adds an operation for each chunk of a body without waiting for its delegate. With an
/// unbounded queue a response of 2 MB of gzip, decompressed faster than it was written, took 2 GB
/// of memory.
final class BoundedOperationQueue: OperationQueue, @unchecked Sendable {
  // 1. `OperationQueue` is safe to use from any thread.
  // 2. The semaphore is the only state, never replaced, and safe from any thread, too.
  private let freeSlots: DispatchSemaphore

  /// - Parameter capacity: how many operations may be pending or running before adding blocks.
  init(capacity: Int) {
    // A semaphore must not be destroyed below its initial value: that would end the process.
    freeSlots = DispatchSemaphore(value: 0)
    for _ in 0..<capacity { freeSlots.signal() }
    super.init()
    maxConcurrentOperationCount = 1
  }

  /// Blocks while the queue is full. An operation must not wait for the thread that adds.
  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    freeSlots.wait()
    super.addOperation { [freeSlots] in
      defer { freeSlots.signal() }
      block()
    }
  }
}
