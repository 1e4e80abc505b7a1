/// Threads that run jobs one after another, each with its own state.
///
/// A thread delivers an outcome at once if no job waits. If jobs wait it delivers a few outcomes
/// together, as waking the receiver can cost more than the work.
final class WorkerPool<Worker, Job: Sendable, Outcome: Sendable>: Sendable {
  private let jobs: JobQueue<Job>
  private let threads: [NamedThread]

  /// Starts the threads and waits until each has created its state.
  ///
  /// - Parameters:
  ///   - queue: the jobs that wait.
  ///   - makeWorker: runs once on each thread.
  ///   - batch: wraps the work on a batch of waiting jobs; none by default.
  ///   - work: runs a job; `nil` where another job has the outcome.
  ///   - deliver: receives the outcomes, on the worker's thread.
  /// - Throws: what `makeWorker` throws; the other threads have ended then.
  init(
    name: String, count: Int, queue jobs: JobQueue<Job>,
    makeWorker: @escaping @Sendable () throws -> Worker,
    batch: JobBatch<Worker, Job, Outcome>? = nil,
    work: @escaping @Sendable (inout Worker, Job) -> Outcome?,
    deliver: @escaping @Sendable ([Outcome]) -> Void
  ) throws {
    let started = WaitableState<[(any Error)?]>([])
    self.jobs = jobs
    threads = (0..<count).map { number in
      NamedThread("\(name)-\(number)") {
        do {
          var worker = try makeWorker()
          started.change { outcomes, _ in
            outcomes.append(nil)
            return 1
          }
          var done = FinishedJobs(deliver)
          while let taken = done.next(of: jobs) {
            if let batch {
              deliver(batch.outcomes(from: taken, of: jobs, by: &worker, work))
            } else {
              let outcome = work(&worker, taken.job)
              jobs.finished(taken)
              if let outcome { done.add(outcome) }
            }
          }
        } catch {
          started.change { outcomes, _ in
            outcomes.append(error)
            return 1
          }
        }
      }
    }
    for _ in threads {
      if let error = started.wait(until: { $0.popLast() }) {
        stop()
        throw error
      }
    }
  }

  /// For how long the threads have computed, all together. Not called after `stop`.
  var computingTime: Duration { threads.reduce(.zero) { $0 + $1.computingTime } }

  /// Ends the threads after the jobs queued so far, and waits for them.
  func stop() {
    jobs.close()
    for thread in threads { thread.join() }
  }
}

/// Runs waiting jobs as a batch: no outcome is delivered before `wrap` has returned.
struct JobBatch<Worker, Job: Sendable, Outcome: Sendable>: Sendable {
  /// Must call its second argument, which runs the jobs.
  let wrap: @Sendable (inout Worker, (inout Worker) -> Void) throws -> Void
  /// The outcome of a job in a failed batch; `nil` for one that never has an outcome.
  let failed: @Sendable (Job, any Error) -> Outcome?

  /// Runs a job and those queued behind it, as many as fit into a batch.
  func outcomes(
    from first: JobQueue<Job>.Taken, of jobs: JobQueue<Job>, by worker: inout Worker,
    _ work: (inout Worker, Job) -> Outcome?
  ) -> [Outcome] {
    var done: [Job] = []
    var outcomes: [Outcome] = []
    var next: JobQueue<Job>.Taken? = first
    do {
      defer { if let next { jobs.finished(next) } }
      try wrap(&worker) { worker in
        while let taken = next {
          done.append(taken.job)
          if let outcome = work(&worker, taken.job) { outcomes.append(outcome) }
          jobs.finished(taken)
          let isLast =
            done.count == ServerLimits.jobsPerBatch
            || first.since.duration(to: jobs.now()) >= ServerLimits.batchDuration
          next = isLast ? nil : jobs.tryPop()
        }
      }
      return outcomes
    } catch {
      return (done.isEmpty ? [first.job] : done).compactMap { failed($0, error) }
    }
  }
}

/// The outcomes that a thread has not delivered yet.
private struct FinishedJobs<Outcome> {
  private let deliver: ([Outcome]) -> Void
  private var outcomes: [Outcome] = []
  /// When the first of them was ready.
  private var since = ContinuousClock.now

  init(_ deliver: @escaping ([Outcome]) -> Void) { self.deliver = deliver }

  mutating func add(_ outcome: Outcome) {
    let now = ContinuousClock.now
    if outcomes.isEmpty { since = now }
    outcomes.append(outcome)
    if outcomes.count >= ServerLimits.outcomesPerDelivery
      || now - since >= ServerLimits.maximumDelay
    {
      flush()
    }
  }

  /// The next job; delivers the outcomes before the thread waits for one, and before one that may
  /// be long.
  mutating func next<Job>(of jobs: JobQueue<Job>) -> JobQueue<Job>.Taken? {
    if let taken = jobs.tryPop() {
      let isBrief = taken.lastCost.map { $0 < ServerLimits.maximumDelay } ?? false
      if !isBrief { flush() }
      return taken
    }
    flush()
    return jobs.pop()
  }

  private mutating func flush() {
    guard !outcomes.isEmpty else { return }
    deliver(outcomes)
    outcomes.removeAll(keepingCapacity: true)
  }
}
