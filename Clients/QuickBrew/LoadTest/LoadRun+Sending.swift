import FoundationEssentials
import MessageBus
import Messages

typealias LoadOutcome = Result<Data, ServiceError>

extension LoadRun {
  /// Sends the requests in real time, each in its own task, until the run finishes or the caller is
  /// cancelled; returns its final state.
  ///
  /// The pace is kept by a thread that does nothing else: a task that sleeps wakes late under load,
  /// and the generator rather than the service would be measured.
  ///
  /// - Parameter send: sends one body and returns the outcome.
  func sending(
    by send: @escaping @Sendable (Data, Operation) async -> LoadOutcome
  ) async -> LoadRun {
    let inbox = WaitableState(LoadInbox())
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        NamedThread.detached("load-test") {
          continuation.resume(returning: keepingPace(inbox, send))
        }
      }
    } onCancel: {
      inbox.change { inbox, _ in
        inbox.isCancelled = true
        return 1
      }
    }
  }

  private func keepingPace(
    _ inbox: WaitableState<LoadInbox>,
    _ send: @escaping @Sendable (Data, Operation) async -> LoadOutcome
  ) -> LoadRun {
    var run = self
    let operation = operation
    while true {
      switch run.next(at: .now) {
      case .send(let number, let body):
        Task {
          let outcome = await send(body, operation)
          inbox.change { inbox, _ in
            inbox.ended.append((number, outcome, .now))
            return 1
          }
        }
      case .wait(let instant):
        let news = inbox.wait(until: instant) { inbox -> LoadInbox? in
          guard inbox.isCancelled || !inbox.ended.isEmpty else { return nil }
          defer { inbox.ended = [] }
          return inbox
        }
        if news?.isCancelled == true { return run }
        for (number, outcome, time) in news?.ended ?? [] { run.ended(number, outcome, at: time) }
      case .finish: return run
      }
    }
  }
}

/// What the pacing thread waits for, besides the time.
private struct LoadInbox {
  var ended: [(number: Int, outcome: LoadOutcome, at: ContinuousClock.Instant)] = []
  var isCancelled = false
}
