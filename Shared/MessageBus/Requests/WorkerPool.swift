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
  ///   - round: wraps the work on jobs that wait together; none by default.
  ///   - work: does a job.
  ///   - deliver: takes the outcomes, on the thread that worked.
  /// - Throws: what `makeWorker` threw; the other threads have ended then.
  init(
    name: String, count: Int, queue: Int, makeWorker: @escaping @Sendable () throws -> Worker,
    round: WorkRound<Worker, Job, Outcome>? = nil,
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
          while let job = done.next(of: jobs) {
            if let round {
              deliver(round.outcomes(from: job, of: jobs, by: &worker, work))
            } else {
              done.add(work(&worker, job))
            }
          }
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

/// Jobs that wait together, done as one: no outcome leaves before `wrap` has returned.
struct WorkRound<Worker, Job: Sendable, Outcome: Sendable>: Sendable {
  /// Runs its second argument, which does the jobs.
  let wrap: @Sendable (inout Worker, (inout Worker) -> Void) throws -> Void
  /// The outcome of a job whose round failed.
  let failed: @Sendable (Job, any Error) -> Outcome

  /// Does a job, and those that wait behind it, as many as fit into a round.
  func outcomes(
    from first: Job, of jobs: Mailbox<Job>, by worker: inout Worker,
    _ work: (inout Worker, Job) -> Outcome
  ) -> [Outcome] {
    let start = ContinuousClock.now
    var done = [first]
    var outcomes: [Outcome] = []
    do {
      try wrap(&worker) { worker in
        outcomes.append(work(&worker, first))
        while done.count < PoolLimits.jobsOfRound, start.duration(to: .now) < PoolLimits.round,
          let job = jobs.takeIfAny()
        {
          done.append(job)
          outcomes.append(work(&worker, job))
        }
      }
      return outcomes
    } catch {
      return done.map { failed($0, error) }
    }
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
  /// Jobs of one round at most.
  static let jobsOfRound = 256
  /// How long a round takes on jobs that wait: some times what an fsync takes, so that most of the
  /// time goes into the jobs.
  static let round = Duration.milliseconds(10)
}
