package import Geography
package import Time

/// Finds the stops of a large set that need the least driving, without the times of the others.
///
/// The set is sent once and then named: a router keeps those that it was asked for last. Fails with
/// `notFound` if it does not have the named set, and the request has no stops; the caller then
/// sends them. Also with `invalidRequest` and `outsideMap`, as `DetoursRequest`.
@Memberwise package struct BestDetoursRequest: RequestMessage, Hashable {
  package typealias Reply = BestDetoursReply
  package static let operation = Operation(.router, "best-detours", version: 1)

  package let origin: Coordinate
  package let destination: Coordinate
  /// The caller's name of the stops; another name for other stops.
  package let set: String
  /// At most `RouterLimits.maximumDetourStops`; `nil` for those that the router has.
  package let stops: PackedCoordinates?
  /// How many stops at most.
  package let count: Int
  /// Default `car`.
  package let profile: TravelProfile?
  /// When the drives to the stops begin; default empty roads.
  package let departure: Timestamp?
  /// A time in each hour of the clock that a drive to the destination may pass, at most
  /// `RouterLimits.maximumLeavings`; default the departure alone.
  package let leavings: [Timestamp]?
  /// Which roads may be used; default all that the profile's rules allow.
  package let roads: RoadSelection?
}

/// The stops with the least sum of both drives, where the second one has the quickest of the
/// requested hours: no drive over a stop that is left within them takes less.
@Memberwise package struct BestDetoursReply: Codable, Sendable, Hashable {
  /// Their numbers in the set, the least sum first.
  package let stops: PackedNumbers
  /// How many other stops have a route, and the least of their sums; absent without any.
  package let others: Int
  package let leastMillisecondsOfOthers: Int?
  /// How many stops have no road or no route.
  package let unreachable: Int
  package let trafficVersion: Int?
  package let mapVersion: String
}
