/// Threads that do jobs one after another, each with a state of its own.
///
/// A thread hands over an outcome at once where no job waits. Where jobs wait it hands over a few
/// together, as waking those who take them can cost more than the work.
final class WorkerPool<Worker, Job: Sendable, Outcome: Sendable>: Sendable {
  private let jobs: Mailbox<Job>
  private let threads: [NamedThread]

  /// Starts the threads and waits until each has made its state.
  ///
  /// - Parameters:
  ///   - queue: how many jobs may wait.
  ///   - makeWorker: runs once on each thread.
  ///   - work: does a job.
  ///   - deliver: takes the outcomes, on the thread that worked.
  /// - Throws: what `makeWorker` threw; the other threads have ended then.
  init(
    name: String, count: Int, queue: Int, makeWorker: @escaping @Sendable () throws -> Worker,
    work: @escaping @Sendable (inout Worker, Job) -> Outcome,
    deliver: @escaping @Sendable ([Outcome]) -> Void
  ) throws {
    let count = max(1, count)
    let jobs = Mailbox<Job>(capacity: queue)
    let started = Mailbox<(any Error)?>(capacity: count)
    self.jobs = jobs
    threads = (1...count).map { number in
      NamedThread("\(name)-\(number)") {
        do {
          var worker = try makeWorker()
          _ = started.offer(nil)
          var done = FinishedJobs(deliver)
          while let job = done.next(of: jobs) { done.add(work(&worker, job)) }
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

  /// Queues jobs in their order, as many as there is room for; answers how many.
  func offer(_ batch: [Job]) -> Int { jobs.offer(contentsOf: batch) }

  var waiting: Int { jobs.waiting }

  /// Ends the threads after the jobs queued so far, and waits for them.
  func stop() {
    jobs.close()
    for thread in threads { thread.join() }
  }
}

/// The outcomes that a thread has not handed over yet.
private struct FinishedJobs<Outcome> {
  private let deliver: ([Outcome]) -> Void
  private var outcomes: [Outcome] = []
  /// When the first was ready.
  private var since = ContinuousClock.now

  init(_ deliver: @escaping ([Outcome]) -> Void) { self.deliver = deliver }

  mutating func add(_ outcome: Outcome) {
    let now = ContinuousClock.now
    if outcomes.isEmpty { since = now }
    outcomes.append(outcome)
    if outcomes.count >= PoolLimits.outcomesTogether || now - since >= PoolLimits.patience {
      handOver()
    }
  }

  /// The next job; before the thread waits for one it hands over what it has.
  mutating func next<Job>(of jobs: Mailbox<Job>) -> Job? {
    if let job = jobs.takeIfAny() { return job }
    handOver()
    return jobs.take()
  }

  private mutating func handOver() {
    guard !outcomes.isEmpty else { return }
    deliver(outcomes)
    outcomes.removeAll(keepingCapacity: true)
  }
}

enum PoolLimits {
  /// Outcomes that are handed over together at most.
  static let outcomesTogether = 8
  /// How long an outcome waits for the next, while jobs wait. A job that takes longer can hold up
  /// those before it, but not where none waits.
  static let patience = Duration.microseconds(200)
}
