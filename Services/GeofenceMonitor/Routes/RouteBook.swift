import Geography
import Messages
import Time

/// The routes that are active, one a device at most.
struct RouteBook: Sendable {
  private var followers: [DeviceID: RouteFollower] = [:]

  var isEmpty: Bool { followers.isEmpty }
  var count: Int { followers.count }

  subscript(device: DeviceID) -> RouteFollower? { followers[device] }

  /// Follows a route; the device's route of before goes.
  mutating func set(_ device: DeviceID, _ follower: RouteFollower) {
    followers[device] = follower
  }

  /// Follows no route of the device any more; answers the one that was.
  mutating func end(_ device: DeviceID) -> RouteFollower? {
    followers.removeValue(forKey: device)
  }

  /// Looks at the newest position of a device.
  ///
  /// - Returns: what is to be told, if anything; the route is gone where it is over.
  mutating func moved(_ device: DeviceID, _ engine: FenceEngine) -> UpcomingFence? {
    guard followers[device] != nil, let fix = engine.newestFix(of: device) else { return nil }
    let state = followers[device]?.take(fix) ?? .off
    guard state == .active else { return end(device)?.over(of: device, state) }
    return followers[device]?.news(of: device, engine.fences, inside: engine.inside(device))
  }

  /// What a change of fences makes news, in the order of the devices' names.
  mutating func news(_ engine: FenceEngine) -> [UpcomingFence] {
    followers.keys.sorted { $0.rawValue < $1.rawValue }.compactMap { device in
      followers[device]?.news(of: device, engine.fences, inside: engine.inside(device))
    }
  }

  mutating func watch(_ fence: WatchedFence) {
    for device in followers.keys { followers[device]?.watch(fence) }
  }

  mutating func forget(_ fence: FenceNumber) {
    for device in followers.keys { followers[device]?.forget(fence) }
  }

  /// Devices whose route should have ended before an instant.
  func stale(before time: Timestamp) -> [DeviceID] {
    followers.filter { _, follower in
      let start = max(follower.progress.time, follower.departure ?? .min)
      let left = follower.way.seconds - follower.progress.seconds
      return start + Int64(left * 1_000) < time.millisecondsSince1970
    }.keys.sorted { $0.rawValue < $1.rawValue }
  }
}
