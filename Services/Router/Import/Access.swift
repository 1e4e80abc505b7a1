import OpenStreetMap

/// Whether a traveller may pass, as the access tags say it.
enum Access: Equatable {
  case open
  /// Only for a journey that starts or ends there: destination, private, customers, delivery.
  case destinationOnly
  case closed

  /// What the tags say; `nil` where they say nothing.
  ///
  /// - Parameters:
  ///   - keys: from the most to the least specific: the first that is there decides. Source:
  ///     OpenStreetMap wiki, "Key:access", transport mode hierarchy.
  ///   - suffix: ":forward" or ":backward" for what holds in one direction only.
  init?(_ tags: Tags, keys: [String], suffix: String = "") {
    for key in keys {
      guard let value = tags[suffix.isEmpty ? key : key + suffix] else { continue }
      self = Self.read(value, keys)
      return
    }
    return nil
  }

  /// Of several values ("no;destination") the widest counts.
  private static func read(_ value: String, _ keys: [String]) -> Access {
    switch value {
    // Nearly all of them, without taking the text apart.
    case "yes", "designated", "permissive": return .open
    case "no": return .closed
    case "private", "destination", "customers": return .destinationOnly
    default: break
    }
    let read = value.lowercased().split(separator: ";").map { one($0.trimmingSpaces, keys) }
    if read.contains(.open) { return .open }
    return read.contains(.destinationOnly) ? .destinationOnly : .closed
  }

  private static func one(_ value: Substring, _ keys: [String]) -> Access {
    switch value {
    // "access=bicycle": for those and no others.
    case "foot", "bicycle": keys.contains(String(value)) ? .open : .closed
    // Who may only push a bicycle walks: "dismount" and the like close a road to riders.
    case "no", "agricultural", "forestry", "agricultural_forestry", "emergency", "psv", "bus",
      "taxi", "hov", "military", "use_sidepath", "dismount", "none", "restricted":
      .closed
    case "private", "destination", "customers", "customer", "delivery", "permit", "residents",
      "resident", "employees", "staff", "members", "guests", "visitors", "residential", "permits":
      .destinationOnly
    default: .open
    }
  }
}
