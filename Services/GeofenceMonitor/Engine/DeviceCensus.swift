import Messages

/// How many devices each user has, by the names of the devices alone: `ann.car.gps` counts for
/// `ann` and for `ann.car`, as it is theirs by `DataOwner`. So no list of users is needed, and a
/// device that comes or goes costs the length of its name.
struct DeviceCensus: Sendable {
  private var counts: [String: Int] = [:]

  mutating func add(_ device: DeviceID) { change(device, by: 1) }

  mutating func remove(_ device: DeviceID) { change(device, by: -1) }

  /// The devices of a user, without the one of that very name.
  func count(of user: String) -> Int { counts[user, default: 0] }

  private mutating func change(_ device: DeviceID, by difference: Int) {
    let name = device.rawValue
    for end in name.indices where name[end] == "." || name[end] == "/" {
      let user = String(name[..<end])
      let count = counts[user, default: 0] + difference
      counts[user] = count > 0 ? count : nil
    }
  }
}
