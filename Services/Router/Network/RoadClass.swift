/// The kinds of way that people travel on, by the numbers under which the file keeps them.
package enum RoadClass: UInt8, Sendable, Hashable, CaseIterable {
  case motorway, motorwayLink, trunk, trunkLink, primary, primaryLink, secondary, secondaryLink
  case tertiary, tertiaryLink, unclassified, residential, livingStreet, service, road, track
  /// Not for cars, unless a tag lets them in.
  case pedestrian
  case cycleway, footway, path, bridleway, steps, pier
  /// Not driven but carried: ferries, and trains that take cars.
  case ferry, shuttleTrain

  /// A ramp, or a lane that cuts a corner.
  package var isLink: Bool {
    switch self {
    case .motorwayLink, .trunkLink, .primaryLink, .secondaryLink, .tertiaryLink: true
    default: false
    }
  }

  /// Whether one is carried.
  package var isFerry: Bool { self == .ferry || self == .shuttleTrain }

  /// Whether others cross it on the level: no motorway, no trunk road, no ferry.
  var isStreet: Bool {
    switch self {
    case .motorway, .motorwayLink, .trunk, .trunkLink, .ferry, .shuttleTrain: false
    default: true
    }
  }

  /// Driveways, tracks, paths: who drives past their mouth does not slow down.
  var isMinor: Bool {
    switch self {
    case .service, .track, .pedestrian, .cycleway, .footway, .path, .bridleway, .steps, .pier: true
    default: false
    }
  }
}

/// On which side of the road one drives.
package enum DrivingSide: UInt32, Sendable, Hashable, CaseIterable {
  case right, left
}
