import FoundationEssentials
import Messages

typealias LoadOutcome = Result<Data, ServiceError>

extension LoadRun {
  /// Sends the requests in real time, each in its own task, until the run finishes; returns its
  /// final state.
  ///
  /// - Parameter send: sends one body and returns the outcome.
  func sending(
    by send: @escaping @Sendable (Data, Operation) async -> LoadOutcome
  ) async -> LoadRun {
    /// What the run waits for; an alarm has no outcome.
    typealias Event = (number: Int, outcome: LoadOutcome, at: ContinuousClock.Instant)?
    var run = self
    let operation = operation
    await withTaskGroup(of: Event.self) { group in
      var alarm: ContinuousClock.Instant?
      while !Task.isCancelled {
        switch run.next(at: .now) {
        case .send(let number, let body):
          group.addTask {
            let outcome = await send(body, operation)
            return (number, outcome, .now)
          }
        case .wait(let instant):
          if let instant, instant != alarm {
            alarm = instant
            group.addTask {
              // Sleeping fails only if the task is cancelled, and then nobody waits.
              try? await Task.sleep(until: instant, tolerance: .zero)
              return nil
            }
          }
          guard let event = await group.next() else { return }
          if let event {
            run.ended(event.number, event.outcome, at: event.at)
          } else {
            alarm = nil
          }
        case .finish: return group.cancelAll()
        }
      }
    }
    return run
  }
}
