import CommandLineKit
import MessageBus
import Messages
import Time

/// `quickbrew plan --watch`: makes the plan again when something changes, and prints what
/// `PlanWatch` says.
struct PlanWatcher: Sendable {
  let context: CommandContext
  /// The request, its departure and deadline resolved.
  let request: PlanRequest
  /// The earliest departure: the request's. Once it has passed the plan departs now.
  let departure: Timestamp
  let deadline: Timestamp

  /// Changes that come close together are checked together, and not more often than this.
  var pause = Duration.seconds(2)
  /// How often the plan is checked without any change, as time passes.
  var interval = Duration.seconds(30)

  private enum Signal: Sendable {
    case changed(WatchCause)
    case tick
  }

  /// Watches until the deadline has passed.
  ///
  /// - Parameter watch: has had the first plan.
  /// - Throws: `ServiceError` that is not retryable, `OutputFailure`.
  func run(_ watch: PlanWatch) async throws {
    var watch = watch
    let (signals, continuation) = AsyncStream<Signal>.makeStream()
    let tasks = try sources(continuation)
    defer { for task in tasks { task.cancel() } }
    var causes: Set<WatchCause> = []
    var hasReportedOutage = false
    var lastCheck = ContinuousClock.now
    for await signal in signals {
      switch signal {
      case .changed(let cause): causes.insert(cause)
      case .tick where lastCheck.duration(to: .now) >= interval: causes.insert(.clock)
      case .tick: break
      }
      if Timestamp.now() >= deadline {
        return context.report(Formats.phrase("watch.over"))
      }
      guard !causes.isEmpty, lastCheck.duration(to: .now) >= pause else { continue }
      lastCheck = .now
      do {
        let plan = try await context.send(again())
        hasReportedOutage = false
        if let verdict = watch.update(plan, causes: causes) {
          try context.showEvent(verdict) { WatchRendering.render($0, style: $1) }
        }
        causes = []
      } catch let error as ServiceError where error.code.isRetryable {
        if !hasReportedOutage { context.report(error.message) }
        hasReportedOutage = true
      }
    }
  }

  /// The request as of now.
  private func again() -> PlanRequest {
    var request = request
    request.departure = .instant(max(departure, .now()))
    request.deadline = .instant(deadline)
    request.id = nil
    // The stop that is kept to may not be among the best.
    request.limit = PlannerLimits.maximumOptions
    return request
  }

  /// Reads the streams of all that a plan depends on, and the clock.
  private func sources(
    _ signals: AsyncStream<Signal>.Continuation
  ) throws -> [Task<Void, Never>] {
    let devices = [request.origin, request.destination].compactMap { place in
      if case .device(let device) = place { device } else { nil }
    }
    let positions = try context.events(DevicePosition.self)
    let traffic = try context.events(TrafficChanged.self)
    let venues = try context.events(VenueChanged.self)
    return [
      Task {
        for await item in positions where !devices.isEmpty {
          if case .event(let position, _) = item, !devices.contains(position.device) { continue }
          signals.yield(.changed(.position))
        }
      },
      Task { for await item in traffic where item.isChange { signals.yield(.changed(.traffic)) } },
      Task { for await item in venues where item.isChange { signals.yield(.changed(.venues)) } },
      Task { [pause] in
        while !Task.isCancelled {
          // Sleeping fails only if the task is cancelled, which ends the loop.
          try? await Task.sleep(for: pause)
          signals.yield(.tick)
        }
        signals.finish()
      },
    ]
  }
}

extension StreamItem {
  /// Whether something has changed, or may have without being seen. A connection is no change.
  fileprivate var isChange: Bool {
    switch self {
    case .event, .gap: true
    case .live, .lost, .refused: false
    }
  }
}
