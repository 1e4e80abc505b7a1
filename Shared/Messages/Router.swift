import Geography

/// Asks for the quickest drive through the waypoints in order.
///
/// Fails with `invalidRequest` (fewer than two or too many waypoints, a coordinate out of range),
/// `outsideMap` (a waypoint off the map; the message says the map's box) and `noRoute`.
package struct RouteRequest: RequestMessage, Hashable {
  package typealias Reply = RouteReply
  package static let operation = Operation(.router, "route", version: 1)

  /// Origin, via points, destination: 2 ... `RouterLimits.maximumWaypoints`.
  package let waypoints: [Coordinate]
  /// Whether the reply holds the line to draw; default false.
  package let geometry: Bool?
  /// Whether the legs hold their steps; default false.
  package let steps: Bool?

  package init(waypoints: [Coordinate], geometry: Bool? = nil, steps: Bool? = nil) {
    self.waypoints = waypoints
    self.geometry = geometry
    self.steps = steps
  }
}

/// The quickest drive. Sums are exact: the legs' whole seconds and metres add up to the route's.
package struct RouteReply: Codable, Sendable, Hashable {
  package let durationSeconds: Int
  package let distanceMeters: Int
  /// The streets that carry most of the way, such as "Market Street and Columbus Avenue"; `null`
  /// where they have no names.
  package let name: String?
  /// The line from the first waypoint's road to the last's, where it was asked for.
  package let geometry: EncodedPolyline?
  /// One leg between each two waypoints.
  package let legs: [RouteLeg]
  /// Where on the road each waypoint came to lie.
  package let waypoints: [RoadPoint]
  /// Names the network that answered, so that answers can be compared.
  package let mapVersion: String

  package init(
    durationSeconds: Int, distanceMeters: Int, name: String?, geometry: EncodedPolyline?,
    legs: [RouteLeg], waypoints: [RoadPoint], mapVersion: String
  ) {
    self.durationSeconds = durationSeconds
    self.distanceMeters = distanceMeters
    self.name = name
    self.geometry = geometry
    self.legs = legs
    self.waypoints = waypoints
    self.mapVersion = mapVersion
  }
}

/// The drive from one waypoint to the next.
package struct RouteLeg: Codable, Sendable, Hashable {
  package let durationSeconds: Int
  package let distanceMeters: Int
  package let name: String?
  /// What to do on the way, where it was asked for.
  package let steps: [RouteStep]?

  package init(durationSeconds: Int, distanceMeters: Int, name: String?, steps: [RouteStep]?) {
    self.durationSeconds = durationSeconds
    self.distanceMeters = distanceMeters
    self.name = name
    self.steps = steps
  }
}

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

  package init(
    kind: ManeuverKind, direction: TurnDirection? = nil, coordinate: Coordinate, exit: Int? = nil
  ) {
    self.kind = kind
    self.direction = direction
    self.coordinate = coordinate
    self.exit = exit
  }
}

package enum ManeuverKind: String, Codable, Sendable, Hashable, CaseIterable {
  case depart, turn, `continue`, roundabout, arrive
}

package enum TurnDirection: String, Codable, Sendable, Hashable, CaseIterable {
  case straight, slightRight, right, sharpRight, uturn, sharpLeft, left, slightLeft
}

/// A coordinate and the point of the road network that stands for it.
package struct RoadPoint: Codable, Sendable, Hashable {
  /// The point on the road.
  package let coordinate: Coordinate
  /// From the coordinate asked for to the road.
  package let distanceMeters: Meters
  /// The way's name, or `null` where it has none.
  package let name: String?

  package init(coordinate: Coordinate, distanceMeters: Meters, name: String?) {
    self.coordinate = coordinate
    self.distanceMeters = distanceMeters
    self.name = name
  }
}

/// Asks for the driving time from every source to every destination.
///
/// Fails with `invalidRequest` (an empty list, too many cells, a coordinate out of range) and
/// `outsideMap`. A pair without a route is no failure: its cell is `null`.
package struct TableRequest: RequestMessage, Hashable {
  package typealias Reply = TableReply
  package static let operation = Operation(.router, "table", version: 1)

  package let sources: [Coordinate]
  package let destinations: [Coordinate]
  /// Whether the cells travel packed, for bulk use; default false.
  package let packed: Bool?

  package init(sources: [Coordinate], destinations: [Coordinate], packed: Bool? = nil) {
    self.sources = sources
    self.destinations = destinations
    self.packed = packed
  }
}

/// Driving times, a row a source, a column a destination.
package struct TableReply: Codable, Sendable, Hashable {
  /// Whole seconds by row and column, `null` where no road leads there; left out when packed.
  package let durationsSeconds: [[Int?]]?
  /// The same cells row by row, packed; left out unless asked for.
  package let packedSeconds: PackedSeconds?
  package let mapVersion: String

  package init(
    durationsSeconds: [[Int?]]?, packedSeconds: PackedSeconds?, mapVersion: String
  ) {
    self.durationsSeconds = durationsSeconds
    self.packedSeconds = packedSeconds
    self.mapVersion = mapVersion
  }
}

/// Asks for the points of the road network nearest to a coordinate.
///
/// Fails with `invalidRequest` and `outsideMap`.
package struct NearestRoadRequest: RequestMessage, Hashable {
  package typealias Reply = NearestRoadReply
  package static let operation = Operation(.router, "nearest", version: 1)

  package let coordinate: Coordinate
  /// How many at most, 1 ... `RouterLimits.maximumNearest`; default 1.
  package let limit: Int?

  package init(coordinate: Coordinate, limit: Int? = nil) {
    self.coordinate = coordinate
    self.limit = limit
  }
}

/// Points on distinct roads, nearest first.
package struct NearestRoadReply: Codable, Sendable, Hashable {
  package let points: [RoadPoint]

  package init(points: [RoadPoint]) { self.points = points }
}

/// The bounds of what the router takes, and what it promises.
package enum RouterLimits {
  package static let maximumWaypoints = 100
  /// Sources times destinations of one table.
  package static let maximumTableCells = 1_000_000
  package static let maximumNearest = 100
  /// No road is driven faster, whatever its signs say: 140 km/h. Who bounds a driving time by a
  /// straight line relies on it.
  package static let topSpeedMetersPerSecond = 140 / 3.6
  /// A waypoint farther from every road is off the map.
  package static let maximumSnapMeters: Meters = 2_000
}
