import Geography
import Time

/// How one travels: each has its own roads, speeds and rules.
package enum TravelProfile: String, Codable, Sendable, Hashable, CaseIterable {
  case car, bicycle, foot

  /// - Throws: `DecodingError` for any other word, with those there are.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let word = try container.decode(String.self)
    guard let known = TravelProfile(rawValue: word) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "“\(word)” is none of car, bicycle and foot.")
    }
    self = known
  }
}

/// Asks for the quickest drive through the waypoints in order.
///
/// Without a time the speeds are those of empty roads. With `departure` or `arrival` they are those
/// of the hour and weekday there, as the time's own offset tells them.
///
/// Fails with `invalidRequest` (fewer than two or too many waypoints, a coordinate out of range,
/// both times at once, alternatives with via points), `outsideMap` (a waypoint off the map; the
/// message says the map's box) and `noRoute`.
package struct RouteRequest: RequestMessage, Hashable {
  package typealias Reply = RouteReply
  package static let operation = Operation(.router, "route", version: 1)

  /// Origin, via points, destination: 2 ... `RouterLimits.maximumWaypoints`.
  package let waypoints: [Coordinate]
  /// Default `car`.
  package let profile: TravelProfile?
  /// When the drive begins.
  package let departure: Timestamp?
  /// When it must end at the latest: the reply says when to leave.
  package let arrival: Timestamp?
  /// On which side of the street the waypoints are left and reached; default `either`.
  package let side: StreetSide?
  /// How many other drives to tell, 0 ... `RouterLimits.maximumAlternatives`; default 0. Only
  /// without via points; there may be fewer that are worth telling.
  package let alternatives: Int?
  /// Whether the reply holds the line to draw; default false.
  package let geometry: Bool?
  /// Whether the legs hold their steps; default false.
  package let steps: Bool?
  /// Whether a second, plainer search checks the answer; default false. Takes far longer.
  package let verify: Bool?

  package init(
    waypoints: [Coordinate], profile: TravelProfile? = nil, departure: Timestamp? = nil,
    arrival: Timestamp? = nil, side: StreetSide? = nil, alternatives: Int? = nil,
    geometry: Bool? = nil, steps: Bool? = nil, verify: Bool? = nil
  ) {
    self.waypoints = waypoints
    self.profile = profile
    self.departure = departure
    self.arrival = arrival
    self.side = side
    self.alternatives = alternatives
    self.geometry = geometry
    self.steps = steps
    self.verify = verify
  }
}

/// Where a vehicle stands at a waypoint.
package enum StreetSide: String, Codable, Sendable, Hashable, CaseIterable {
  /// On either side.
  case either
  /// On the side where the place is, as one drives there: nobody has to cross the street. Where the
  /// place lies on the road itself, or the street is one-way, either.
  case kerb
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
  /// What to know before setting out; left out where there is nothing.
  package let notes: [RouteNote]?
  /// The other drives asked for, quickest first; left out unless asked for.
  package let alternatives: [RouteAlternative]?
  /// When the drive begins and ends, where the request gave a time.
  package let departure: Timestamp?
  package let arrival: Timestamp?
  /// Whether the plainer search says the same, where it was asked.
  package let verified: Bool?
  /// Counts the changes of live traffic that the answer takes in; left out before the first.
  package let trafficVersion: Int?
  /// Names the network that answered, so that answers can be compared.
  package let mapVersion: String

  package init(
    durationSeconds: Int, distanceMeters: Int, name: String?, geometry: EncodedPolyline?,
    legs: [RouteLeg], waypoints: [RoadPoint], notes: [RouteNote]? = nil,
    alternatives: [RouteAlternative]? = nil, departure: Timestamp? = nil,
    arrival: Timestamp? = nil, verified: Bool? = nil, trafficVersion: Int? = nil,
    mapVersion: String
  ) {
    self.durationSeconds = durationSeconds
    self.distanceMeters = distanceMeters
    self.name = name
    self.geometry = geometry
    self.legs = legs
    self.waypoints = waypoints
    self.notes = notes
    self.alternatives = alternatives
    self.departure = departure
    self.arrival = arrival
    self.verified = verified
    self.trafficVersion = trafficVersion
    self.mapVersion = mapVersion
  }
}

/// Another drive between the same two waypoints.
package struct RouteAlternative: Codable, Sendable, Hashable {
  package let durationSeconds: Int
  package let distanceMeters: Int
  package let name: String?
  package let geometry: EncodedPolyline?
  package let legs: [RouteLeg]
  package let notes: [RouteNote]?

  package init(
    durationSeconds: Int, distanceMeters: Int, name: String?, geometry: EncodedPolyline?,
    legs: [RouteLeg], notes: [RouteNote]? = nil
  ) {
    self.durationSeconds = durationSeconds
    self.distanceMeters = distanceMeters
    self.name = name
    self.geometry = geometry
    self.legs = legs
    self.notes = notes
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

/// A coordinate and the point of the road network that stands for it.
package struct RoadPoint: Codable, Sendable, Hashable {
  /// The point on the road.
  package let coordinate: Coordinate
  /// From the coordinate asked for to the road.
  package let distanceMeters: Meters
  /// The way's name, or `null` where it has none.
  package let name: String?
  /// The way's number in OpenStreetMap.
  package let way: Int?

  package init(coordinate: Coordinate, distanceMeters: Meters, name: String?, way: Int? = nil) {
    self.coordinate = coordinate
    self.distanceMeters = distanceMeters
    self.name = name
    self.way = way
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
  /// Default `car`.
  package let profile: TravelProfile?
  /// When the drives begin, or when they end: the speeds are those of that hour. At most one.
  package let departure: Timestamp?
  package let arrival: Timestamp?
  /// Whether the cells travel packed, for bulk use; default false.
  package let packed: Bool?

  package init(
    sources: [Coordinate], destinations: [Coordinate], profile: TravelProfile? = nil,
    departure: Timestamp? = nil, arrival: Timestamp? = nil, packed: Bool? = nil
  ) {
    self.sources = sources
    self.destinations = destinations
    self.profile = profile
    self.departure = departure
    self.arrival = arrival
    self.packed = packed
  }
}

/// Driving times, a row a source, a column a destination.
package struct TableReply: Codable, Sendable, Hashable {
  /// Whole seconds by row and column, `null` where no road leads there; left out when packed.
  package let durationsSeconds: [[Int?]]?
  /// The same cells row by row, packed; left out unless asked for.
  package let packedSeconds: PackedNumbers?
  /// Counts the changes of live traffic that the answer takes in; left out before the first.
  package let trafficVersion: Int?
  package let mapVersion: String

  package init(
    durationsSeconds: [[Int?]]?, packedSeconds: PackedNumbers?, trafficVersion: Int? = nil,
    mapVersion: String
  ) {
    self.durationsSeconds = durationsSeconds
    self.packedSeconds = packedSeconds
    self.trafficVersion = trafficVersion
    self.mapVersion = mapVersion
  }
}

/// Asks for the points of the road network nearest to a coordinate.
///
/// Fails with `invalidRequest`, and `outsideMap` where there is none within the radius.
package struct NearestRoadRequest: RequestMessage, Hashable {
  package typealias Reply = NearestRoadReply
  package static let operation = Operation(.router, "nearest", version: 1)

  package let coordinate: Coordinate
  /// How many at most, 1 ... `RouterLimits.maximumNearest`; default 1.
  package let limit: Int?
  /// Default `car`.
  package let profile: TravelProfile?
  /// Only roads that one may travel in this direction, 0 ..< 360 degrees from north.
  package let bearing: Double?
  /// How far from `bearing` a road may run to either side, 0 ... 180; default 45.
  package let bearingRange: Double?
  /// How far to look; default and most `RouterLimits.maximumSnapMeters`.
  package let radiusMeters: Meters?

  package init(
    coordinate: Coordinate, limit: Int? = nil, profile: TravelProfile? = nil,
    bearing: Double? = nil, bearingRange: Double? = nil, radiusMeters: Meters? = nil
  ) {
    self.coordinate = coordinate
    self.limit = limit
    self.profile = profile
    self.bearing = bearing
    self.bearingRange = bearingRange
    self.radiusMeters = radiusMeters
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
  package static let maximumAlternatives = 3
  /// Contours of one isochrone.
  package static let maximumContours = 4
  package static let maximumContourSeconds = 7_200
  /// Roads named in one change of traffic.
  package static let maximumTrafficChanges = 10_000
  /// No road is driven faster, whatever its signs say: 140 km/h. Who bounds a driving time by a
  /// straight line relies on it.
  package static let topSpeedMetersPerSecond = 140 / 3.6
  /// A waypoint farther from every road is off the map.
  package static let maximumSnapMeters: Meters = 2_000
}
