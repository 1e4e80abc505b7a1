import CommandLineKit
import MessageBus
import Messages

/// `quickbrew geofence watch`: events as they come, none missed and none twice.
enum GeofenceWatch: Subcommand {
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

  static func run(_ call: Call) async throws -> CommandStatus {
    _ = try call.arguments.positionals([])
    let since = try call.arguments.integer("since", in: 0...Int.max)
    if let device = call.arguments["follow"] {
      if since != nil { throw UsageError("--since does not go with --follow.") }
      return try await follow(try Place.device(device, "--follow"), call)
    }
    let bus = try call.connect()
    // Listening begins before the first question, so that nothing falls between.
    let events = bus.events(GeofenceEvent.self)
    let log = GeofenceLog(bus: bus, timeout: call.timeout)
    let last = if let since { Int64(since) } else { try await log.latest() }
    try await call.output.whileRead {
      try await UpcomingWatcher(call: call, bus: bus, device: nil).beside {
        var watch = GeofenceWatcher(call: call, log: log, cursor: EventCursor(last: last))
        try await watch.catchUp()
        for await item in events { try await watch.take(item) }
      }
    }
    return .fine
  }

  private static func follow(_ device: DeviceID, _ call: Call) async throws -> CommandStatus {
    let bus = try call.connect()
    let positions = bus.events(DevicePosition.self)
    try await call.output.whileRead {
      try await UpcomingWatcher(call: call, bus: bus, device: device).beside {
        var follower = DeviceFollower(call: call, bus: bus, device: device)
        try await follower.ask()
        for await item in positions { try await follower.take(item) }
      }
    }
    return .fine
  }
}

/// The events that were kept, a page at a time.
struct GeofenceLog: Sendable {
  let bus: any ServiceBus
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

/// Which events were printed: those up to a number, in order.
struct EventCursor: Sendable, Hashable {
  enum Verdict: Sendable, Hashable {
    case print
    /// It was printed before.
    case skip
    /// Events before it are missing.
    case catchUp
  }

  /// The number of the last event that was printed.
  private(set) var last: Int64

  init(last: Int64) { self.last = last }

  /// What to do with an event that came live.
  func verdict(on number: Int64) -> Verdict {
    if number <= last { return .skip }
    return number == last + 1 ? .print : .catchUp
  }

  mutating func printed(_ number: Int64) { last = number }

  /// Starts over where the log turns out to be a new one, with fewer events than were printed.
  mutating func restart(ifBeyond latest: Int64) -> Bool {
    guard latest < last else { return false }
    last = 0
    return true
  }
}

/// Prints events in the order of their numbers.
struct GeofenceWatcher {
  let call: Call
  let log: GeofenceLog
  private(set) var cursor: EventCursor

  init(call: Call, log: GeofenceLog, cursor: EventCursor) {
    self.call = call
    self.log = log
    self.cursor = cursor
  }

  /// Acts on what the stream tells.
  ///
  /// - Throws: `ServiceError` that no later try could mend, `OutputClosed`.
  mutating func take(_ item: StreamItem<GeofenceEvent>) async throws {
    switch item {
    case .live, .gap: try await catchUpWhenPossible()
    case .lost:
      call.output.message("quickbrew: The geofence monitor is gone; waiting for it to come back.")
    case .event(let event, _):
      switch cursor.verdict(on: event.number) {
      case .skip: break
      case .print: try show(event)
      case .catchUp: try await catchUpWhenPossible()
      }
    }
  }

  /// Prints every kept event that was not printed yet.
  ///
  /// - Throws: `ServiceError`, `OutputClosed`.
  mutating func catchUp() async throws {
    while true {
      let page = try await log.page(after: cursor.last)
      if cursor.restart(ifBeyond: page.latest) {
        call.output.message("quickbrew: The log of events begins anew.")
        continue
      }
      for event in page.events where cursor.verdict(on: event.number) != .skip {
        try show(event)
      }
      if page.events.isEmpty || cursor.last >= page.latest { return }
    }
  }

  /// Catches up, trying again while the service is away: it may listen to requests a moment after
  /// it publishes, and then publish nothing for hours.
  private mutating func catchUpWhenPossible() async throws {
    var pause = Duration.milliseconds(50)
    while true {
      do {
        return try await catchUp()
      } catch let error as ServiceError where error.code.isRetryable {
        if pause == .milliseconds(50) {
          call.output.message("quickbrew: \(error.message.printable)")
        }
      }
      // Nothing tells when a service answers again.
      try await Task.sleep(for: pause)
      pause = min(pause * 2, .seconds(1))
    }
  }

  private mutating func show(_ event: GeofenceEvent) throws {
    if call.wantsJSONLines {
      try call.output.jsonLine(event)
    } else {
      try call.output.text(GeofenceRendering.render(event, style: call.style))
    }
    cursor.printed(event.number)
  }
}
