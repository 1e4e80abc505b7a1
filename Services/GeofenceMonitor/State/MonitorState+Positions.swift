import Messages
import Time

/// Applies a device's position.
extension PositionReportRequest: MonitorCommand {
  /// - Throws: `ServiceError` with `conflict`; `SQLError`.
  func perform(
    on state: MonitorState, now: Timestamp
  ) throws -> CommandOutcome<PositionReportReply> {
    var effects = try state.ingest([self], now: now).effects
    let pending = state.engine.pending(device)
    let reply = PositionReportReply(
      ignored: effects.flaws.first, events: effects.events,
      pending: pending.isEmpty ? nil : pending)
    effects.append(try state.removeExpired(now: now))
    return CommandOutcome(reply: reply, effects: effects)
  }

  func checkQuota(of user: String, in state: MonitorState) throws(ServiceError) {
    try state.checkQuota(of: user, for: [self])
  }
}

/// Applies many positions, in their order.
extension PositionBatchRequest: MonitorCommand {
  /// - Throws: `ServiceError` with `conflict`; `SQLError`.
  func perform(
    on state: MonitorState, now: Timestamp
  ) throws -> CommandOutcome<PositionBatchReply> {
    var (effects, ignored) = try state.ingest(positions, now: now)
    let span = effects.events.first.flatMap { first in
      effects.events.last.map {
        PositionBatchReply.EventSpan(first: first.number, last: $0.number)
      }
    }
    effects.append(try state.removeExpired(now: now))
    return CommandOutcome(
      reply: PositionBatchReply(ignored: ignored, events: span), effects: effects)
  }

  func checkQuota(of user: String, in state: MonitorState) throws(ServiceError) {
    try state.checkQuota(of: user, for: positions)
  }
}

extension MonitorState {
  /// Applies each position to the engine and stores the result.
  fileprivate func ingest(
    _ requests: [PositionReportRequest], now: Timestamp
  ) throws -> (effects: RequestEffects, ignored: [PositionBatchReply.Ignored]) {
    try checkRoom(for: requests)
    var effects = RequestEffects()
    var ignored: [PositionBatchReply.Ignored] = []
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
        try store.insert(report, flaw, of: user)
        effects.flaws.append(flaw)
        ignored.append(.init(index: index, flaw: flaw))
      } else {
        effects.accepted += 1
        moved.add(report.device)
        if let update = advanceRoute(of: report.device) { upcoming[report.device] = update }
      }
      if let forgotten = outcome.forgotten {
        try store.forget(report.device, samples: forgotten)
        changed[report.device] = 0
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
    return (effects, ignored)
  }

  fileprivate func checkQuota(
    of user: String, for requests: [PositionReportRequest]
  ) throws(ServiceError) {
    boundUsers.insert(user)
    let new = Set(requests.map(\.device)).filter { !engine.knows($0) && $0.rawValue != user }
    let count = engine.census.count(of: user)
    let quota = Caller.quota(MonitorLimits.devicesOfUser, of: user)
    guard let one = new.first, count + new.count > quota else { return }
    throw ServiceError(
      .conflict,
      "\(user) has \(count) devices, of at most \(quota); “\(one)” is new. "
        + "Forget one that is not used any more: quickbrew forget --device NAME.")
  }

  /// The users near their quota of devices or of routes, of those to whom a key is bound.
  func nearQuotas() -> [QuotaUse] {
    let near = boundUsers.flatMap { user in
      [
        ("devices", engine.census.count(of: user), MonitorLimits.devicesOfUser),
        ("routes", routes.count(of: user), MonitorLimits.routesOfUser),
      ].map { kind, count, quota in
        QuotaUse(user: user, kind: kind, count: count, quota: Caller.quota(quota, of: user))
      }
    }.nearest
    boundUsers = Set(near.map(\.user))
    return near
  }

  private func checkRoom(for requests: [PositionReportRequest]) throws(ServiceError) {
    guard engine.deviceCount + requests.count > MonitorLimits.maximumDevices else { return }
    let new = Set(requests.map(\.device)).filter { !engine.knows($0) }
    guard let one = new.first, engine.deviceCount + new.count > MonitorLimits.maximumDevices else {
      return
    }
    throw ServiceError(
      .conflict,
      "The limit of \(MonitorLimits.maximumDevices) devices is reached; “\(one)” is new.")
  }
}

/// Devices in the order of their first positions.
private struct DeviceList {
  private(set) var devices: [DeviceID] = []
  private var known: Set<DeviceID> = []

  mutating func add(_ device: DeviceID) {
    if known.insert(device).inserted { devices.append(device) }
  }
}
