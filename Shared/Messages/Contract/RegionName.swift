/// The name of a region: of one of several maps in a stack, with the services that answer on it.
/// The stack's own map has none.
///
/// It follows an `@` in all names of what belongs to the region: the instance `1@helsinki`,
/// the file `planner@helsinki.sqlite`.
package struct RegionName: Sendable, Hashable, Comparable, CustomStringConvertible {
  package static let maximumBytes = 16
  /// For people: what a name is.
  package static let rule =
    "A region's name has 1 to \(maximumBytes) letters a-z, digits and _, and begins with a letter."

  package let rawValue: String

  /// - Returns: `nil` for a text against the rule.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte) }
    guard bytes.count <= Self.maximumBytes, let first = bytes.first, isLetter(first),
      bytes.allSatisfy({ isLetter($0) || (48...57).contains($0) || $0 == 95 })
    else { return nil }
    rawValue = String(text)
  }

  package var description: String { rawValue }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension RegionName: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let name = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: Self.rule)
    }
    self = name
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

/// The name of an instance of a service: its number, or the address where it is reached, and the
/// region that it belongs to: `1`, `1@helsinki`, `10.0.0.2:7400@helsinki`.
package enum InstanceName {
  /// `nil` for an instance of the stack's own map, or of a service that all regions share.
  package static func region(of instance: String) -> RegionName? {
    instance.firstIndex(of: "@").flatMap { RegionName(instance[instance.index(after: $0)...]) }
  }

  /// The number, or the address.
  package static func local(of instance: String) -> Substring { instance.prefix { $0 != "@" } }

  package static func joined(_ place: String, in region: RegionName?) -> String {
    region.map { "\(place)@\($0)" } ?? place
  }
}

extension Optional<RegionName> {
  /// A service's name with its region, for messages to people: `router@helsinki`.
  package func naming(_ service: ServiceName) -> String {
    InstanceName.joined(service.rawValue, in: self)
  }
}
