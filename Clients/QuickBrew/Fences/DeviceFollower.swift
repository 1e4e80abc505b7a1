import MessageBus
import Messages

/// Shows the current position of a device as it moves. Positions that were missed are not fetched.
struct DeviceFollower {
  private let context: CommandContext
  private let bus: any ClientBus
  private let device: DeviceID
  private var shown: DevicePosition?
  private var hasWarned = false

  init(context: CommandContext, bus: any ClientBus, device: DeviceID) {
    self.context = context
    self.bus = bus
    self.device = device
  }

  /// Requests and shows the position of the device. Warns once where it has none yet.
  ///
  /// - Throws: `ServiceError`, `OutputFailure`.
  mutating func ask() async throws {
    do {
      try show(try await bus.send(PositionRequest(device: device), timeout: context.timeout))
    } catch let error as ServiceError where error.code == .notFound {
      if hasWarned { return }
      hasWarned = true
      context.output.message("quickbrew: \(device.rawValue.printable) has not reported yet.")
    }
  }

  /// Handles an item of the event stream.
  ///
  /// - Throws: a `ServiceError` that is not retryable, `OutputFailure`.
  mutating func handle(_ item: StreamItem<DevicePosition>) async throws {
    switch item {
    case .event(let position, _): if position.device == device { try show(position) }
    case .refused(let error): throw error
    case .lost:
      context.output.message(
        "quickbrew: The geofence monitor is gone; waiting for it to come back.")
    case .live, .gap:
      do {
        try await ask()
      } catch let error as ServiceError where error.code.isRetryable {
        // The service publishes shortly before it answers requests. The next event brings the
        // position.
      }
    }
  }

  private mutating func show(_ position: DevicePosition) throws {
    if position == shown { return }
    shown = position
    if context.wantsJSONLines {
      try context.output.jsonLine(position)
    } else {
      try context.output.text(GeofenceRendering.render(position, style: context.style))
    }
  }
}
