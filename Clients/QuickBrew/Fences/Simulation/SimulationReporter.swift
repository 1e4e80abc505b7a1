import CommandLineKit
import Messages
import Time

/// Reports the positions of a journey, each at its time.
struct SimulationReporter: Sendable {
  /// The polling interval where positions are closer in time than this.
  private static let tick = Duration.milliseconds(50)

  let fixes: [SimulatedFix]
  private(set) var device: DeviceID
  let speedup: Double

  /// How many journeys the numbers after a device's name tell apart.
  private static let mostDevices = 99

  private var seconds: Double { fixes.last?.seconds ?? 0 }

  /// All positions, with the last one at `end`.
  func positions(endingAt end: Timestamp) -> [PositionReportRequest] {
    let start = end.millisecondsSince1970 - Int64(seconds * 1_000)
    return fixes.map { fix in
      PositionReportRequest(
        device: device, coordinate: fix.coordinate,
        time: Timestamp(
          millisecondsSince1970: start + Int64(fix.seconds * 1_000),
          offsetSeconds: end.offsetSeconds),
        accuracyMeters: fix.accuracy)
    }
  }

  /// Reports until the journey ends, and prints the resulting events.
  ///
  /// - Throws: `ServiceError`, `OutputFailure`.
  func run(_ context: CommandContext) async throws {
    let now = await context.mapNow() ?? .now()
    let begin = ContinuousClock.now
    // The journey is dated back, so that no position is in the future at any speedup.
    let end = now.adding(seconds: Int(seconds / speedup))
    let positions = try await withFreeDevice(endingAt: end, context).positions(endingAt: end)
    var tally = SimulationTally()
    var next = 0
    while next < positions.count {
      let elapsed = begin.duration(to: .now) / .seconds(1) * speedup
      var end = next
      while end < positions.count, end - next < GeofenceLimits.maximumBatch,
        fixes[end].seconds <= elapsed
      { end += 1 }
      if end > next {
        let batch = PositionBatchRequest(positions: Array(positions[next..<end]))
        let reply = try await context.send(batch)
        tally.add(reply, of: end - next)
        try await show(reply.events, context)
        next = end
      } else {
        let due = begin + .seconds(fixes[next].seconds / speedup)
        // Waiting for the time of the next position.
        try await Task.sleep(until: max(due, .now + Self.tick / 50), clock: .continuous)
      }
    }
    context.report(tally.text(seconds: seconds))
  }

  /// The same journey by a device with no known position in its time, which the monitor would
  /// interleave with it: unless `--device` names one, the first of `city-run`, `city-run-2` ….
  ///
  /// - Throws: `UsageError` without any; `ServiceError`.
  private func withFreeDevice(
    endingAt end: Timestamp, _ context: CommandContext
  ) async throws -> SimulationReporter {
    var journey = self
    var number = 1
    while let begin = journey.positions(endingAt: end).first?.time,
      let last = try await journey.lastReport(context), begin <= last
    {
      number += 1
      guard !context.arguments.has("device"), number <= Self.mostDevices else {
        throw UsageError(
          "\(journey.device) has reported until \(last), and this journey would begin at \(begin); "
            + "choose another --device, or a smaller --speedup.")
      }
      journey.device = DeviceID(rawValue: "\(device)-\(number)")
    }
    if number > 1 {
      let slots = ["device": "\(device)", "other": "\(journey.device)"]
      context.report(Formats.phrase("simulate.second", slots))
    }
    return journey
  }

  /// The time of the device's last position; `nil` where it never reported.
  private func lastReport(_ context: CommandContext) async throws -> Timestamp? {
    do {
      return try await context.send(PositionRequest(device: device)).time
    } catch let error as ServiceError where error.code == .notFound {
      return nil
    }
  }

  /// Prints the events in a range of numbers.
  private func show(
    _ span: PositionBatchReply.EventSpan?, _ context: CommandContext
  ) async throws {
    guard let span else { return }
    let limit = min(GeofenceLimits.maximumPage, Int(span.last - span.first + 1))
    let request = GeofenceEventsRequest(since: span.first - 1, limit: limit)
    for event in try await context.send(request).events {
      try context.showEvent(event) { GeofenceRendering.render($0, style: $1) }
    }
  }
}

/// The counters of a simulated journey.
private struct SimulationTally {
  private var positions = 0
  private var events = 0
  private var flaws: [PositionRejection: Int] = [:]

  mutating func add(_ reply: PositionBatchReply, of count: Int) {
    positions += count
    events += reply.events.map { Int($0.last - $0.first + 1) } ?? 0
    for ignored in reply.ignored { flaws[ignored.flaw, default: 0] += 1 }
  }

  /// `720 positions of 12 min, 3 ignored (3 × too inaccurate to be inside or outside); 4 events`.
  func text(seconds: Double) -> String {
    let reasons = flaws.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.value) × \(GeofenceRendering.reason($0.key))" }
    return Formats.phrase(
      "simulate.done", count: positions,
      [
        "time": Formats.duration(Int((seconds / 60).rounded()) * 60),
        "ignored": "\(flaws.values.reduce(0, +))", "reasons": Formats.list(reasons),
        "events": Formats.phrase("simulate.events", count: events),
      ])
  }
}
