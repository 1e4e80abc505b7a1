import CommandLineKit
import Messages

/// `quickbrew geofence watch`: prints each event exactly once, as it happens.
enum GeofenceWatchCommand {
  static let command = Command(
    "geofence watch", "Print each device that enters or leaves a fence, as it happens.",
    examples: [
      "geofence watch", "geofence watch --since 0 | jq .device",
      "geofence watch --follow phone --upcoming",
    ],
    flags: [
      Flag(
        "since", "N", excludes: ["follow"],
        "first print the kept events after number N (only new ones)"),
      Flag("follow", "DEVICE", "print the position and color of this device as it moves instead"),
      Flag("upcoming", "print also which fence comes next, of devices on a geofence route"),
    ],
    notes: """
      With --follow a device is green inside any fence and white outside all, and the view is the
      3 km by 3 km around it.
      Events are lines of JSON with --json and where the output is no terminal. What happened while
      the connection was lost is fetched and printed in its place. Ctrl-C ends it.
      """,
    .run { context in
      if context.arguments.has("follow") {
        let device = try context.device("follow")
        try await run(DeviceWatch(context: context, device: device), of: device, context)
      } else {
        let since = try context.arguments.integer("since", in: 0...Int.max)
        let cursor = since.map { EventCursor(last: Int64($0)) }
        try await run(GeofenceWatch(context: context, cursor: cursor), of: nil, context)
      }
      return .success
    })

  /// Runs a watch, and with `--upcoming` at the same time that of the next fences.
  private static func run(
    _ watch: some EventWatch, of device: DeviceID?, _ context: CommandContext
  ) async throws {
    try await context.output.runUntilClosed {
      guard context.arguments.has("upcoming") else { return try await watch.run() }
      try await withThrowingTaskGroup { group in
        group.addTask { try await watch.run() }
        group.addTask { try await UpcomingWatch(context: context, device: device).run() }
        try await group.waitForAll()
      }
    }
  }
}

/// The position in the event log up to which all events are printed.
struct EventCursor: Sendable, Hashable {
  enum Step: Sendable, Hashable {
    case print
    /// The event is printed already.
    case skip
    /// Events before it are missing.
    case catchUp
  }

  /// The number of the last printed event.
  private(set) var last: Int64

  /// How to treat an event that arrives live.
  func step(for number: Int64) -> Step {
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
private struct GeofenceWatch: EventWatch {
  static let publisher: String? = "geofence monitor"

  let context: CommandContext
  /// `nil` before the newest event of the log is known.
  var cursor: EventCursor?
  /// Whether the log was read once; before, a monitor that is away is an error.
  var isStarted = false

  mutating func show(_ event: GeofenceEvent) async throws {
    switch cursor?.step(for: event.number) {
    case .skip: break
    case .print: try print(event)
    case .catchUp, nil: try await catchUpWhenPossible()
    }
  }

  mutating func catchUp() async throws {
    if isStarted { return try await catchUpWhenPossible() }
    if cursor == nil {
      let newest = GeofenceEventsRequest(since: 0, limit: 1)
      cursor = EventCursor(last: try await context.send(newest).latest)
    }
    try await printMissed()
    if context.output.isTerminal, !isStarted { await announce() }
    isStarted = true
  }

  /// Says what is waited for, and what is missing for it to come.
  private func announce() async {
    guard let fences = (try? await context.send(FenceListRequest()))?.fences.count else { return }
    context.report(Formats.phrase(fences == 0 ? "fences.none" : "fences.waiting", count: fences))
  }

  /// Fetches and prints all events after the last printed one.
  private mutating func printMissed() async throws {
    while let last = cursor?.last {
      let page = try await context.send(
        GeofenceEventsRequest(since: last, limit: GeofenceLimits.maximumPage))
      if cursor?.restart(ifBeyond: page.latest) == true {
        context.report(Formats.phrase("fences.restarted"))
        continue
      }
      if let first = page.first, let lost = cursor?.skip(to: first) {
        let ends = ["first": "\(lost.lowerBound)", "last": "\(lost.upperBound)"]
        context.report(Formats.phrase("fences.lost", ends))
      }
      for event in page.events where cursor?.step(for: event.number) != .skip { try print(event) }
      if page.events.isEmpty || cursor?.last ?? 0 >= page.latest { return }
    }
  }

  /// Catches up, with retries while the service is unavailable. It may answer requests only shortly
  /// after it publishes, and the next event may be hours away.
  private mutating func catchUpWhenPossible() async throws {
    var pause = Duration.milliseconds(50)
    while true {
      do {
        return try await printMissed()
      } catch let error as ServiceError where error.code.isRetryable {
        if pause == .milliseconds(50) { context.report(error.message) }
      }
      // No event announces that a service answers again, so it is polled.
      try await Task.sleep(for: pause)
      pause = min(pause * 2, .seconds(1))
    }
  }

  private mutating func print(_ event: GeofenceEvent) throws {
    try context.showEvent(event) { GeofenceRendering.render($0, style: $1) }
    cursor?.printed(event.number)
  }
}

/// Prints the current position of a device as it moves. Positions that were missed are not fetched.
private struct DeviceWatch: EventWatch {
  static let publisher: String? = "geofence monitor"

  let context: CommandContext
  let device: DeviceID
  var shown: DevicePosition?
  var hasWarned = false

  mutating func show(_ position: DevicePosition) async throws {
    guard position.device == device, position != shown else { return }
    shown = position
    try context.showEvent(position) { GeofenceRendering.render($0, style: $1) }
  }

  /// Warns once where the device has no position yet.
  mutating func catchUp() async throws {
    do {
      try await show(try await context.send(PositionRequest(device: device)))
    } catch let error as ServiceError where error.code == .notFound {
      if !hasWarned { context.report(Formats.phrase("position.silent", ["device": "\(device)"])) }
      hasWarned = true
    }
  }
}

/// Prints which fence each device on a route reaches next.
private struct UpcomingWatch: EventWatch {
  /// The watch beside this one reports that the monitor is gone.
  static let publisher: String? = nil

  let context: CommandContext
  /// The device to follow; `nil` for all devices.
  let device: DeviceID?
  var shown: UpcomingFence?

  mutating func show(_ upcoming: UpcomingFence) async throws {
    guard device == nil || upcoming.device == device, upcoming != shown else { return }
    shown = upcoming
    try context.showEvent(upcoming) { GeofenceRendering.render($0, style: $1) }
  }

  /// Asks for the next fence of the followed device, where it is on a route.
  mutating func catchUp() async throws {
    guard let device else { return }
    do {
      let known = try await context.send(UpcomingRequest(device: device))
      if known.state == .active { try await show(known) }
    } catch let error as ServiceError where error.code == .notFound {
      // It has not reported yet, as the watch beside this one reports.
    }
  }
}
