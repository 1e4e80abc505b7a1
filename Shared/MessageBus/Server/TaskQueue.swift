import FoundationEssentials

/// Requests that wait for a task, and how long tasks take: which of them can still be answered in
/// time.
///
/// More tasks at a time than the processors can serve only make each of them later; so few run, the
/// others wait in order, callers in turn, and one whose time would run out is refused at once.
struct TaskQueue<Job: Sendable> {
  /// With the deadline of those that had to wait.
  private typealias Waiting = (job: Job, deadline: ContinuousClock.Instant?)

  private let limits: ServerLimits
  private var waiting: FairQueue<Asker, Waiting>
  /// A moving average.
  private var duration = Duration.zero

  init(_ limits: ServerLimits) {
    self.limits = limits
    waiting = FairQueue(
      capacity: limits.queued, byteCapacity: limits.queuedBytes,
      places: .each(limits.tasks, spare: limits.spare))
  }

  /// The number of jobs that wait.
  var count: Int { waiting.count }

  /// How many have begun and not ended.
  var running: Int { waiting.running }

  /// Queues a job; returns those that are refused: the job itself, if there are too many or those
  /// before it leave it too little time, or others that made room for it.
  mutating func offer(
    _ job: Job, of asker: Asker, bytes: Int, until deadline: ContinuousClock.Instant,
    now: ContinuousClock.Instant
  ) -> [Job] {
    let mustWait = !waiting.mayStart(asker)
    if mustWait {
      let rounds = waiting.ahead(of: asker) / max(1, limits.tasks) + 1
      guard now + duration * (rounds + 1) <= deadline else { return [job] }
    }
    let (isQueued, displaced) = waiting.offer(
      (job, mustWait ? deadline : nil), of: asker, bytes: bytes)
    return displaced.map(\.job) + (isQueued ? [] : [job])
  }

  /// The next job to run, if another may; `canFinish` is whether the rest of its time is likely to
  /// suffice. `finished` must follow where it is.
  mutating func next(
    now: ContinuousClock.Instant
  ) -> (job: Job, asker: Asker, canFinish: Bool)? {
    let isFirst = running == 0
    guard let ((job, deadline), asker, _) = waiting.popFirst() else { return nil }
    // A job that did not wait is tried in any case: the average may be that of a bad moment.
    let canFinish = deadline.map { isFirst || now + duration <= $0 } ?? true
    if !canFinish { waiting.finished(asker, after: .zero) }
    return (job, asker, canFinish)
  }

  /// A job that `next` let run has ended.
  mutating func finished(_ asker: Asker, after duration: Duration) {
    waiting.finished(asker, after: duration)
    self.duration += (duration - self.duration) / 8
  }
}
