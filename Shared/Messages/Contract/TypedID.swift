/// A typed identifier; on the wire it is a plain string.
package protocol TypedID: RawRepresentable, Codable, Hashable, Sendable, Comparable,
  ExpressibleByStringLiteral, CustomStringConvertible
where RawValue == String {
  init(rawValue: String)
}

extension TypedID {
  package init(stringLiteral value: String) { self.init(rawValue: value) }
  package var description: String { rawValue }
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The permanent identifier of a venue: `osm/node/123` for one from OpenStreetMap, `campus/17` for
/// one that was first found in the feed `campus`.
@Memberwise package struct VenueID: TypedID {
  package let rawValue: String
}

/// Identifies a device that reports positions.
@Memberwise package struct DeviceID: TypedID {
  package let rawValue: String
}

/// Identifies a user's pin board, whose pins may have a fence each.
@Memberwise package struct BoardID: TypedID {
  package let rawValue: String
}
