import FoundationEssentials

/// Requests that wait for a task, and how long tasks take: which of them can still be answered in
/// time.
///
/// More tasks at a time than the processors can serve only make each of them later; so few run, the
/// others wait in order, callers in turn, and one whose time would run out is refused at once.
struct TaskQueue<Job> {
  /// With the deadline of those that had to wait.
  private typealias Waiting = (job: Job, deadline: ContinuousClock.Instant?)

  private let limits: ServerLimits
  private var waiting: FairQueue<Waiting>
  /// How many have begun and not ended.
  private(set) var running = 0
  /// A moving average.
  private var duration = Duration.zero

  init(_ limits: ServerLimits) {
    self.limits = limits
    waiting = FairQueue(capacity: limits.queued, byteCapacity: limits.queuedBytes)
  }

  /// The number of jobs that wait.
  var count: Int { waiting.count }

  /// Queues a job; returns those that are refused: the job itself, if there are too many or those
  /// before it leave it too little time, or others that made room for it.
  mutating func offer(
    _ job: Job, of caller: Data, bytes: Int, until deadline: ContinuousClock.Instant,
    now: ContinuousClock.Instant
  ) -> [Job] {
    let mustWait = running >= limits.tasks || count > 0
    if mustWait {
      let rounds = waiting.ahead(of: caller) / max(1, limits.tasks) + 1
      guard now + duration * (rounds + 1) <= deadline else { return [job] }
    }
    let (isQueued, displaced) = waiting.offer(
      (job, mustWait ? deadline : nil), of: caller, bytes: bytes)
    return displaced.map(\.job) + (isQueued ? [] : [job])
  }

  /// The next job to run, if another may; `canFinish` is whether the rest of its time is likely to
  /// suffice.
  mutating func next(now: ContinuousClock.Instant) -> (job: Job, canFinish: Bool)? {
    guard running < limits.tasks, let (job, deadline) = waiting.popFirst() else { return nil }
    // A job that did not wait is tried in any case: the average may be that of a bad moment.
    let canFinish = deadline.map { running == 0 || now + duration <= $0 } ?? true
    if canFinish { running += 1 }
    return (job, canFinish)
  }

  /// A job that `next` let run has ended.
  mutating func finished(after duration: Duration) {
    running -= 1
    self.duration += (duration - self.duration) / 8
  }
}
