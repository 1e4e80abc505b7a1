package import Geography
package import Time

/// The means of travel: each has its own roads, speeds and rules.
package enum TravelProfile: String, Codable, Sendable, Hashable, CaseIterable {
  case car, bicycle, foot

  /// - Throws: `DecodingError` for any other word, with the valid ones.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let word = try container.decode(String.self)
    guard let known = TravelProfile(rawValue: word) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "“\(word)” is not one of car, bicycle and foot.")
    }
    self = known
  }
}

/// Finds the quickest route through the waypoints in order.
///
/// Without a time, free-flow speeds apply, and rules that hold at certain times do not. With
/// `departure` or `arrival`, the speeds and rules are those of each hour and weekday of the drive,
/// in the time's own UTC offset; see `HourlyDuration`.
///
/// Fails with `invalidRequest` (fewer than two or too many waypoints, a coordinate out of range,
/// both times at once, alternatives with via points, a vehicle that is not a car, headings or
/// numbers of via points that do not fit the waypoints), `outsideMap` (a waypoint off the map; the
/// message has the map's box) and `noRoute`.
@Memberwise package struct RouteRequest: RequestMessage, Hashable {
  package typealias Reply = RouteReply
  package static let operation = Operation(.router, "route", version: 1, isPublic: true)

  /// Origin, via points, destination: 2 ... `RouterLimits.maximumWaypoints`.
  package let waypoints: [Coordinate]
  /// Default `car`.
  package let profile: TravelProfile?
  /// When the drive begins.
  package let departure: Timestamp?
  /// The latest end: the reply has the departure.
  package let arrival: Timestamp?
  /// On which side of the street the waypoints are left and reached; default `either`.
  package let side: StreetSide?
  /// How many alternative routes, 0 ... `RouterLimits.maximumAlternatives`; default 0. Only without
  /// via points; there may be fewer that are useful.
  package let alternatives: Int?
  /// Whether the reply has the geometry; default false.
  package let geometry: Bool?
  /// Whether the legs have their steps; default false.
  package let steps: Bool?
  /// Whether the steps have their intersections; default false.
  package let intersections: Bool?
  /// Whether a second, simpler search verifies the result; default false. Much slower.
  package let verify: Bool?
  /// Which roads may be used; default all that the profile's rules allow.
  package let roads: RoadSelection?
  /// By waypoint, degrees from north, 0 ..< 360: the direction in which it is passed, where a road
  /// within 50 m of the nearest one leads there, to 45 degrees; `null` for any.
  package let headings: [Double?]?
  /// The numbers of via points that are passed without stopping, from 1 on: no leg and no
  /// instruction ends there. Default none.
  package let through: [Int]?

  package var whereabouts: Whereabouts? { .coordinates(waypoints) }
}

/// On which side of the street a vehicle stops at a waypoint.
package enum StreetSide: String, Codable, Sendable, Hashable, CaseIterable {
  /// On either side.
  case either
  /// On the waypoint's side, in the direction of travel, so that the street need not be crossed.
  /// Either side if the waypoint is on the road itself, or the street is one-way.
  case kerb
}

/// The quickest route. Sums are exact: the legs' whole seconds and metres add up to the route's.
@Memberwise package struct RouteReply: Codable, Sendable, Hashable {
  package let durationSeconds: Int
  package let distanceMeters: Int
  /// The main streets of the route, such as "Market Street and Columbus Avenue"; `null` if they
  /// have no names.
  package let name: String?
  /// The line from the first waypoint's road to the last's, if requested.
  package let geometry: EncodedPolyline?
  /// One leg between each two waypoints, those passed without stopping left out.
  package let legs: [RouteLeg]
  /// Each waypoint snapped to the road.
  package let waypoints: [SnappedWaypoint]
  /// Warnings about the route; absent if there are none.
  package let notes: [RouteWarning]?
  /// The alternative routes, quickest first; absent unless requested.
  package var alternatives: [RouteAlternative]?
  /// When the drive begins and ends, if the request has a time.
  package var departure: Timestamp?
  package var arrival: Timestamp?
  /// Whether the simpler search has the same result, if requested.
  package let verified: Bool?
  /// The version of live traffic that the result is based on; absent before the first change.
  package var trafficVersion: Int?
  /// How far the route rises and falls in all: the sums of the legs'; absent where one of them has
  /// none.
  package let ascentMeters: Int?
  package let descentMeters: Int?
  /// `true` where traffic keeps left; absent elsewhere.
  package let drivesOnLeft: Bool?
  /// Identifies the road network, so that results can be compared.
  package let mapVersion: String
}

/// An alternative route between the same two waypoints.
@Memberwise package struct RouteAlternative: Codable, Sendable, Hashable {
  package let durationSeconds: Int
  package let distanceMeters: Int
  package let name: String?
  package let geometry: EncodedPolyline?
  package let legs: [RouteLeg]
  package let notes: [RouteWarning]?
}

/// The drive from one waypoint to the next.
@Memberwise package struct RouteLeg: Codable, Sendable, Hashable {
  package let durationSeconds: Int
  package let distanceMeters: Int
  package let name: String?
  /// The steps, if requested.
  package let steps: [RouteStep]?
  /// How far the leg rises and falls, in swings of 5 m or more; absent for cars, on a map without
  /// heights, and where no height along the leg is known.
  package let ascentMeters: Int?
  package let descentMeters: Int?
}

/// A coordinate snapped to the road network.
@Memberwise package struct SnappedWaypoint: Codable, Sendable, Hashable {
  /// The point on the road.
  package let coordinate: Coordinate
  /// From the requested coordinate to the road.
  package let distanceMeters: Meters
  /// The way's name, or `null` if it has none.
  package let name: String?
  /// The way's number in OpenStreetMap.
  package let way: Int?
}

/// Computes the driving time from every source to every destination.
///
/// Fails with `invalidRequest` (an empty list, too many cells, a coordinate out of range) and
/// `outsideMap`. The cell of a pair without a route is `null`.
@Memberwise package struct TableRequest: RequestMessage, Hashable {
  package typealias Reply = TableReply
  package static let operation = Operation(.router, "table", version: 1, isPublic: true)

  package let sources: [Coordinate]
  package let destinations: [Coordinate]
  /// Default `car`.
  package let profile: TravelProfile?
  /// When the drives begin, or when they end. At most one of both.
  package let departure: Timestamp?
  package let arrival: Timestamp?
  /// Whether the cells are packed, for bulk use; default false.
  package let packed: Bool?
  /// Whether the reply has the distances to the roads; default false.
  package let snapping: Bool?
  /// Whether the cells are milliseconds at the speeds of the hour of `departure` throughout, for
  /// `HourlyDuration`; default false.
  package let hourly: Bool?
  /// Which roads may be used; default all that the profile's rules allow.
  package let roads: RoadSelection?

  package var whereabouts: Whereabouts? { .coordinates(sources + destinations) }
}

/// Driving times, a row for each source, a column for each destination.
@Memberwise package struct TableReply: Codable, Sendable, Hashable {
  /// Whole seconds by row and column, `null` without a route; absent when packed.
  package let durationsSeconds: [[Int?]]?
  /// The same cells row by row, packed; absent unless requested.
  package let packedSeconds: PackedNumbers?
  /// Whole centimetres from each source, and from each destination, to its nearest road; absent
  /// unless requested. Where that is a service road, a drive may also begin or end on a street up
  /// to 10 m farther, which does not count here.
  package let sourceCentimeters: PackedNumbers?
  package let destinationCentimeters: PackedNumbers?
  /// The version of live traffic that the result is based on; absent before the first change.
  package let trafficVersion: Int?
  package let mapVersion: String
  /// The cells row by row, in milliseconds; only these if `hourly` was requested.
  package let packedMilliseconds: PackedNumbers?
}

/// Finds the points of the road network nearest to a coordinate.
///
/// Fails with `invalidRequest`, and `outsideMap` without a road within the radius.
@Memberwise package struct NearestRoadRequest: RequestMessage, Hashable {
  package typealias Reply = NearestRoadReply
  package static let operation = Operation(.router, "nearest", version: 1, isPublic: true)

  package let coordinate: Coordinate
  /// How many at most, 1 ... `RouterLimits.maximumNearest`; default 1.
  package let limit: Int?
  /// Default `car`.
  package let profile: TravelProfile?
  /// Only roads that may be travelled in this direction, 0 ..< 360 degrees from north.
  package let bearing: Double?
  /// The tolerance to either side of `bearing`, 0 ... 180 degrees; default 45.
  package let bearingRange: Double?
  /// The maximum distance; default and maximum `RouterLimits.maximumSnapMeters`.
  package let radiusMeters: Meters?

  package var whereabouts: Whereabouts? { .coordinates([coordinate]) }
}

/// Points on distinct roads, nearest first.
@Memberwise package struct NearestRoadReply: Codable, Sendable, Hashable {
  package let points: [SnappedWaypoint]
  /// As in `RouteReply`; absent from an instance of an earlier version.
  package let mapVersion: String?
}

/// The limits of the router's requests, and its guarantees.
package enum RouterLimits {
  package static let maximumWaypoints = 100
  /// Sources times destinations of one table.
  package static let maximumTableCells = 1_000_000
  /// Stops of one request for detours.
  package static let maximumDetourStops = 100_000
  /// Of these, the ones that the router still knows when they are asked for again.
  package static let maximumKnownStops = 20_000
  /// Hours in which a stop may be left: those of a week, and the one it ends in.
  package static let maximumLeavings = 169
  /// Routes of one request.
  package static let maximumRoutes = 100
  package static let maximumNearest = 100
  package static let maximumAlternatives = 3
  /// Contours of one isochrone.
  package static let maximumContours = 4
  package static let maximumContourSeconds = 7_200
  /// Roads named in one change of traffic.
  package static let maximumTrafficChanges = 10_000
  /// No road has a higher speed, whatever its limit: 140 km/h. Lower bounds of driving times by
  /// straight lines rely on it.
  package static let topSpeedMetersPerSecond = 140 / 3.6
  /// The speed of walkers on level ground; that of OSRM's foot profile.
  package static let walkingKilometersPerHour = 5.0
  /// A waypoint farther from every road is off the map.
  package static let maximumSnapMeters: Meters = 2_000
}
