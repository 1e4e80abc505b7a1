import FoundationEssentials

/// Jobs between a loop and its workers: a fair queue that workers wait for.
final class JobQueue<Job: Sendable>: Sendable {
  private struct Contents {
    var jobs: FairQueue<Job>
    var isClosed = false
  }

  private let contents: WaitableState<Contents>

  init(capacity: Int, byteCapacity: Int) {
    contents = WaitableState(
      Contents(jobs: FairQueue(capacity: capacity, byteCapacity: byteCapacity)))
  }

  /// Queues jobs; returns those for which there is no room, which may have been queued before.
  func offer(_ newJobs: [(job: Job, caller: Data, bytes: Int)]) -> [Job] {
    var refused: [Job] = []
    contents.change { contents, _ in
      var queued = 0
      for new in newJobs {
        guard !contents.isClosed else {
          refused.append(new.job)
          continue
        }
        let (isQueued, displaced) = contents.jobs.offer(new.job, of: new.caller, bytes: new.bytes)
        refused += displaced
        if isQueued { queued += 1 } else { refused.append(new.job) }
      }
      return queued
    }
    return refused
  }

  /// Queues a job once for each worker that waits and has none yet, at most so many times.
  func offerToWaiting(_ job: Job, of caller: Data, atMost limit: Int) {
    contents.change { contents, waiting in
      guard !contents.isClosed else { return 0 }
      let idle = max(0, min(limit, waiting - contents.jobs.count))
      for _ in 0..<idle { _ = contents.jobs.offer(job, of: caller, bytes: 0) }
      return idle
    }
  }

  /// Removes the next job, waiting for one; `nil` once the queue is closed and empty.
  func pop() -> Job? {
    contents.wait { contents -> Job?? in
      if let job = contents.jobs.popFirst() { return .some(job) }
      return contents.isClosed ? .some(nil) : nil
    }
  }

  /// Removes the next job without waiting; `nil` if there is none.
  func tryPop() -> Job? { contents.withLock { contents, _ in contents.jobs.popFirst() } }

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
