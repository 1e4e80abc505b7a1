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
  ///   - suffix: ":forward" or ":backward" for tags that apply to one direction only.
  init?(_ tags: Tags, keys: [String], suffix: String = "") {
    for key in keys {
      guard let value = tags[suffix.isEmpty ? key : key + suffix] else { continue }
      self = Self.read(value, keys)
      return
    }
    return nil
  }

  /// Of several values ("no;destination") the least restrictive counts.
  private static func read(_ value: String, _ keys: [String]) -> Access {
    switch value {
    // The most frequent values, without splitting the text.
    case "yes", "designated", "permissive": return .open
    case "no": return .closed
    case "private", "destination", "customers": return .destinationOnly
    default: break
    }
    let read = value.lowercased().split(separator: ";").map { readSingle($0.trimmingSpaces, keys) }
    if read.contains(.open) { return .open }
    return read.contains(.destinationOnly) ? .destinationOnly : .closed
  }

  private static func readSingle(_ value: Substring, _ keys: [String]) -> Access {
    switch value {
    // "access=bicycle": for bicycles only.
    case "foot", "bicycle": keys.contains(String(value)) ? .open : .closed
    // Pushing a bicycle is walking, so "dismount" and the like close a road to bicycles.
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
