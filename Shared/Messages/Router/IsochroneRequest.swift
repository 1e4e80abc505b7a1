package import Geography
package import Time

/// Computes the areas that can be reached within time limits, or from which the centre can be
/// reached.
///
/// Fails with `invalidRequest` (no or too many contours, a time out of range, both clock times, a
/// vehicle that is not a car) and `outsideMap`.
@Memberwise package struct IsochroneRequest: RequestMessage, Hashable {
  package typealias Reply = IsochroneReply
  package static let operation = Operation(.router, "isochrone", version: 1, isPublic: true)

  package let center: Coordinate
  /// The time limits: 1 ... `RouterLimits.maximumContours` of them, each 1 ...
  /// `RouterLimits.maximumContourSeconds`.
  package let contoursSeconds: [Int]
  /// Whether to compute the areas from which the centre is reached, not those reached from it;
  /// default false.
  package let reverse: Bool?
  /// Default `car`.
  package let profile: TravelProfile?
  /// When the drives leave the centre, or reach it when `reverse`: the speeds of that hour apply.
  package let time: Timestamp?
  /// Which roads may be used; default all that the profile's rules allow. Roads to avoid are closed
  /// here.
  package let roads: RoadSelection?

  package var whereabouts: Whereabouts? { .coordinates([center]) }
}

/// The areas within reach.
@Memberwise package struct IsochroneReply: Codable, Sendable, Hashable {
  /// In the order of the request.
  package let contours: [Isochrone]
  /// The centre snapped to the road.
  package let center: SnappedWaypoint
  package let trafficVersion: Int?
  package let mapVersion: String
}

/// The area within one time limit.
@Memberwise package struct Isochrone: Codable, Sendable, Hashable {
  package let durationSeconds: Int
  /// Disjoint areas, the largest first.
  package let areas: [ReachableArea]
}

/// A polygon whose rings are closed: the last point is the first.
@Memberwise package struct ReachableArea: Codable, Sendable, Hashable {
  /// Anticlockwise.
  package let outline: EncodedPolyline
  /// Clockwise; empty if it has none.
  package let holes: [EncodedPolyline]
}
