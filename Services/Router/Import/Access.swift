import OpenStreetMap

/// Whether a kind of traveller may pass, from the access tags.
enum Access: Equatable {
  case open
  /// Only for a journey that starts or ends there: destination, private, customers, delivery…
  case destinationOnly
  case closed

  /// Reads the tags; `nil` where none of them is about access.
  ///
  /// - Parameters:
  ///   - keys: from the most to the least specific: the first one present decides. Source:
  ///     OpenStreetMap wiki, "Key:access", transport mode hierarchy.
  ///   - direction: "forward" or "backward": then a tag for that direction, such as
  ///     `motor_vehicle:forward`, decides before the same key without it.
  init?(_ tags: Tags, keys: [String], direction: String? = nil) {
    for key in keys {
      let directed = direction.flatMap { tags["\(key):\($0)"] }
      guard let value = directed ?? tags[key] else { continue }
      self = Self.read(value, key, keys)
      return
    }
    return nil
  }

  /// Of several values ("no;destination") the least restrictive counts.
  private static func read(_ value: String, _ key: String, _ keys: [String]) -> Access {
    switch value {
    // The most frequent values, without splitting the text.
    case "yes", "designated", "permissive": return .open
    case "no": return .closed
    case "private", "destination", "customers": return .destinationOnly
    default: break
    }
    let read = value.lowercased().split(separator: ";").map {
      readSingle($0.trimmingSpaces, key, keys)
    }
    if read.contains(.open) { return .open }
    return read.contains(.destinationOnly) ? .destinationOnly : .closed
  }

  private static func readSingle(
    _ value: Substring, _ key: String, _ keys: [String]
  ) -> Access {
    switch value {
    // "access=bicycle": for bicycles only.
    case "foot", "bicycle": keys.contains(String(value)) ? .open : .closed
    // "bicycle=official": a road signed for bicycles.
    case "official": ["foot", "bicycle"].contains(key) ? .open : .closed
    case "hov": keys.contains("motorcar") ? .destinationOnly : .closed
    // Pushing a bicycle is walking, so "dismount" and the like close a road to bicycles.
    case "no", "agricultural", "forestry", "agricultural_forestry", "emergency",
      "emergency_vehicle", "psv", "bus", "minibus", "taxi", "share_taxi", "military",
      "use_sidepath", "dismount", "none", "restricted":
      .closed
    case "private", "destination", "customers", "customer", "delivery", "permit", "residents",
      "resident", "employees", "staff", "members", "guests", "visitors", "residential", "permits":
      .destinationOnly
    default: .open
    }
  }
}
