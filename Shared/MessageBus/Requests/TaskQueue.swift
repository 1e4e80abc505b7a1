/// Requests that wait for a task, and how long tasks take: which of them can still be answered in
/// time.
///
/// More tasks at a time than the processors can serve only make each of them later; so few run, the
/// others wait in order, and one whose time would run out is refused at once.
struct TaskQueue<Job> {
  private let limits: ServerLimits
  /// With the deadline of those that had to wait.
  private var waiting: [(job: Job, deadline: ContinuousClock.Instant?)] = []
  /// The number of `waiting` that have been started already.
  private var started = 0
  private var running = 0
  /// A moving average.
  private var duration = Duration.zero

  init(_ limits: ServerLimits) { self.limits = limits }

  /// The number of jobs that wait.
  var count: Int { waiting.count - started }

  /// Queues a job; `false` if there are too many, or those before it leave it too little time.
  mutating func offer(
    _ job: Job, until deadline: ContinuousClock.Instant, now: ContinuousClock.Instant
  ) -> Bool {
    guard running >= limits.tasks || count > 0 else {
      waiting.append((job, nil))
      return true
    }
    let rounds = count / max(1, limits.tasks) + 1
    guard count < limits.queued, now + duration * (rounds + 1) <= deadline else { return false }
    waiting.append((job, deadline))
    return true
  }

  /// The next job to run, if another may; `canFinish` is whether the rest of its time is likely to
  /// suffice.
  mutating func next(now: ContinuousClock.Instant) -> (job: Job, canFinish: Bool)? {
    guard running < limits.tasks, started < waiting.count else { return nil }
    let (job, deadline) = waiting[started]
    started += 1
    if started > 64, 2 * started > waiting.count {
      waiting.removeFirst(started)
      started = 0
    }
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
