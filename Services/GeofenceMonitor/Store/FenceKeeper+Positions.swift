import Geography
import Messages

/// What a request changed, to be published once it has committed. A repeated request changes
/// nothing.
package struct RequestEffects: Sendable, Hashable {
  /// In the order of their numbers.
  package var events: [GeofenceEvent] = []
  /// The present positions of the devices that moved, one each.
  package var positions: [DevicePosition] = []
  /// The upcoming fences of devices on a route.
  package var upcoming: [UpcomingFence] = []
  /// How many positions count.
  package var accepted = 0
  /// Why the others do not.
  package var flaws: [PositionFlaw] = []

  package init() {}

  package mutating func append(_ other: RequestEffects) {
    events += other.events
    positions += other.positions
    upcoming += other.upcoming
    accepted += other.accepted
    flaws += other.flaws
  }
}

extension FenceKeeper {
  /// The reply to a request, and what to publish.
  package struct Outcome<Reply: Sendable & Hashable>: Sendable, Hashable {
    package let reply: Reply
    package let effects: RequestEffects
  }

  /// Applies a device's position.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` or `conflict`; `SQLError`.
  package func report(
    _ request: PositionReportRequest, now: Timestamp, key: String? = nil
  ) throws -> Outcome<PositionReportReply> {
    try request.validate()
    var effects = RequestEffects()
    let reply = try answer(request, key: key, now: now) {
      effects = try apply([request], now: now)
      let pending = engine.pending(request.device)
      let reply = PositionReportReply(
        ignored: effects.flaws.first, events: effects.events,
        pending: pending.isEmpty ? nil : pending)
      effects.append(try removeExpired(now: now))
      return reply
    }
    return Outcome(reply: reply, effects: effects)
  }

  /// Applies many positions, in their order.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` or `conflict`; `SQLError`.
  package func report(
    _ request: PositionBatchRequest, now: Timestamp, key: String? = nil
  ) throws -> Outcome<PositionBatchReply> {
    try request.validate()
    var effects = RequestEffects()
    let reply = try answer(request, key: key, now: now) {
      var ignored: [PositionBatchReply.Ignored] = []
      effects = try apply(request.positions, now: now) { index, flaw in
        ignored.append(.init(index: index, flaw: flaw))
      }
      let span = effects.events.first.flatMap { first in
        effects.events.last.map {
          PositionBatchReply.EventSpan(first: first.number, last: $0.number)
        }
      }
      effects.append(try removeExpired(now: now))
      return PositionBatchReply(ignored: ignored, events: span)
    }
    return Outcome(reply: reply, effects: effects)
  }

  /// Where a device last was.
  ///
  /// - Throws: `ServiceError` with `notFound`.
  package func position(
    of device: DeviceID, now: Timestamp
  ) throws(ServiceError) -> DevicePosition {
    guard let position = engine.position(of: device, now: now) else {
      throw ServiceError(.notFound, "No device “\(device)” has reported a position yet.")
    }
    return position
  }

  /// Applies each position to the engine and stores the result.
  private func apply(
    _ requests: [PositionReportRequest], now: Timestamp,
    onFlaw: (Int, PositionFlaw) -> Void = { _, _ in }
  ) throws -> RequestEffects {
    try checkRoom(for: requests)
    var effects = RequestEffects()
    var moved = DeviceList()
    var upcoming: [DeviceID: UpcomingFence] = [:]
    // The devices whose track is to be saved, with the number of samples it has folded.
    var changed: [DeviceID: Int] = [:]
    for (index, request) in requests.enumerated() {
      let report = FenceEngine.Report(
        device: request.device, coordinate: request.coordinate, time: request.time ?? now,
        accuracy: request.accuracyMeters)
      let outcome = engine.report(report, now: now)
      if let flaw = outcome.flaw {
        try store.insert(report, flaw)
        effects.flaws.append(flaw)
        onFlaw(index, flaw)
      } else {
        effects.accepted += 1
        moved.add(report.device)
        if let update = advanceRoute(of: report.device) { upcoming[report.device] = update }
      }
      if let sample = outcome.sample { try store.insert(sample, of: report.device) }
      if outcome.folded > 0 || !outcome.events.isEmpty {
        changed[report.device, default: 0] += outcome.folded
      }
      for event in outcome.events { try store.append(event) }
      effects.events += outcome.events
    }
    for (device, folded) in changed {
      guard let track = engine.track(of: device) else { continue }
      try store.save(track.saved, of: device, folded: folded)
    }
    try store.sweepJournal()
    for device in moved.devices where upcoming[device] != nil || routes[device] != nil {
      try saveProgress(of: device)
    }
    effects.upcoming = moved.devices.compactMap { upcoming[$0] }
    effects.positions = moved.devices.compactMap { engine.position(of: $0, now: now) }
    return effects
  }

  private func checkRoom(for requests: [PositionReportRequest]) throws(ServiceError) {
    guard engine.deviceCount + requests.count > MonitorLimits.maximumDevices else { return }
    let new = Set(requests.map(\.device)).filter { !engine.knows($0) }
    guard let one = new.first, engine.deviceCount + new.count > MonitorLimits.maximumDevices else {
      return
    }
    throw ServiceError(
      .conflict,
      "\(MonitorLimits.maximumDevices) devices are known already, and “\(one)” is none of them.")
  }
}

/// Devices in the order they were first named.
private struct DeviceList {
  private(set) var devices: [DeviceID] = []
  private var known: Set<DeviceID> = []

  mutating func add(_ device: DeviceID) {
    if known.insert(device).inserted { devices.append(device) }
  }
}
