import Idempotency
import Messages
import Time

/// Deletes what is older than the retention, a bounded part at a time, in the transactions of the
/// only worker; requests are answered in between.
///
/// The age is that of the arrival, not of the position: a track that is uploaded late is stored as
/// long as any other. A device goes with its last position; whether it is inside a fence is then
/// unknown, as its `enter` is as old. It leaves no `exit`, and its next position begins a track.
struct RetentionSweep: Sendable {
  /// What a step does. A round goes through all devices, then through the journal.
  private enum Stage: Sendable {
    case idle
    /// Devices from this index down are to be looked at.
    case devices(Int)
    /// Rows of the journal after the first number are to be looked at, up to the second.
    case journal(after: Int64, upTo: Int64)
    case forgotten
  }

  /// How many devices one step looks at, and how many it writes.
  static let devicesAtOnce = 2_000
  static let changesAtOnce = 100
  private static let markSeconds = 3_600

  private var clock = SteadyClock()
  private var stage = Stage.idle
  /// The mark of the last round.
  private var finished: AgeMark?

  /// What one step deleted.
  struct Deleted: Sendable, Hashable {
    var events = 0
    var devices = 0
  }

  /// Begins a new round: the store is as it was before a batch that failed.
  mutating func restart() {
    stage = .idle
    finished = nil
  }

  /// One step.
  ///
  /// - Parameters:
  ///   - now: the time of day.
  ///   - machine: the machine's clock at the same instant.
  /// - Throws: `SQLError`; the batch must not commit then.
  mutating func step(
    _ state: MonitorState, now: Timestamp, at machine: ContinuousClock.Instant
  ) throws -> Deleted {
    guard let days = state.store.retention.days, clock.trusts(now, at: machine) else {
      return Deleted()
    }
    try setMark(state, now)
    let oldest = now.adding(seconds: -days * 86_400)
    let replies = max(oldest, now.adding(seconds: -state.store.replies.maximumAgeSeconds))
    try state.store.expireReplies(before: replies.millisecondsSince1970)
    guard let mark = try state.store.mark(by: oldest.millisecondsSince1970) else {
      return Deleted()
    }
    var deleted = Deleted(events: try state.store.expireEvents(upTo: mark.event))
    try state.store.expireFlawed(upTo: mark.flawed)
    deleted.devices = try advance(state, mark, oldest)
    return deleted
  }

  /// Sets a mark if the last one is an hour old and something has been stored since. A clock that
  /// is behind the last mark sets none: what comes now would seem older than it is.
  private func setMark(_ state: MonitorState, _ now: Timestamp) throws {
    let last = try state.store.newestMark()
    if let last, now.millisecondsSince1970 < last.time + Int64(Self.markSeconds) * 1_000 { return }
    let mark = AgeMark(
      time: now.millisecondsSince1970, event: state.engine.latestEvent,
      flawed: try state.store.latestFlawedNumber(), arrival: state.engine.latestArrival)
    if let last, (last.event, last.flawed, last.arrival) == (mark.event, mark.flawed, mark.arrival)
    {
      return
    }
    try state.store.insert(mark)
  }

  /// - Returns: how many devices were forgotten.
  private mutating func advance(
    _ state: MonitorState, _ mark: AgeMark, _ oldest: Timestamp
  ) throws -> Int {
    switch stage {
    case .idle:
      guard mark != finished else { return 0 }
      finished = mark
      try state.endRoutes(staleBefore: oldest)
      stage = .devices(state.engine.deviceCount)
      return 0
    case .devices(let end):
      let (next, forgotten) = try state.expireDevices(below: end, mark)
      stage =
        next > 0 ? .devices(next) : .journal(after: 0, upTo: try state.store.lastJournalRow())
      return forgotten
    case .journal(let row, let end):
      let last = try state.store.expireSamples(after: row, upTo: end, arrivedBy: mark.arrival)
      stage = last.map { .journal(after: $0, upTo: end) } ?? .forgotten
      return 0
    case .forgotten:
      if try !state.store.deleteForgotten() { stage = .idle }
      return 0
    }
  }
}

extension MonitorState {
  /// Forgets devices whose last position had arrived by a mark, and folds the samples of others
  /// that had.
  ///
  /// - Parameter end: the index below which devices are looked at, from the last down: the one that
  ///   takes a forgotten one's place has been looked at.
  /// - Returns: the next `end`, and how many devices were forgotten.
  fileprivate func expireDevices(
    below end: Int, _ mark: AgeMark
  ) throws -> (next: Int, forgotten: Int) {
    var index = min(end, engine.deviceCount)
    let stop = max(0, index - RetentionSweep.devicesAtOnce)
    var changes = 0
    var forgotten = 0
    while index > stop, changes < RetentionSweep.changesAtOnce {
      index -= 1
      let device = engine.devices[index]
      guard let samples = engine.track(of: device)?.window.samples,
        let newest = samples.map(\.arrival).max()
      else { continue }
      if newest <= mark.arrival {
        try forget(device)
        forgotten += 1
        changes += 1
      } else if (samples.first?.arrival ?? .max) <= mark.arrival {
        let folded = engine.trim(device, arrivedBy: mark.arrival)
        guard let track = engine.track(of: device) else { continue }
        try store.save(track.saved, of: device, folded: folded)
        changes += 1
      }
    }
    return (index, forgotten)
  }

  /// Forgets a device with its track and its route. Its samples stay in the journal.
  func forget(_ device: DeviceID) throws {
    let samples = engine.track(of: device)?.window.samples.count ?? 0
    engine.forget(device)
    try store.forget(device, samples: samples)
    if routes.end(device) != nil { try store.deleteRoute(of: device) }
  }

  /// Ends routes that should have ended before an instant.
  fileprivate func endRoutes(staleBefore time: Timestamp) throws {
    for device in routes.stale(before: time) {
      _ = routes.end(device)
      try store.deleteRoute(of: device)
    }
  }
}
