import FoundationEssentials

/// Who asks, for the turns that callers take.
enum Asker: Hashable, Sendable {
  /// Nobody named: the connection over which it came.
  case connection(Data)
  /// A key's name or a client's address, whoever passed it on.
  case named(String)

  /// As requests name it that are made to answer this one.
  var name: String? {
    if case .named(let name) = self { name } else { nil }
  }
}

/// Jobs between a loop and its workers: a fair queue on which workers wait.
final class JobQueue<Job: Sendable>: Sendable {
  /// A job that a worker has taken.
  struct Taken: Sendable {
    let job: Job
    let asker: Asker
    let since: ContinuousClock.Instant
    /// What the last job of the same asker has cost; `nil` where that is not known.
    let lastCost: Duration?
  }

  private struct Contents {
    var jobs: FairQueue<Asker, Job>
    var isClosed = false
  }

  private let contents: WaitableState<Contents>
  let now: Now

  init(
    capacity: Int, byteCapacity: Int, places: FairQueue<Asker, Job>.Places,
    now: @escaping Now = { .now }
  ) {
    self.now = now
    contents = WaitableState(
      Contents(
        jobs: FairQueue(capacity: capacity, byteCapacity: byteCapacity, places: places)))
  }

  /// Queues jobs; returns those for which there is no room, which may have been queued before.
  func offer(_ newJobs: [(job: Job, asker: Asker, bytes: Int)]) -> [Job] {
    var refused: [Job] = []
    contents.change { contents, _ in
      var queued = 0
      for new in newJobs {
        guard !contents.isClosed else {
          refused.append(new.job)
          continue
        }
        let (isQueued, displaced) = contents.jobs.offer(new.job, of: new.asker, bytes: new.bytes)
        refused += displaced
        if isQueued { queued += 1 } else { refused.append(new.job) }
      }
      // Those at work take the rest.
      return min(queued, contents.jobs.startable)
    }
    return refused
  }

  /// Queues a job once for each worker that waits and has none yet, at most `limit` times.
  func offerToWaiting(_ job: Job, of asker: Asker, atMost limit: Int) {
    contents.change { contents, waiting in
      guard !contents.isClosed else { return 0 }
      let idle = max(0, min(limit, waiting - contents.jobs.count))
      for _ in 0..<idle { _ = contents.jobs.offer(job, of: asker, bytes: 0) }
      return idle
    }
  }

  /// Removes the next job, waiting for one; `nil` once the queue is closed and what is left in it
  /// is for workers that are at work. `finished` must follow.
  func pop() -> Taken? {
    while true {
      if let taken = tryPop() { return taken }
      let isOver = contents.wait { contents -> Bool? in
        if contents.jobs.hasNext { return false }
        return contents.isClosed ? true : nil
      }
      if isOver { return nil }
    }
  }

  /// Removes and returns the next job, or `nil`, without waiting. `finished` must follow.
  func tryPop() -> Taken? {
    var next: (element: Job, caller: Asker, lastCost: Duration?)?
    contents.change { contents, waiting in
      next = contents.jobs.popFirst()
      // The end of a job may have made room for more than the one that its worker takes.
      return next != nil && waiting > 0 && contents.jobs.hasNext ? 1 : 0
    }
    return next.map {
      Taken(job: $0.element, asker: $0.caller, since: now(), lastCost: $0.lastCost)
    }
  }

  /// A job that was taken has ended.
  func finished(_ taken: Taken) {
    let cost = taken.since.duration(to: now())
    contents.withLock { contents, _ in contents.jobs.finished(taken.asker, after: cost) }
  }

  /// How many jobs are queued.
  var waiting: Int { contents.withLock { contents, _ in contents.jobs.count } }

  /// Refuses new jobs; the queued ones can still be removed.
  func close() {
    contents.change { contents, waiting in
      contents.isClosed = true
      return waiting
    }
  }
}
