import Dispatch
import Foundation

/// A session's delegate queue that holds the session up while too much waits in it.
///
/// A session hands over each piece of a body as an operation and goes on at once: without this,
/// what it unpacks faster than its delegate writes, as to a slow disk, waits in memory.
final class HoldingQueue: OperationQueue, @unchecked Sendable {
  // 1. `OperationQueue` is safe to use from any thread.
  // 2. The semaphore is the only state, never replaced, and safe from any thread, too.
  private let room: DispatchSemaphore

  /// - Parameter maximumWaiting: how many operations may wait or run before who adds one waits.
  init(maximumWaiting: Int) {
    // Made with all its room it would have to be let go of with all of it, or end the process.
    room = DispatchSemaphore(value: 0)
    for _ in 0..<maximumWaiting { room.signal() }
    super.init()
    maxConcurrentOperationCount = 1
  }

  /// Waits for room. An operation must not wait for whoever adds.
  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    room.wait()
    super.addOperation { [room] in
      defer { room.signal() }
      block()
    }
  }
}
