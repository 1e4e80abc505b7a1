import MessageBus
import Messages

/// Shows a device as it moves: where it is by now, not every step of the way there.
struct DeviceFollower {
  private let call: Call
  private let bus: any ServiceBus
  private let device: DeviceID
  private var shown: DevicePosition?
  private var saidNowhere = false

  init(call: Call, bus: any ServiceBus, device: DeviceID) {
    self.call = call
    self.bus = bus
    self.device = device
  }

  /// Shows where the device is, which is nowhere before its first position.
  ///
  /// - Throws: `ServiceError`, `OutputClosed`.
  mutating func ask() async throws {
    do {
      try show(try await bus.send(PositionRequest(device: device), timeout: call.timeout))
    } catch let error as ServiceError where error.code == .notFound {
      if saidNowhere { return }
      saidNowhere = true
      call.output.message("quickbrew: \(device.rawValue.printable) has not reported yet.")
    }
  }

  /// Acts on what the stream tells.
  ///
  /// - Throws: `ServiceError` that no later try could mend, `OutputClosed`.
  mutating func take(_ item: StreamItem<DevicePosition>) async throws {
    switch item {
    case .event(let position, _): if position.device == device { try show(position) }
    case .lost:
      call.output.message("quickbrew: The geofence monitor is gone; waiting for it to come back.")
    case .live, .gap:
      do {
        try await ask()
      } catch let error as ServiceError where error.code.isRetryable {
        // It publishes a moment before it answers; its next position tells as well.
      }
    }
  }

  private mutating func show(_ position: DevicePosition) throws {
    if position == shown { return }
    shown = position
    if call.wantsJSONLines {
      try call.output.jsonLine(position)
    } else {
      try call.output.text(GeofenceRendering.render(position, style: call.style))
    }
  }
}
