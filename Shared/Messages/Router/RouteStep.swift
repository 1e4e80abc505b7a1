package import Geography

/// A maneuver, and the road that follows it.
@Memberwise package struct RouteStep: Codable, Sendable, Hashable {
  package let maneuver: Maneuver
  /// One sentence: "Turn right onto Columbus Avenue".
  package let instruction: String
  /// The name of the way that follows, or `null` if it has none.
  package let name: String?
  /// The number of the way, such as "A 6", or `null` if it has none.
  package let ref: String?
  /// The time on the road that follows, up to the next step.
  package let durationSeconds: Int
  package let distanceMeters: Int
  /// Where the maneuver is, and where other roads are passed up to the next step, if requested.
  package let intersections: [StepIntersection]?
}

/// A place on a route where roads meet, or where the road's speed or name may change.
@Memberwise package struct StepIntersection: Codable, Sendable, Hashable {
  /// Its point in the geometry of the route.
  package var geometryIndex: Int
  /// The directions in which roads lead away from it, in whole degrees from north, 0 ..< 360,
  /// ascending; at the ends of a leg only that of the route.
  package let bearings: [Int]
  /// By bearing: whether the route could go on there.
  package let entries: [Bool]
  /// The index of the bearing back to where the route comes from; absent at the start of a leg.
  package let incoming: Int?
  /// The index of the bearing in which the route goes on; absent at the end of a leg.
  package let outgoing: Int?
  /// The lanes before it, if they are tagged.
  package let lanes: [Lane]?
  /// The time on the road up to the next one, without the turn, at the speeds with which the route
  /// was found.
  package let roadMilliseconds: Int
}

/// Where and how the driver changes course.
@Memberwise package struct Maneuver: Codable, Sendable, Hashable {
  package let kind: ManeuverKind
  /// The direction, if it matters.
  package let direction: TurnDirection?
  package let coordinate: Coordinate
  /// The exit of a roundabout, counted from 1.
  package let exit: Int?
  /// The number of a motorway exit, as signed: "27B".
  package let exitNumber: String?
  /// The destinations on the signs of the road that follows: "Airport, San José".
  package let destinations: String?
  /// The lanes before it from left to right, if they are tagged.
  package let lanes: [Lane]?
}

package enum ManeuverKind: String, Codable, Sendable, Hashable, CaseIterable {
  case depart
  /// Onto another road, or along the bend of one where others branch off.
  case turn
  /// Along the same road where its continuation is not obvious.
  case `continue`
  /// The road continues under another name.
  case newName
  /// From a ramp onto a motorway or the like.
  case merge
  /// The road splits into two similar ones.
  case fork
  /// Onto or off a motorway or the like.
  case ramp
  case roundabout
  /// Out of a large roundabout, after the `roundabout` with the number of the exit.
  case exitRoundabout
  /// The road ends at another.
  case endOfRoad
  case uTurn
  case ferry
  case arrive
}

package enum TurnDirection: String, Codable, Sendable, Hashable, CaseIterable {
  case straight, slightRight, right, sharpRight, uturn, sharpLeft, left, slightLeft
}

/// A lane of a road before a maneuver.
@Memberwise package struct Lane: Codable, Sendable, Hashable {
  /// The directions of its arrows; empty if it has none.
  package let directions: [TurnDirection]
  /// Whether the maneuver may be made from it.
  package let isValid: Bool
}

/// A warning about a route.
@Memberwise package struct RouteWarning: Codable, Sendable, Hashable {
  package let kind: RouteWarningKind
  /// One sentence: "This route has tolls."
  package let text: String
}

package enum RouteWarningKind: String, Codable, Sendable, Hashable, CaseIterable {
  case toll, ferry, unpaved
  /// A bicycle is pushed for a part of the way.
  case pushed
  /// Begins or ends on a road with restricted access, such as destination traffic only, or passes
  /// one since no other leads there.
  case privateRoad
  /// Begins or ends at a road that is 100 m or more from the waypoint.
  case farFromRoad
  /// Begins or ends on the other side of the street than asked for, since no route does on that.
  case otherSide
  /// Passes a restriction that applies at certain times only, which the route ignores: no time was
  /// given, or the restriction cannot be read.
  case conditional
  /// Uses roads that the request avoids, since no other leads there.
  case avoided
}
