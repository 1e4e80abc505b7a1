package import Geography

/// Finds the roads that a recorded track was travelled on.
///
/// A track is cut where no road leads from one point to the next without a long detour; points that
/// are near no road are left out.
///
/// Fails with `invalidRequest` (too few or too many points, a number out of range) and `outsideMap`
/// if no point is near a road.
@Memberwise package struct MatchRequest: RequestMessage, Hashable {
  package typealias Reply = MatchReply
  package static let operation = Operation(.router, "match", version: 1, isPublic: true)

  /// In the order of travel: 2 ... `RouterLimits.maximumTrackPoints`.
  package let points: [Coordinate]
  /// The standard deviation of the positions, 1 ... 50 metres; default 5.
  package let accuracyMeters: Meters?
  /// Default `car`.
  package let profile: TravelProfile?
  /// Whether the matches have their geometry; default false.
  package let geometry: Bool?
  /// Whether the matches have their legs, with steps and intersections; default false.
  package let steps: Bool?
  /// The numbers of points at which no leg ends; default none.
  package let through: [Int]?
  /// The vehicle that drove: the track has no road that it does not fit. There is nothing to avoid.
  package let roads: RoadSelection?

  package var whereabouts: Whereabouts? { .coordinates(points) }
}

/// The roads of a track.
@Memberwise package struct MatchReply: Codable, Sendable, Hashable {
  /// The connected parts, in order; empty if no two points fit together.
  package let matches: [TrackMatch]
  /// By point of the request: where on the road it was; `null` where it fits none.
  package let points: [MatchedPoint?]
  package let mapVersion: String
}

/// A connected part of a track.
@Memberwise package struct TrackMatch: Codable, Sendable, Hashable {
  /// The drive on empty roads.
  package let durationSeconds: Int
  package let distanceMeters: Int
  /// The numbers of its ways in OpenStreetMap, in order.
  package let ways: [Int]
  /// The line along the roads, if requested.
  package let geometry: EncodedPolyline?
  /// The drive from each of its points to the next, if steps are requested. The whole seconds and
  /// metres are those of the match, shared out.
  package let legs: [RouteLeg]?
}

/// A point of a track on its road.
@Memberwise package struct MatchedPoint: Codable, Sendable, Hashable {
  /// The point on the road.
  package let coordinate: Coordinate
  /// From the recorded point.
  package let distanceMeters: Meters
  package let name: String?
  /// The way's number in OpenStreetMap.
  package let way: Int
  /// The index of its part in `MatchReply.matches`.
  package let match: Int
}

extension RouterLimits {
  package static let maximumTrackPoints = 5_000
  /// The range of the standard deviation of a track's positions.
  package static let trackAccuracyMeters: ClosedRange<Meters> = 1...50
}
