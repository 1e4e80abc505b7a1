import FoundationEssentials
import Messages

typealias RequestOutcome = Result<Data, ServiceError>

/// Receives the outcome of a request.
enum RequestWaiter {
  case task(CheckedContinuation<RequestOutcome, Never>)
  case listener(any RequestListener, number: Int)

  func resume(_ outcome: RequestOutcome) {
    switch self {
    case .task(let continuation): continuation.resume(returning: outcome)
    case .listener(let listener, let number): listener.completed(number, outcome)
    }
  }
}

/// A request without an outcome.
struct OutstandingRequest {
  let request: OutgoingRequest
  let waiter: RequestWaiter
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
