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
  /// The executor lives until its last job has run.
  private typealias Queue = Locked<[(job: UnownedJob, executor: ThreadExecutor)]>

  private let queue: Queue
  /// Holds an element while there may be jobs that the thread has not seen.
  private let arrival: BlockingQueue<Void>

  /// Starts the thread.
  ///
  /// - Parameter name: of the thread; only the first 15 bytes are used.
  package init(_ name: String) {
    let (queue, arrival) = (Queue([]), BlockingQueue<Void>(capacity: 1))
    (self.queue, self.arrival) = (queue, arrival)
    NamedThread.detached(name) { ThreadExecutor.run(queue, arrival) }
  }

  deinit { arrival.close() }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.withLock { $0.append((job, self)) }
    _ = arrival.offer(())
  }

  /// Runs jobs until the executor is gone.
  private static func run(_ queue: Queue, _ arrival: BlockingQueue<Void>) {
    while arrival.pop() != nil {
      let jobs = queue.withLock { jobs in
        defer { jobs = [] }
        return jobs
      }
      for (job, executor) in jobs {
        job.runSynchronously(on: executor.asUnownedSerialExecutor())
      }
    }
  }
}
