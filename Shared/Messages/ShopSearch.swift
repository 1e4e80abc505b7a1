import Geography

/// Asks for the venues nearest to a point, as the crow flies.
///
/// Fails with `invalidRequest`, and with `unavailable` until the first copy of the venues is whole.
package struct NearbyRequest: RequestMessage, Hashable {
  package typealias Reply = NearbyReply
  package static let operation = Operation(.shopSearch, "nearby", version: 1)

  package let coordinate: Coordinate
  /// Only venues of this category.
  package let category: VenueCategory?
  /// Only venues within; at most `ShopSearchLimits.maximumRadiusMeters`.
  package let radiusMeters: Meters?
  /// How many at most, 1 ... `ShopSearchLimits.maximumNearby`; default 20.
  package let limit: Int?

  package init(
    coordinate: Coordinate, category: VenueCategory? = nil, radiusMeters: Meters? = nil,
    limit: Int? = nil
  ) {
    self.coordinate = coordinate
    self.category = category
    self.radiusMeters = radiusMeters
    self.limit = limit
  }
}

package struct NearbyReply: Codable, Sendable, Hashable {
  /// Nearest first.
  package let venues: [NearbyVenue]
  package let replica: ReplicaState

  package init(venues: [NearbyVenue], replica: ReplicaState) {
    self.venues = venues
    self.replica = replica
  }
}

package struct NearbyVenue: Codable, Sendable, Hashable {
  package let venue: Venue
  package let distanceMeters: Meters

  package init(venue: Venue, distanceMeters: Meters) {
    self.venue = venue
    self.distanceMeters = distanceMeters
  }
}

/// How good the copy is that a service answered from.
package struct ReplicaState: Codable, Sendable, Hashable {
  package let position: StreamPosition
  /// How many venues the copy holds.
  package let venues: Int
  /// Whether the copy follows its source now; `false` while the source is away.
  package let isCurrent: Bool

  package init(position: StreamPosition, venues: Int, isCurrent: Bool) {
    self.position = position
    self.venues = venues
    self.isCurrent = isCurrent
  }
}

/// Asks for every venue that a driver could visit between two points within a time.
///
/// A venue is left out only where the straight lines to and from it could not be driven in time at
/// `RouterLimits.topSpeedMetersPerSecond`, so no feasible one is missing. Fails with
/// `invalidRequest`, and with `unavailable` until the first copy of the venues is whole.
package struct CandidatesRequest: RequestMessage, Hashable {
  package typealias Reply = CandidatesReply
  package static let operation = Operation(.shopSearch, "candidates", version: 1)

  package let origin: Coordinate
  package let destination: Coordinate
  package let category: VenueCategory
  /// The time for driving both legs; may be negative, when nothing is feasible.
  package let drivingSeconds: Int
  /// The reply holds at least this many venues, where there are so many, even if none is feasible:
  /// those with the shortest straight way. 0 ... `ShopSearchLimits.maximumCandidates`; default 10.
  package let minimum: Int?

  package init(
    origin: Coordinate, destination: Coordinate, category: VenueCategory, drivingSeconds: Int,
    minimum: Int? = nil
  ) {
    self.origin = origin
    self.destination = destination
    self.category = category
    self.drivingSeconds = drivingSeconds
    self.minimum = minimum
  }
}

package struct CandidatesReply: Codable, Sendable, Hashable {
  /// Those with the shortest straight way first.
  package let venues: [Venue]
  /// How many venues of the category there are in all.
  package let inCategory: Int
  /// How many feasible venues were left out because the reply was full; 0 says none is missing.
  package let omitted: Int
  package let replica: ReplicaState

  package init(venues: [Venue], inCategory: Int, omitted: Int, replica: ReplicaState) {
    self.venues = venues
    self.inCategory = inCategory
    self.omitted = omitted
    self.replica = replica
  }
}

/// The bounds of what shop search takes and gives.
package enum ShopSearchLimits {
  package static let maximumNearby = 500
  package static let maximumRadiusMeters: Meters = 100_000
  package static let maximumCandidates = 10_000
}
