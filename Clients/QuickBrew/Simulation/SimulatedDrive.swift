import CommandLineKit
import Geography
import Messages
import Time

/// Reports the positions of a journey as the time for each comes.
struct SimulatedDrive: Sendable {
  /// How often the clock is looked at, where positions follow one another more quickly.
  private static let tick = Duration.milliseconds(50)

  private let fixes: [SimulatedFix]
  private let device: DeviceID
  private let speedup: Double

  init(_ fixes: [SimulatedFix], device: DeviceID, speedup: Double) {
    self.fixes = fixes
    self.device = device
    self.speedup = speedup
  }

  private var seconds: Double { fixes.last?.seconds ?? 0 }

  /// All positions, the last of them at `end`.
  func positions(endingAt end: Timestamp) -> [PositionReportRequest] {
    let start = end.millisecondsSince1970 - Int64(seconds * 1_000)
    return fixes.map { fix in
      PositionReportRequest(
        device: device, coordinate: fix.place,
        time: Timestamp(
          millisecondsSince1970: start + Int64(fix.seconds * 1_000),
          offsetSeconds: end.offsetSeconds),
        accuracyMeters: fix.accuracy)
    }
  }

  /// Reports until the journey ends, and prints the events that come of it.
  ///
  /// - Throws: `ServiceError`, `OutputClosed`.
  func run(_ call: Call, _ bus: any ServiceBus) async throws {
    let now = await call.mapNow(bus) ?? .now()
    let begin = ContinuousClock.now
    // Then no position is of the future when it is reported, however fast the time goes.
    let positions = positions(endingAt: now.adding(seconds: Int(seconds / speedup)))
    try await check(positions, call, bus)
    var told = SimulationTally()
    var next = 0
    while next < positions.count {
      let gone = begin.duration(to: .now) / .seconds(1) * speedup
      var end = next
      while end < positions.count, end - next < GeofenceLimits.maximumBatch,
        fixes[end].seconds <= gone
      { end += 1 }
      if end > next {
        let batch = PositionBatchRequest(positions: Array(positions[next..<end]))
        let reply = try await bus.send(batch, timeout: call.timeout)
        told.add(reply, of: end - next)
        try await show(reply.events, call, bus)
        next = end
      } else {
        let due = begin + .seconds(fixes[next].seconds / speedup)
        // The journey's own clock.
        try await Task.sleep(until: max(due, .now + Self.tick / 50), clock: .continuous)
      }
    }
    call.output.message("quickbrew: \(told.text(minutes: seconds / 60))")
  }

  /// What was reported of the device already must lie before the journey: else the two would be
  /// taken for one way that jumps to and fro.
  private func check(
    _ positions: [PositionReportRequest], _ call: Call, _ bus: any ServiceBus
  ) async throws {
    let known: DevicePosition
    do throws(ServiceError) {
      known = try await bus.send(PositionRequest(device: device), timeout: call.timeout)
    } catch {
      if error.code == .notFound { return }
      throw error
    }
    guard let begin = positions.first?.time, begin <= known.time else { return }
    throw UsageError(
      "\(device) has reported until \(known.time), and this journey would begin at \(begin); "
        + "choose another --device, or a smaller --speedup.")
  }

  /// Prints the events of these numbers.
  private func show(
    _ span: PositionBatchReply.EventSpan?, _ call: Call, _ bus: any ServiceBus
  ) async throws {
    guard let span else { return }
    let limit = min(GeofenceLimits.maximumPage, Int(span.last - span.first + 1))
    let request = GeofenceEventsRequest(since: span.first - 1, limit: limit)
    for event in try await bus.send(request, timeout: call.timeout).events {
      if call.wantsJSONLines {
        try call.output.jsonLine(event)
      } else {
        try call.output.text(GeofenceRendering.render(event, style: call.style))
      }
    }
  }
}

/// What became of the positions of a journey.
private struct SimulationTally {
  private var positions = 0
  private var events = 0
  private var flaws: [PositionFlaw: Int] = [:]

  mutating func add(_ reply: PositionBatchReply, of count: Int) {
    positions += count
    events += reply.events.map { Int($0.last - $0.first + 1) } ?? 0
    for ignored in reply.ignored { flaws[ignored.flaw, default: 0] += 1 }
  }

  /// `720 positions of 12 min, 3 ignored (duplicate 3); 4 events`.
  func text(minutes: Double) -> String {
    let ignored = flaws.values.reduce(0, +)
    let reasons = flaws.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.key.rawValue) \($0.value)" }.joined(separator: ", ")
    return "\(positions) positions of \(Int(minutes.rounded())) min, \(ignored) ignored"
      + (ignored > 0 ? " (\(reasons))" : "") + "; \(events) events"
  }
}
