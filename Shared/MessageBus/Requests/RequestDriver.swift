package import FoundationEssentials
package import Messages

/// Drives thousands of requests without a task for each: decides what to send and when, and
/// receives the outcomes.
///
/// A state machine without clock or socket: its runner, on one thread, calls `next` until that
/// returns `wait`, and again at the given time or after a reply.
package protocol RequestDriver: Sendable {
  /// The next step at `now`.
  mutating func next(at now: ContinuousClock.Instant) -> DriverStep

  /// Receives the outcome of the request `number`: the reply's JSON, or the error.
  mutating func ended(
    _ number: Int, _ outcome: Result<Data, ServiceError>, at now: ContinuousClock.Instant)

  /// The operation of a request that is about to be sent; `nil`, which is the default, for the one
  /// that the driver is run with.
  func operation(of number: Int) -> Operation?
}

extension RequestDriver {
  package func operation(of number: Int) -> Operation? { nil }
}

/// The next step of a driver.
package enum DriverStep: Sendable {
  /// Send this body; `number` identifies the request to the driver.
  case send(number: Int, body: Data)
  /// Call `next` again after the next reply, or at this time if that is earlier.
  case wait(until: ContinuousClock.Instant?)
  /// There is nothing more to send or to wait for.
  case finish
}

/// A driver on the loop's thread, and the continuation to resume when it finishes.
final class DrivenRequests<Driver: RequestDriver>: RequestListener {
  private let template: OutgoingRequest
  private let timeout: Duration
  private let finished: CheckedContinuation<Driver, Never>
  private var driver: Driver
  private var alarm: MessageLoop.WatchID?
  private(set) var isFinished = false
  private var isSending = false

  init(
    _ driver: Driver, template: OutgoingRequest, timeout: Duration,
    finished: CheckedContinuation<Driver, Never>
  ) {
    self.driver = driver
    self.template = template
    self.timeout = timeout
    self.finished = finished
  }

  /// Performs the driver's steps until it waits or finishes.
  func step(_ core: isolated RequestClientCore) {
    // A request that fails at once completes while others are being sent.
    if isFinished || isSending { return }
    isSending = true
    defer { isSending = false }
    if let alarm { core.loop.unwatch(alarm) }
    alarm = nil
    while true {
      let now = ContinuousClock.now
      switch driver.next(at: now) {
      case .send(let number, let body):
        let request = template.carrying(
          body, as: driver.operation(of: number), number: number, until: now.advanced(by: timeout))
        core.send(request, as: number, for: self)
      case .wait(let instant):
        guard let instant else { return }
        alarm = core.loop.at(instant) { core.assumeIsolated { $0.stepListeners() } }
        return
      case .finish:
        finish(core)
        return
      }
    }
  }

  func finish(_ core: isolated RequestClientCore) {
    guard !isFinished else { return }
    if let alarm { core.loop.unwatch(alarm) }
    isFinished = true
    finished.resume(returning: driver)
  }

  func completed(_ number: Int, _ outcome: RequestOutcome) {
    driver.ended(number, outcome, at: .now)
  }
}

/// Receives the outcomes of requests on the loop's thread.
protocol RequestListener: AnyObject {
  var isFinished: Bool { get }

  func completed(_ number: Int, _ outcome: RequestOutcome)
  /// Called after every change, so that it can send more.
  func step(_ core: isolated RequestClientCore)
  /// Called when the client is closed: nothing can be sent any more.
  func finish(_ core: isolated RequestClientCore)
}
