import Messages
import Time

/// The active routes, at most one per device.
struct ActiveRoutes: Sendable {
  private var followers: [DeviceID: RouteFollower] = [:]
  private var census = DeviceCensus()

  var isEmpty: Bool { followers.isEmpty }
  var count: Int { followers.count }
  /// In no order.
  var devices: [DeviceID] { Array(followers.keys) }

  /// The routes of a user's devices.
  func count(of user: String) -> Int {
    census.count(of: user) + (followers[DeviceID(rawValue: user)] == nil ? 0 : 1)
  }

  subscript(device: DeviceID) -> RouteFollower? { followers[device] }

  /// Starts a route; it replaces the device's previous one.
  mutating func set(_ device: DeviceID, _ follower: RouteFollower) {
    if followers.updateValue(follower, forKey: device) == nil { census.add(device) }
  }

  /// Ends the device's route and returns it.
  mutating func end(_ device: DeviceID) -> RouteFollower? {
    guard let ended = followers.removeValue(forKey: device) else { return nil }
    census.remove(device)
    return ended
  }

  /// Advances a route to the newest position of its device.
  ///
  /// - Returns: what to publish, if anything; the route is removed if it is over.
  mutating func advance(_ device: DeviceID, _ engine: FenceEngine) -> UpcomingFence? {
    guard followers[device] != nil, let fix = engine.newestFix(of: device) else { return nil }
    let state = followers[device]?.advance(to: fix) ?? .off
    guard state == .active else { return end(device)?.over(of: device, state) }
    return followers[device]?.update(of: device, engine.fences, inside: engine.inside(device))
  }

  /// What to publish after a change of fences, in the order of the devices' names.
  mutating func updates(_ engine: FenceEngine) -> [UpcomingFence] {
    followers.keys.sorted { $0.rawValue < $1.rawValue }.compactMap { device in
      followers[device]?.update(of: device, engine.fences, inside: engine.inside(device))
    }
  }

  mutating func watch(_ fence: WatchedFence) {
    for device in followers.keys where fence.watches(device) { followers[device]?.watch(fence) }
  }

  mutating func forget(_ fence: FenceNumber) {
    for device in followers.keys { followers[device]?.forget(fence) }
  }

  /// Devices whose route should have ended before an instant.
  func stale(before time: Timestamp) -> [DeviceID] {
    followers.filter { _, follower in
      let start = max(follower.progress.time, follower.departure ?? .min)
      let left = follower.route.seconds - follower.progress.seconds
      return start + Int64(left * 1_000) < time.millisecondsSince1970
    }.keys.sorted { $0.rawValue < $1.rawValue }
  }
}
