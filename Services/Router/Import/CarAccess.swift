import OpenStreetMap

/// Whether a car may pass, as the access tags say it.
enum CarAccess: Equatable {
  case open
  /// Only for a journey that starts or ends there: destination, private, customers, delivery.
  case endsOnly
  case closed

  /// From the most to the least specific: the first that is there decides.
  /// Source: OpenStreetMap wiki, "Key:access", transport mode hierarchy.
  static let keys = ["motorcar", "motor_vehicle", "vehicle", "access"]

  /// What the tags say; `nil` where they say nothing.
  ///
  /// - Parameter suffix: ":forward" or ":backward" for what holds in one direction only.
  init?(_ tags: Tags, suffix: String = "") {
    for key in Self.keys {
      guard let value = tags[key + suffix] else { continue }
      self = Self.read(value)
      return
    }
    return nil
  }

  /// Of several values ("no;destination") the widest counts.
  private static func read(_ value: String) -> CarAccess {
    let values = value.lowercased().split(separator: ";").map(\.trimmingSpaces)
    let read = values.map(one)
    if read.contains(.open) { return .open }
    return read.contains(.endsOnly) ? .endsOnly : .closed
  }

  private static func one(_ value: Substring) -> CarAccess {
    switch value {
    case "no", "agricultural", "forestry", "agricultural_forestry", "emergency", "psv", "bus",
      "taxi", "hov", "military", "use_sidepath", "foot", "bicycle", "none", "restricted":
      .closed
    case "private", "destination", "customers", "customer", "delivery", "permit", "residents",
      "resident", "employees", "staff", "members", "guests", "visitors", "residential", "permits":
      .endsOnly
    default: .open
    }
  }
}
