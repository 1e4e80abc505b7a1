/// Runs an actor on its own thread, so that it may block: on a disk, or on a server.
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
  /// A job, and the executor, which lives until its last job has run.
  private typealias Entry = (job: UnownedJob, executor: ThreadExecutor)

  private struct Queue {
    var jobs: [Entry] = []
    var isOver = false
  }

  private let queue: WaitableState<Queue>

  /// Starts the thread.
  ///
  /// - Parameter name: of the thread; only the first 15 bytes are used.
  package init(_ name: String) {
    let queue = WaitableState(Queue())
    self.queue = queue
    NamedThread.detached(name) {
      while let jobs = ThreadExecutor.next(of: queue) {
        for (job, executor) in jobs {
          job.runSynchronously(on: executor.asUnownedSerialExecutor())
        }
      }
    }
  }

  deinit {
    queue.change { queue, _ in
      queue.isOver = true
      return 1
    }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.change { queue, _ in
      queue.jobs.append((job, self))
      return 1
    }
  }

  /// Waits for jobs; `nil` once the executor is gone.
  private static func next(of queue: WaitableState<Queue>) -> [Entry]? {
    queue.wait { queue -> [Entry]?? in
      if queue.jobs.isEmpty { return queue.isOver ? .some(nil) : nil }
      defer { queue.jobs = [] }
      return queue.jobs
    }
  }
}
