package import Geography
package import Time

/// Computes the driving times of many detours at once: from an origin to every stop, and from every
/// stop on to a destination.
///
/// How long the second drive takes depends on when a stop is left. That follows from the first
/// drive, which the caller does not know yet; so the reply has the second drive at the speeds of
/// every hour in `leavings`, at the cost of one search for all hours with the same speeds. From
/// these `HourlyDuration` gives the drive at any time, also across the change of an hour.
///
/// A stop without a road or a route is marked in the reply. Fails with `invalidRequest` (too many
/// stops or leavings, an origin or destination out of range) and `outsideMap` (no road near the
/// origin or destination).
@Memberwise package struct DetoursRequest: RequestMessage, Hashable {
  package typealias Reply = DetoursReply
  package static let operation = Operation(.router, "detours", version: 1)

  package let origin: Coordinate
  package let destination: Coordinate
  /// At most `RouterLimits.maximumDetourStops`.
  package let stops: PackedCoordinates
  /// Default `car`.
  package let profile: TravelProfile?
  /// When the drives to the stops begin; default empty roads.
  package let departure: Timestamp?
  /// A time in each hour of the clock in which a stop may be left, at most
  /// `RouterLimits.maximumLeavings`; default the departure alone.
  package let leavings: [Timestamp]?
  /// Whether the second drives are in milliseconds, for `HourlyDuration`; default false.
  package let hourly: Bool?
  /// Which roads may be used; default all that the profile's rules allow.
  package let roads: RoadSelection?
}

/// Driving times by stop, equal to those of `TableReply` and `RouteReply`.
@Memberwise package struct DetoursReply: Codable, Sendable, Hashable {
  /// Whole seconds from the origin to each stop; none without a route.
  package let toStopSeconds: PackedNumbers
  /// Whole seconds from each stop to the destination, none without a route: all stops of column 0,
  /// then all of column 1, and so on. A column has the speeds of one or more hours throughout.
  /// Empty if `hourly` was requested.
  package let toDestinationSeconds: PackedNumbers
  /// For each of the request's leavings its column.
  package let leavingColumns: [Int]
  /// Whole centimetres from each stop to the road on which the drive to it ends; none if no road is
  /// within `RouterLimits.maximumSnapMeters`. Where the nearest road is a service road, the drive
  /// may also end on a street up to 10 m farther, which does not count here.
  package let stopCentimeters: PackedNumbers
  /// From the origin, and from the destination, to the nearest road.
  package let originMeters: Meters
  package let destinationMeters: Meters
  /// The version of live traffic that the result is based on; absent before the first change.
  package let trafficVersion: Int?
  package let mapVersion: String
  /// `toDestinationSeconds` in milliseconds; absent unless `hourly` was requested.
  package let toDestinationMilliseconds: PackedNumbers?
}
