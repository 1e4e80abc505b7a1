import FoundationEssentials
import Messages

/// Sends requests by the thousand without a task for each: says what to send when, and hears what
/// became of it.
///
/// A state machine without clock or socket: whoever runs it, on one thread, asks for the next step
/// until that is to wait, and again when the time has come or a reply is there.
package protocol RequestDriver: Sendable {
  /// What to do at `now`.
  mutating func next(at now: ContinuousClock.Instant) -> DriverStep

  /// Hears what became of the request `number`: the reply's JSON, or why there is none.
  mutating func ended(
    _ number: Int, _ outcome: Result<Data, ServiceError>, at now: ContinuousClock.Instant)
}

/// What a driver wants done.
package enum DriverStep: Sendable {
  /// Send this body; `number` is the driver's own name for the request.
  case send(number: Int, body: Data)
  /// Ask again after the next reply, or at this time if that is earlier.
  case wait(until: ContinuousClock.Instant?)
  /// Nothing more is to be sent or waited for.
  case finish
}

/// A driver on the loop's thread, and who waits for it to finish.
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

  /// Takes the driver's steps until it waits or finishes.
  func turn(_ core: isolated RequestClientCore) {
    // A request that fails at once is told while its fellows are being sent.
    if isFinished || isSending { return }
    isSending = true
    defer { isSending = false }
    if let alarm { core.loop.unwatch(alarm) }
    alarm = nil
    while true {
      let now = ContinuousClock.now
      switch driver.next(at: now) {
      case .send(let number, let body):
        let request = template.carrying(body, until: now.advanced(by: timeout))
        core.send(request, as: number, for: self)
      case .wait(let instant):
        guard let instant else { return }
        alarm = core.loop.at(instant) { core.assumeIsolated { $0.turnListeners() } }
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

  func ended(_ number: Int, _ outcome: RequestOutcome) {
    driver.ended(number, outcome, at: .now)
  }
}

/// Who hears on the loop's thread what became of requests.
protocol RequestListener: AnyObject {
  var isFinished: Bool { get }

  func ended(_ number: Int, _ outcome: RequestOutcome)
  /// Called after something has happened: then it may send more.
  func turn(_ core: isolated RequestClientCore)
  /// Called when nothing can be sent any more.
  func finish(_ core: isolated RequestClientCore)
}
