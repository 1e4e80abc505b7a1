package import Geography

/// A walk between a road and a door, along a straight line.
package struct PlanWalk: Codable, Sendable, Hashable {
  /// At `RouterLimits.walkingKilometersPerHour`, rounded up.
  package let seconds: Int
  /// To the centimetre.
  package let meters: Meters
  /// In the direction of the walk.
  package let line: EncodedPolyline

  package init(from start: Coordinate, to end: Coordinate, meters: Meters) {
    self.seconds = Self.seconds(meters)
    self.meters = Self.rounded(meters)
    line = EncodedPolyline([start, end])
  }

  /// How long a walk takes.
  package static func seconds(_ meters: Meters) -> Int {
    let speed = RouterLimits.walkingKilometersPerHour / 3.6
    return Int((rounded(meters) / speed).rounded(.up))
  }

  private static func rounded(_ meters: Meters) -> Meters { (meters * 100).rounded() / 100 }
}
