import Areas
import Geography
import Messages
import Time

/// How far a device has come on its route.
struct RouteProgress: Codable, Sendable, Hashable {
  /// Along the line.
  var meters: Meters = 0
  /// By the timetable: during a stop they increase while the device stands.
  var seconds = 0.0
  /// Of the newest position, in milliseconds since 1970; before the first, when the route was set.
  var time: Int64
  var offsetSeconds: Int32
  /// Whether the device has been near the line; before that it cannot leave it.
  var hasJoined = false
  var hasReported = false
  /// Positions in a row that were far from the line.
  var strays = 0
  var lastEmitted: EmittedEntry?

  /// The next fence as it was published last.
  struct EmittedEntry: Codable, Sendable, Hashable {
    var fence: FenceNumber?
    /// Where the line enters it: distinguishes two visits of one fence.
    var meters: Meters
    /// When, in milliseconds since 1970.
    var time: Int64
  }
}

/// A device on its route: positions in, upcoming fences out.
///
/// Pure. The expected time at a point ahead is the time of the newest position plus the timetable's
/// time from there: a late device stays as late.
struct RouteFollower: Sendable {
  /// A part of the line inside a fence.
  struct FenceInterval: Sendable, Hashable {
    let fence: FenceNumber
    let meters: ClosedRange<Meters>
  }

  let route: TimedRoute
  /// In milliseconds since 1970.
  let departure: Int64?
  private(set) var progress: RouteProgress
  /// In the order in which they are entered.
  private(set) var intervals: [FenceInterval] = []

  init(
    _ route: TimedRoute, departure: Timestamp?, progress: RouteProgress, _ fences: FenceSet
  ) {
    self.route = route
    self.departure = departure?.millisecondsSince1970
    self.progress = progress
    for number in route.fences(near: fences) {
      if let fence = fences[number] { watch(fence) }
    }
  }

  // MARK: Fences that change

  mutating func watch(_ fence: WatchedFence) {
    let parts = route.intervalsInside(of: fence.shape).filter { part in
      // A fence around the start is not entered, and neither is one that is only touched.
      part.lowerBound > 0
        && (part.upperBound - part.lowerBound >= MonitorLimits.touchMeters
          || part.upperBound == route.length)
    }
    if parts.isEmpty { return }
    intervals += parts.map { FenceInterval(fence: fence.number, meters: $0) }
    intervals.sort { ($0.meters.lowerBound, $0.fence) < ($1.meters.lowerBound, $1.fence) }
  }

  mutating func forget(_ fence: FenceNumber) { intervals.removeAll { $0.fence == fence } }

  // MARK: Positions

  /// Advances to the newest position of the device.
  mutating func advance(to fix: Fix) -> UpcomingFence.State {
    guard !progress.hasReported || fix.time > progress.time else { return .active }
    let elapsed =
      progress.hasReported ? Double(fix.time - progress.time) / 1_000 : sinceDeparture(fix.time)
    progress.hasReported = true
    progress.time = fix.time
    progress.offsetSeconds = fix.sample.offsetSeconds
    let limit = MonitorLimits.leaveMeters + (fix.sample.accuracy ?? 0)
    let farthest = max(progress.meters, route.meters(after: progress.seconds + elapsed))
    let match = route.match(fix.position, within: limit, expected: progress.meters...farthest)
    guard let meters = match else {
      guard progress.hasJoined else { return .active }
      progress.strays += 1
      return progress.strays >= MonitorLimits.strayPositions ? .leftRoute : .active
    }
    progress.hasJoined = true
    progress.strays = 0
    if route.length - meters <= MonitorLimits.arriveMeters { return .arrived }
    advance(to: meters, elapsed)
    return .active
  }

  private func sinceDeparture(_ time: Int64) -> Double {
    departure.map { max(0, Double(time - $0) / 1_000) } ?? 0
  }

  private mutating func advance(to meters: Meters, _ elapsed: Double) {
    let meters = route.stop(near: meters, within: MonitorLimits.stopMeters) ?? meters
    progress.meters = meters
    progress.seconds = min(
      max(progress.seconds + elapsed, route.arrival(at: meters)), route.departure(at: meters))
  }

  // MARK: Upcoming fences

  /// What to publish, if it differs from what was published last.
  mutating func update(
    of device: DeviceID, _ fences: FenceSet, inside: [FenceNumber]
  ) -> UpcomingFence? {
    let next = next(fences, inside)
    let entry = RouteProgress.EmittedEntry(
      fence: next?.fence, meters: next?.meters.lowerBound ?? 0,
      time: next.map { expected(at: $0.meters.lowerBound) } ?? 0)
    if let last = progress.lastEmitted, last.fence == entry.fence, last.meters == entry.meters {
      let left = Double(entry.time - progress.time) / 1_000
      let change = abs(Double(entry.time - last.time)) / 1_000
      if change <= max(MonitorLimits.leastUpdateSeconds, MonitorLimits.leastUpdateShare * left) {
        return nil
      }
    }
    progress.lastEmitted = entry
    return upcoming(of: device, fences, inside: inside)
  }

  /// The state of the route at the newest position.
  func upcoming(
    of device: DeviceID, _ fences: FenceSet, inside: [FenceNumber]
  ) -> UpcomingFence {
    UpcomingFence(
      device: device, state: .active, time: timestamp(progress.time),
      next: next(fences, inside).flatMap { interval in
        fences[interval.fence].map { entry(of: $0, at: interval.meters.lowerBound) }
      },
      arrival: timestamp(expected(at: route.length)),
      remainingMeters: route.length - progress.meters)
  }

  func over(of device: DeviceID, _ state: UpcomingFence.State) -> UpcomingFence {
    UpcomingFence(device: device, state: state, time: timestamp(progress.time))
  }

  private func entry(of fence: WatchedFence, at meters: Meters) -> UpcomingFence.Entry {
    let time = expected(at: meters)
    return UpcomingFence.Entry(
      fence: GeofenceEvent.FenceName(fence.fence),
      coordinate: route.position(at: meters).coordinate, time: timestamp(time),
      aheadSeconds: Double(time - progress.time) / 1_000, aheadMeters: meters - progress.meters)
  }

  private func next(_ fences: FenceSet, _ inside: [FenceNumber]) -> FenceInterval? {
    intervals.first { interval in
      let ahead = interval.meters.lowerBound - progress.meters
      guard ahead > 0, let fence = fences[interval.fence] else { return false }
      if ahead <= MonitorLimits.enteredMeters, inside.contains(interval.fence) { return false }
      return fence.isOpen(
        at: expected(at: interval.meters.lowerBound), offsetSeconds: progress.offsetSeconds)
    }
  }

  /// When the device is expected at a point ahead.
  private func expected(at meters: Meters) -> Int64 {
    var from = progress.time
    if let departure, progress.meters <= MonitorLimits.stopMeters { from = max(from, departure) }
    return from + Int64(((route.arrival(at: meters) - progress.seconds) * 1_000).rounded())
  }

  private func timestamp(_ time: Int64) -> Timestamp {
    Timestamp(millisecondsSince1970: time, offsetSeconds: Int(progress.offsetSeconds))
  }
}
