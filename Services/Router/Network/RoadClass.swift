/// The kinds of way; the raw value is the number in the network file.
package enum RoadClass: UInt8, Sendable, Hashable, CaseIterable {
  case motorway, motorwayLink, trunk, trunkLink, primary, primaryLink, secondary, secondaryLink
  case tertiary, tertiaryLink, unclassified, residential, livingStreet, service, road, track
  /// Closed to cars unless a tag opens it.
  case pedestrian
  case cycleway, footway, path, bridleway, steps, pier
  /// Ferries, and trains that carry cars: vehicles are carried, not driven.
  case ferry, shuttleTrain

  /// A ramp or a slip lane.
  package var isLink: Bool {
    switch self {
    case .motorwayLink, .trunkLink, .primaryLink, .secondaryLink, .tertiaryLink: true
    default: false
    }
  }

  /// Driveways, tracks, paths: ways that drivers do not count as a junction when they pass.
  var isMinor: Bool {
    switch self {
    case .service, .track, .pedestrian, .cycleway, .footway, .path, .bridleway, .steps, .pier: true
    default: false
    }
  }

  /// Whether travellers are carried.
  package var isFerry: Bool { self == .ferry || self == .shuttleTrain }

  /// Whether it may have addresses: not a motorway, a trunk road or a ferry.
  var isStreet: Bool {
    switch self {
    case .motorway, .motorwayLink, .trunk, .trunkLink, .ferry, .shuttleTrain: false
    default: true
    }
  }

}

/// The side of the road that traffic drives on.
package enum DrivingSide: UInt32, Sendable, Hashable, CaseIterable {
  case right, left
}

/// Why a network has its driving side. The raw value is the number in the network file.
package enum DrivingSideReason: UInt32, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// Set explicitly when the network was built.
  case option
  /// Most of the roads' length has a `driving_side` tag that says so.
  case tags
  /// The country codes of the map's addresses and borders.
  case countryCodes
  /// The country that the roads lie in.
  case location

  package var description: String {
    switch self {
    case .option: "as asked for by --driving-side"
    case .tags: "by the driving_side tags of the roads"
    case .countryCodes: "by the country of the map's addresses and borders"
    case .location: "by the country the roads lie in"
    }
  }
}
