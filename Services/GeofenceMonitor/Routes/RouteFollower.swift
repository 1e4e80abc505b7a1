import Geography
import Messages
import Time

/// How far a device has come on its route.
struct RouteProgress: Codable, Sendable, Hashable {
  /// Along the line.
  var meters: Meters = 0
  /// By the timetable: at a stop they go on while the device stands.
  var seconds = 0.0
  /// Of the newest position, in milliseconds since 1970; of the route's setting before the first.
  var time: Int64
  var offsetSeconds: Int32
  /// Whether it has been near the line; before that it cannot leave it.
  var hasJoined = false
  var hasReported = false
  /// Positions in a row that were far from the line.
  var strays = 0
  var told: Told?

  /// What was told of the next fence.
  struct Told: Codable, Sendable, Hashable {
    var fence: FenceNumber?
    /// Where the line enters it, so that two visits of a fence are two.
    var meters: Meters
    /// When, in milliseconds since 1970.
    var time: Int64
  }
}

/// A device on its route: positions in, what comes next out.
///
/// Pure. The expected time of a place is the time of the newest position, and what the timetable
/// has from where the device is to there: whoever is late stays as late.
struct RouteFollower: Sendable {
  /// A stay of the line in a fence.
  struct Visit: Sendable, Hashable {
    let fence: FenceNumber
    let part: ClosedRange<Meters>
  }

  let way: RouteWay
  /// In milliseconds since 1970.
  let departure: Int64?
  private(set) var progress: RouteProgress
  /// In the order in which they are entered.
  private(set) var visits: [Visit] = []

  init(_ way: RouteWay, departure: Timestamp?, progress: RouteProgress, _ fences: FenceSet) {
    self.way = way
    self.departure = departure?.millisecondsSince1970
    self.progress = progress
    for number in way.fences(near: fences) {
      if let fence = fences[number] { watch(fence) }
    }
  }

  // MARK: Fences that change

  mutating func watch(_ fence: WatchedFence) {
    let parts = way.visits(of: fence.shape).filter { part in
      // What the line begins in is not entered, and what it touches neither.
      part.lowerBound > 0
        && (part.upperBound - part.lowerBound >= MonitorLimits.touchMeters
          || part.upperBound == way.length)
    }
    if parts.isEmpty { return }
    visits += parts.map { Visit(fence: fence.number, part: $0) }
    visits.sort { ($0.part.lowerBound, $0.fence) < ($1.part.lowerBound, $1.fence) }
  }

  mutating func forget(_ fence: FenceNumber) { visits.removeAll { $0.fence == fence } }

  // MARK: Positions

  /// Takes the newest position of the device.
  mutating func take(_ fix: Fix) -> UpcomingFence.State {
    guard !progress.hasReported || fix.time > progress.time else { return .active }
    let elapsed =
      progress.hasReported ? Double(fix.time - progress.time) / 1_000 : sinceDeparture(fix.time)
    progress.hasReported = true
    progress.time = fix.time
    progress.offsetSeconds = fix.sample.offsetSeconds
    let doubt = RouteLimits.leaveMeters + (fix.sample.accuracy ?? 0)
    let most = max(progress.meters, way.meters(after: progress.seconds + elapsed))
    guard let meters = way.match(fix.place, within: doubt, expected: progress.meters...most) else {
      guard progress.hasJoined else { return .active }
      progress.strays += 1
      return progress.strays >= RouteLimits.strays ? .leftRoute : .active
    }
    progress.hasJoined = true
    progress.strays = 0
    if way.length - meters <= RouteLimits.arriveMeters { return .arrived }
    advance(to: meters, elapsed)
    return .active
  }

  private func sinceDeparture(_ time: Int64) -> Double {
    departure.map { max(0, Double(time - $0) / 1_000) } ?? 0
  }

  private mutating func advance(to meters: Meters, _ elapsed: Double) {
    let place = way.stop(near: meters, within: RouteLimits.stopMeters) ?? meters
    progress.meters = place
    progress.seconds = min(
      max(progress.seconds + elapsed, way.arrival(at: place)), way.departure(at: place))
  }

  // MARK: What comes next

  /// What is to be told, where that is not what was told.
  mutating func news(
    of device: DeviceID, _ fences: FenceSet, inside: [FenceNumber]
  ) -> UpcomingFence? {
    let next = next(fences, inside)
    let now = RouteProgress.Told(
      fence: next?.fence, meters: next?.part.lowerBound ?? 0,
      time: next.map { expected(at: $0.part.lowerBound) } ?? 0)
    if let told = progress.told, told.fence == now.fence, told.meters == now.meters {
      let left = Double(now.time - progress.time) / 1_000
      let change = abs(Double(now.time - told.time)) / 1_000
      if change <= max(RouteLimits.newsSeconds, RouteLimits.newsShare * left) { return nil }
    }
    progress.told = now
    return upcoming(of: device, fences, inside: inside)
  }

  /// How things stand by the newest position.
  func upcoming(
    of device: DeviceID, _ fences: FenceSet, inside: [FenceNumber]
  ) -> UpcomingFence {
    UpcomingFence(
      device: device, state: .active, time: timestamp(progress.time),
      next: next(fences, inside).flatMap { visit in
        fences[visit.fence].map { entry(of: $0, at: visit.part.lowerBound) }
      },
      arrival: timestamp(expected(at: way.length)),
      remainingMeters: way.length - progress.meters)
  }

  func over(of device: DeviceID, _ state: UpcomingFence.State) -> UpcomingFence {
    UpcomingFence(device: device, state: state, time: timestamp(progress.time))
  }

  private func entry(of fence: WatchedFence, at meters: Meters) -> UpcomingFence.Entry {
    let time = expected(at: meters)
    return UpcomingFence.Entry(
      fence: GeofenceEvent.FenceName(fence.fence), coordinate: way.place(at: meters).coordinate,
      time: timestamp(time), aheadSeconds: Double(time - progress.time) / 1_000,
      aheadMeters: meters - progress.meters)
  }

  private func next(_ fences: FenceSet, _ inside: [FenceNumber]) -> Visit? {
    visits.first { visit in
      let ahead = visit.part.lowerBound - progress.meters
      guard ahead > 0, let fence = fences[visit.fence] else { return false }
      if ahead <= RouteLimits.enteredMeters, inside.contains(visit.fence) { return false }
      return fence.isOpen(
        at: expected(at: visit.part.lowerBound), offsetSeconds: progress.offsetSeconds)
    }
  }

  /// When the device will be at a place ahead.
  private func expected(at meters: Meters) -> Int64 {
    var from = progress.time
    if let departure, progress.meters <= RouteLimits.stopMeters { from = max(from, departure) }
    return from + Int64(((way.arrival(at: meters) - progress.seconds) * 1_000).rounded())
  }

  private func timestamp(_ time: Int64) -> Timestamp {
    Timestamp(millisecondsSince1970: time, offsetSeconds: Int(progress.offsetSeconds))
  }
}
