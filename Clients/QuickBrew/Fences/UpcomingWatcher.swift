import CommandLineKit
import MessageBus
import Messages

/// With `--upcoming`, prints which fence each device on a route reaches next, in parallel to other
/// output.
struct UpcomingWatcher: Sendable {
  let context: CommandContext
  let bus: any ClientBus
  /// The device to follow; `nil` for all devices.
  let device: DeviceID?
  private var shown: UpcomingFence?

  init(context: CommandContext, bus: any ClientBus, device: DeviceID?) {
    self.context = context
    self.bus = bus
    self.device = device
  }

  /// Runs `work`, and with `--upcoming` prints upcoming fences at the same time.
  ///
  /// - Throws: what `work` throws; `ServiceError`, `OutputFailure`.
  func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
    guard context.arguments.has("upcoming") else { return try await work() }
    let events = bus.events(UpcomingFence.self)
    try await withThrowingTaskGroup { group in
      group.addTask { try await work() }
      group.addTask {
        var watcher = self
        try await watcher.ask()
        for await item in events { try await watcher.handle(item) }
      }
      try await group.waitForAll()
    }
  }

  private mutating func handle(_ item: StreamItem<UpcomingFence>) async throws {
    switch item {
    case .event(let upcoming, _):
      if device == nil || upcoming.device == device { try show(upcoming) }
    case .refused(let error): throw error
    case .lost: break
    case .live, .gap:
      do {
        try await ask()
      } catch let error as ServiceError where error.code.isRetryable {
        // The service publishes shortly before it answers requests. The next event brings the
        // state.
      }
    }
  }

  /// Requests and shows the next fence of the followed device, where it is on a route.
  private mutating func ask() async throws {
    guard let device else { return }
    do {
      let known = try await bus.send(UpcomingRequest(device: device), timeout: context.timeout)
      if known.state == .active { try show(known) }
    } catch let error as ServiceError where error.code == .notFound {
      // It has not reported yet; `DeviceFollower` says so.
    }
  }

  private mutating func show(_ upcoming: UpcomingFence) throws {
    if upcoming == shown { return }
    shown = upcoming
    if context.wantsJSONLines {
      try context.output.jsonLine(upcoming)
    } else {
      try context.output.text(GeofenceRendering.render(upcoming, style: context.style))
    }
  }
}
