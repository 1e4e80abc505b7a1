import Geography

/// One thing to do, and the road that follows it.
package struct RouteStep: Codable, Sendable, Hashable {
  package let maneuver: Maneuver
  /// One sentence: "Turn right onto Columbus Avenue".
  package let instruction: String
  /// The name of the way that follows, or `null` where it has none.
  package let name: String?
  /// The time on the road that follows, up to the next step.
  package let durationSeconds: Int
  package let distanceMeters: Int

  package init(
    maneuver: Maneuver, instruction: String, name: String?, durationSeconds: Int,
    distanceMeters: Int
  ) {
    self.maneuver = maneuver
    self.instruction = instruction
    self.name = name
    self.durationSeconds = durationSeconds
    self.distanceMeters = distanceMeters
  }
}

/// Where and how the driver changes course.
package struct Maneuver: Codable, Sendable, Hashable {
  package let kind: ManeuverKind
  /// To which side, where it matters.
  package let direction: TurnDirection?
  package let coordinate: Coordinate
  /// Which exit of a roundabout to take, counted from 1.
  package let exit: Int?
  /// The number of a motorway exit, as signed: "27B".
  package let exitNumber: String?
  /// What the signs say where a ramp or fork begins: "Airport, San José".
  package let destinations: String?
  /// The lanes before it from left to right, where they are tagged.
  package let lanes: [Lane]?

  package init(
    kind: ManeuverKind, direction: TurnDirection? = nil, coordinate: Coordinate,
    exit: Int? = nil, exitNumber: String? = nil, destinations: String? = nil,
    lanes: [Lane]? = nil
  ) {
    self.kind = kind
    self.direction = direction
    self.coordinate = coordinate
    self.exit = exit
    self.exitNumber = exitNumber
    self.destinations = destinations
    self.lanes = lanes
  }
}

package enum ManeuverKind: String, Codable, Sendable, Hashable, CaseIterable {
  case depart
  /// Onto another road, or along the bend of one where others branch off.
  case turn
  /// On along the same road where it is not plain that it goes on.
  case `continue`
  /// The road goes on under another name.
  case newName
  /// From a ramp onto a motorway or the like.
  case merge
  /// The road splits in two that go on alike.
  case fork
  /// Onto or off a motorway or the like.
  case ramp
  case roundabout
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
package struct Lane: Codable, Sendable, Hashable {
  /// Where its arrows point; empty where it has none.
  package let directions: [TurnDirection]
  /// Whether the maneuver may be made from it.
  package let isValid: Bool

  package init(directions: [TurnDirection], isValid: Bool) {
    self.directions = directions
    self.isValid = isValid
  }
}

/// What one wants to know of a drive beforehand.
package struct RouteNote: Codable, Sendable, Hashable {
  package let kind: RouteNoteKind
  /// One sentence: "This route has tolls."
  package let text: String

  package init(kind: RouteNoteKind, text: String) {
    self.kind = kind
    self.text = text
  }
}

package enum RouteNoteKind: String, Codable, Sendable, Hashable, CaseIterable {
  case toll, ferry, unpaved
  /// Begins or ends on a road for its neighbours or their guests.
  case privateRoad
  /// Passes where a rule holds at certain times only, which the route does not follow.
  case conditional
}
