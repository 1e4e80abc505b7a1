/// Threads that answer requests one after another, each with a state of its own.
final class WorkerPool<Worker>: Sendable {
  typealias Job = @Sendable (inout Worker) -> Void

  private let jobs: Mailbox<Job>
  private let threads: [NamedThread]

  /// Starts the threads and waits until each has made its state.
  ///
  /// - Parameters:
  ///   - queue: how many jobs may wait.
  ///   - makeWorker: runs once on each thread.
  /// - Throws: what `makeWorker` threw; the other threads have ended then.
  init(
    name: String, count: Int, queue: Int, makeWorker: @escaping @Sendable () throws -> Worker
  ) throws {
    let jobs = Mailbox<Job>(capacity: queue)
    let started = Mailbox<(any Error)?>(capacity: count)
    self.jobs = jobs
    threads = (1...max(1, count)).map { number in
      NamedThread("\(name)-\(number)") {
        do {
          var worker = try makeWorker()
          _ = started.offer(nil)
          while let job = jobs.take() { job(&worker) }
        } catch {
          _ = started.offer(error)
        }
      }
    }
    for _ in threads {
      if case .some(.some(let error)) = started.take() {
        stop()
        throw error
      }
    }
  }

  /// Queues a job; `false` where the queue is full or the pool has stopped.
  func offer(_ job: @escaping Job) -> Bool { jobs.offer(job) }

  var waiting: Int { jobs.waiting }

  /// Ends the threads after the jobs queued so far, and waits for them.
  func stop() {
    jobs.close()
    for thread in threads { thread.join() }
  }
}
