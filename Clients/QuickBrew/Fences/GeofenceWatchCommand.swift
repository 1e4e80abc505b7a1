import CommandLineKit
import MessageBus
import Messages

/// `quickbrew geofence watch`: prints each event exactly once, as it happens.
enum GeofenceWatchCommand: Subcommand {
  static let name = "geofence watch"
  static let summary = "Print each device that enters or leaves a fence, as it happens."
  static let help = CommandHelp(
    examples: [
      "geofence watch", "geofence watch --since 0 | jq .device",
      "geofence watch --follow phone --upcoming",
    ],
    usage: "[flags]",
    flags: [
      Flag("since", "N", "first print the kept events after number N (only new ones)"),
      Flag("follow", "DEVICE", "print instead where this device is as it moves, and its color"),
      Flag("upcoming", "print also which fence comes next, of devices on a geofence route"),
    ],
    notes: """
      With --follow a device is green inside any fence and white outside all, and the view is the
      3 km by 3 km around it.
      Events are lines of JSON with --json and where the output is no terminal. What happened while
      the connection was lost is fetched and printed in its place. Ctrl-C ends it.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    _ = try context.arguments.positionals([])
    let since = try context.arguments.integer("since", in: 0...Int.max)
    if let device = context.arguments["follow"] {
      if since != nil { throw UsageError("--since does not go with --follow.") }
      return try await follow(try PlaceParser.device(device, "--follow"), context)
    }
    let bus = try context.connect()
    // Subscribe before the first request, so that no event is missed in between.
    let events = bus.events(GeofenceEvent.self)
    let log = GeofenceLog(bus: bus, timeout: context.timeout)
    let last = if let since { Int64(since) } else { try await log.latest() }
    try await context.output.runUntilClosed {
      try await UpcomingWatcher(context: context, bus: bus, device: nil).run {
        var watch = GeofenceWatcher(context: context, log: log, cursor: EventCursor(last: last))
        try await watch.catchUp()
        for await item in events { try await watch.handle(item) }
      }
    }
    return .success
  }

  private static func follow(_ device: DeviceID, _ context: CommandContext) async throws
    -> CommandStatus
  {
    let bus = try context.connect()
    let positions = bus.events(DevicePosition.self)
    try await context.output.runUntilClosed {
      try await UpcomingWatcher(context: context, bus: bus, device: device).run {
        var follower = DeviceFollower(context: context, bus: bus, device: device)
        try await follower.ask()
        for await item in positions { try await follower.handle(item) }
      }
    }
    return .success
  }
}

/// The monitor's log of events, read page by page.
struct GeofenceLog: Sendable {
  let bus: any ClientBus
  let timeout: Duration

  /// The number of the newest event.
  ///
  /// - Throws: `ServiceError`.
  func latest() async throws(ServiceError) -> Int64 {
    try await bus.send(GeofenceEventsRequest(since: 0, limit: 1), timeout: timeout).latest
  }

  /// The page of events after `number`.
  ///
  /// - Throws: `ServiceError`.
  func page(after number: Int64) async throws(ServiceError) -> GeofenceEventsReply {
    let request = GeofenceEventsRequest(since: number, limit: GeofenceLimits.maximumPage)
    return try await bus.send(request, timeout: timeout)
  }
}

/// The position in the event log up to which all events are printed.
struct EventCursor: Sendable, Hashable {
  enum Action: Sendable, Hashable {
    case print
    /// The event is printed already.
    case skip
    /// Events before it are missing.
    case catchUp
  }

  /// The number of the last printed event.
  private(set) var last: Int64

  init(last: Int64) { self.last = last }

  /// How to treat an event that arrives live.
  func action(for number: Int64) -> Action {
    if number <= last { return .skip }
    return number == last + 1 ? .print : .catchUp
  }

  mutating func printed(_ number: Int64) { last = number }

  /// Goes on where the log begins, if that is later; the numbers that are skipped.
  mutating func skip(to first: Int64) -> ClosedRange<Int64>? {
    guard last < first - 1 else { return nil }
    defer { last = first - 1 }
    return last + 1...first - 1
  }

  /// Starts over where the log is a new one, with fewer events than were printed.
  mutating func restart(ifBeyond latest: Int64) -> Bool {
    guard latest < last else { return false }
    last = 0
    return true
  }
}

/// Prints events in the order of their numbers.
struct GeofenceWatcher {
  let context: CommandContext
  let log: GeofenceLog
  private(set) var cursor: EventCursor

  init(context: CommandContext, log: GeofenceLog, cursor: EventCursor) {
    self.context = context
    self.log = log
    self.cursor = cursor
  }

  /// Handles an item of the event stream.
  ///
  /// - Throws: a `ServiceError` that is not retryable, `OutputFailure`.
  mutating func handle(_ item: StreamItem<GeofenceEvent>) async throws {
    switch item {
    case .live, .gap: try await catchUpWhenPossible()
    case .refused(let error): throw error
    case .lost:
      context.output.message(
        "quickbrew: The geofence monitor is gone; waiting for it to come back.")
    case .event(let event, _):
      switch cursor.action(for: event.number) {
      case .skip: break
      case .print: try show(event)
      case .catchUp: try await catchUpWhenPossible()
      }
    }
  }

  /// Fetches and prints all events after the last printed one.
  ///
  /// - Throws: `ServiceError`, `OutputFailure`.
  mutating func catchUp() async throws {
    while true {
      let page = try await log.page(after: cursor.last)
      if cursor.restart(ifBeyond: page.latest) {
        context.output.message("quickbrew: The log of events begins anew.")
        continue
      }
      if let first = page.first, let lost = cursor.skip(to: first) {
        context.output.message(
          "quickbrew: Events \(lost.lowerBound) to \(lost.upperBound) are too old to be kept.")
      }
      for event in page.events where cursor.action(for: event.number) != .skip {
        try show(event)
      }
      if page.events.isEmpty || cursor.last >= page.latest { return }
    }
  }

  /// Catches up, with retries while the service is unavailable. It may answer requests only shortly
  /// after it publishes, and the next event may be hours away.
  private mutating func catchUpWhenPossible() async throws {
    var pause = Duration.milliseconds(50)
    while true {
      do {
        return try await catchUp()
      } catch let error as ServiceError where error.code.isRetryable {
        if pause == .milliseconds(50) {
          context.output.message("quickbrew: \(error.message.printable)")
        }
      }
      // No event announces that a service answers again, so it is polled.
      try await Task.sleep(for: pause)
      pause = min(pause * 2, .seconds(1))
    }
  }

  private mutating func show(_ event: GeofenceEvent) throws {
    if context.wantsJSONLines {
      try context.output.jsonLine(event)
    } else {
      try context.output.text(GeofenceRendering.render(event, style: context.style))
    }
    cursor.printed(event.number)
  }
}
