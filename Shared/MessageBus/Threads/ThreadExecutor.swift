import Dispatch

/// Runs an actor on a thread of its own, so that it may block: on a disk, or on a server.
///
/// Swift's cooperative pool has a thread per core; a few blocked actors would stop all others.
/// An actor with a database holds an executor and returns it as `unownedExecutor`:
///
/// ```swift
/// actor Store {
///   private let executor = ThreadExecutor("store")
///   nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
/// }
/// ```
///
/// The thread ends with the last reference. Queued jobs are as many as tasks wait for the actor.
package final class ThreadExecutor: SerialExecutor {
  private struct Queue: Sendable {
    /// The executor lives until its last job has run.
    var jobs: [(job: UnownedJob, executor: ThreadExecutor)] = []
    var isClosed = false
  }

  private let queue: Locked<Queue>
  private let arrival: DispatchSemaphore

  /// Starts the thread.
  ///
  /// - Parameter name: of the thread; only the first 15 bytes are used.
  package init(_ name: String) {
    let (queue, arrival) = (Locked(Queue()), DispatchSemaphore(value: 0))
    (self.queue, self.arrival) = (queue, arrival)
    _ = NamedThread(name) { Self.run(queue, arrival) }
  }

  deinit {
    queue.withLock { $0.isClosed = true }
    arrival.signal()
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.withLock { $0.jobs.append((job, self)) }
    arrival.signal()
  }

  /// Runs jobs until the executor is gone.
  private static func run(_ queue: Locked<Queue>, _ arrival: DispatchSemaphore) {
    while true {
      arrival.wait()
      let (jobs, isClosed) = queue.withLock { queue in
        defer { queue.jobs = [] }
        return (queue.jobs, queue.isClosed)
      }
      for (job, executor) in jobs {
        job.runSynchronously(on: executor.asUnownedSerialExecutor())
      }
      if isClosed { return }
    }
  }
}
