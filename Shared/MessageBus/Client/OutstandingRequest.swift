import FoundationEssentials
import Messages

typealias RequestOutcome = Result<Data, ServiceError>

/// Receives the outcome of a request, once, on the loop's thread. (The simulation has its own.)
protocol RequestWaiter {
  func resume(_ outcome: RequestOutcome)
}

extension CheckedContinuation: RequestWaiter where T == RequestOutcome, E == Never {
  func resume(_ outcome: RequestOutcome) { resume(returning: outcome) }
}

/// A request without an outcome.
struct OutstandingRequest {
  let request: OutgoingRequest
  let waiter: any RequestWaiter
  /// How often it was sent.
  var attempts = 0
  /// The connections over which it was sent, and may still be answered; empty while it waits for
  /// one.
  var connections: [ServiceConnection] = []
  /// When it was sent for the first time.
  var firstSent: ContinuousClock.Instant?
  /// When the reply is later than nearly all of late.
  var hedgeDeadline: ContinuousClock.Instant?

  func isOn(_ connection: ServiceConnection) -> Bool {
    connections.contains { $0 === connection }
  }
}
