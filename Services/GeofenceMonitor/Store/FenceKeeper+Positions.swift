import Geography
import Messages
import Time

/// What a request did that others are told once it is committed. A repeated request did nothing.
package struct PositionNews: Sendable, Hashable {
  /// In the order of their numbers.
  package var events: [GeofenceEvent] = []
  /// Where devices are now, one of each that moved.
  package var positions: [DevicePosition] = []
  /// What comes next of devices on a route.
  package var upcoming: [UpcomingFence] = []
  /// Positions that were acted on.
  package var taken = 0
  /// Why the others were not.
  package var flaws: [PositionFlaw] = []

  package init() {}

  package mutating func append(_ other: PositionNews) {
    events += other.events
    positions += other.positions
    upcoming += other.upcoming
    taken += other.taken
    flaws += other.flaws
  }
}

extension FenceKeeper {
  /// The reply to a request, and what to tell others.
  package struct Outcome<Reply: Sendable & Hashable>: Sendable, Hashable {
    package let reply: Reply
    package let news: PositionNews
  }

  /// Takes a device's position.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` or `conflict`; `SQLError`.
  package func report(
    _ request: PositionReportRequest, now: Timestamp, key: String? = nil
  ) throws -> Outcome<PositionReportReply> {
    try request.validate()
    var news = PositionNews()
    let reply = try answer(request, key: key, now: now) {
      news = try take([request], now: now)
      let pending = engine.pending(request.device)
      let reply = PositionReportReply(
        ignored: news.flaws.first, events: news.events, pending: pending.isEmpty ? nil : pending)
      news.append(try removeExpired(now: now))
      return reply
    }
    return Outcome(reply: reply, news: news)
  }

  /// Takes many positions, in their order.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` or `conflict`; `SQLError`.
  package func report(
    _ request: PositionBatchRequest, now: Timestamp, key: String? = nil
  ) throws -> Outcome<PositionBatchReply> {
    try request.validate()
    var news = PositionNews()
    let reply = try answer(request, key: key, now: now) {
      var ignored: [PositionBatchReply.Ignored] = []
      news = try take(request.positions, now: now) { index, flaw in
        ignored.append(.init(index: index, flaw: flaw))
      }
      let span = news.events.first.flatMap { first in
        news.events.last.map { PositionBatchReply.EventSpan(first: first.number, last: $0.number) }
      }
      news.append(try removeExpired(now: now))
      return PositionBatchReply(ignored: ignored, events: span)
    }
    return Outcome(reply: reply, news: news)
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

  /// Asks the engine about each position and keeps what it says.
  private func take(
    _ requests: [PositionReportRequest], now: Timestamp,
    onFlaw: (Int, PositionFlaw) -> Void = { _, _ in }
  ) throws -> PositionNews {
    try checkRoom(for: requests)
    var news = PositionNews()
    var moved = DeviceList()
    var upcoming: [DeviceID: UpcomingFence] = [:]
    // By device, how many samples its track has folded; of those whose track is to be saved.
    var changed: [DeviceID: Int] = [:]
    for (index, request) in requests.enumerated() {
      let report = FenceEngine.Report(
        device: request.device, coordinate: request.coordinate, time: request.time ?? now,
        accuracy: request.accuracyMeters)
      let outcome = engine.report(report, now: now)
      if let flaw = outcome.flaw {
        try store.insert(report, flaw)
        news.flaws.append(flaw)
        onFlaw(index, flaw)
      } else {
        news.taken += 1
        moved.add(report.device)
        if let told = follow(report.device) { upcoming[report.device] = told }
      }
      if let sample = outcome.kept { try store.insert(sample, of: report.device) }
      if outcome.folded > 0 || !outcome.events.isEmpty {
        changed[report.device, default: 0] += outcome.folded
      }
      for event in outcome.events { try store.append(event) }
      news.events += outcome.events
    }
    for (device, folded) in changed {
      guard let track = engine.track(of: device) else { continue }
      try store.save(track.saved, of: device, folded: folded)
    }
    try store.sweepJournal()
    for device in moved.devices where upcoming[device] != nil || routes[device] != nil {
      try keepProgress(of: device)
    }
    news.upcoming = moved.devices.compactMap { upcoming[$0] }
    news.positions = moved.devices.compactMap { engine.position(of: $0, now: now) }
    return news
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
