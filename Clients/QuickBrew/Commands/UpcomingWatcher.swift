import MessageBus
import Messages

/// Shows which fence comes next of devices on a route, beside what else is shown.
struct UpcomingWatcher: Sendable {
  let call: Call
  let bus: any ServiceBus
  /// `nil`: of all devices.
  let device: DeviceID?
  private var shown: UpcomingFence?

  init(call: Call, bus: any ServiceBus, device: DeviceID?) {
    self.call = call
    self.bus = bus
    self.device = device
  }

  /// Does `work`, and shows what comes next meanwhile where `--upcoming` asks for it.
  ///
  /// - Throws: what `work` throws; `ServiceError`, `OutputClosed`.
  func beside(_ work: @escaping @Sendable () async throws -> Void) async throws {
    guard call.arguments.has("upcoming") else { return try await work() }
    let news = bus.events(UpcomingFence.self)
    try await withThrowingTaskGroup { group in
      group.addTask { try await work() }
      group.addTask {
        var watcher = self
        try await watcher.ask()
        for await item in news { try await watcher.take(item) }
      }
      try await group.waitForAll()
    }
  }

  private mutating func take(_ item: StreamItem<UpcomingFence>) async throws {
    switch item {
    case .event(let upcoming, _):
      if device == nil || upcoming.device == device { try show(upcoming) }
    case .lost: break
    case .live, .gap:
      do {
        try await ask()
      } catch let error as ServiceError where error.code.isRetryable {
        // It publishes a moment before it answers; its next news tells as well.
      }
    }
  }

  /// Shows what comes next of the one device, where it is on a route.
  private mutating func ask() async throws {
    guard let device else { return }
    let known = try await bus.send(UpcomingRequest(device: device), timeout: call.timeout)
    if known.state == .active { try show(known) }
  }

  private mutating func show(_ upcoming: UpcomingFence) throws {
    if upcoming == shown { return }
    shown = upcoming
    if call.wantsJSONLines {
      try call.output.jsonLine(upcoming)
    } else {
      try call.output.text(GeofenceRendering.render(upcoming, style: call.style))
    }
  }
}
