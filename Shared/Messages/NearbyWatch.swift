import Geography
import Time

/// Asks for a list of the venues nearest to a device that is kept up as the device moves:
/// `NearbyChanged` tells each change for `NearbyWatchReply.leaseSeconds`, and asking again before
/// they are over prolongs them. Who asks for the same shares one watch.
///
/// Fails with `invalidRequest`, with `conflict` where there are as many watches as can be or they
/// look among as many venues, and with `unavailable` until the first copy of the venues is whole.
package struct NearbyWatchRequest: RequestMessage, Hashable {
  package typealias Reply = NearbyWatchReply
  package static let operation = Operation(.shopSearch, "nearby-watch", version: 1)

  package let device: DeviceID
  /// How long the list is at most, 1 ... `ShopSearchLimits.maximumWatched`; default 10.
  package let limit: Int?
  /// Only venues so near; 0 ... `ShopSearchLimits.maximumRadiusMeters`.
  package let radiusMeters: Meters?
  /// `hours.at` must be `nil`: the list is always that of now.
  package let filter: VenueFilter?

  package init(
    device: DeviceID, limit: Int? = nil, radiusMeters: Meters? = nil, filter: VenueFilter? = nil
  ) {
    self.device = device
    self.limit = limit
    self.radiusMeters = radiusMeters
    self.filter = filter
  }
}

/// Names a watch for as long as it lasts.
package struct NearbyWatchID: TypedID {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

package struct NearbyWatchReply: Codable, Sendable, Hashable {
  /// What its events are known by.
  package let watch: NearbyWatchID
  /// The instance that watches: ask it again before the lease is over, and any other where it is
  /// gone.
  package let instance: String
  package let leaseSeconds: Int
  /// `null` until the device reports where it is.
  package let list: NearbyList?

  package init(watch: NearbyWatchID, instance: String, leaseSeconds: Int, list: NearbyList?) {
    self.watch = watch
    self.instance = instance
    self.leaseSeconds = leaseSeconds
    self.list = list
  }
}

/// The venues nearest to a device, and for how long these are the ones.
package struct NearbyList: Codable, Sendable, Hashable {
  package let device: DeviceID
  /// Where the device is, and when it was there.
  package let coordinate: Coordinate
  package let time: Timestamp
  /// When the list was made.
  package let asOf: Timestamp
  /// Nearest first.
  package let venues: [NearbyVenue]
  package let safe: SafeZone
  package let replica: ReplicaState

  package init(
    device: DeviceID, coordinate: Coordinate, time: Timestamp, asOf: Timestamp,
    venues: [NearbyVenue], safe: SafeZone, replica: ReplicaState
  ) {
    self.device = device
    self.coordinate = coordinate
    self.time = time
    self.asOf = asOf
    self.venues = venues
    self.safe = safe
    self.replica = replica
  }
}

/// As long as a device stays within and it is not time yet, the same venues are the nearest ones;
/// only their distances, and their order by these, change. A change of the venues themselves, such
/// as new opening hours, is told by an event.
package struct SafeZone: Codable, Sendable, Hashable {
  package let center: Coordinate
  /// The list holds nearer to the centre than this; `null` for everywhere.
  package let radiusMeters: Meters?
  /// The list holds before this; `null` where no time is known at which it would change.
  package let until: Timestamp?
  /// What happens then.
  package let change: Change?

  package struct Change: Codable, Sendable, Hashable {
    package let venueID: VenueID
    package let name: String
    /// What its hours say from then on.
    package let state: HoursAtMoment.State

    package init(venueID: VenueID, name: String, state: HoursAtMoment.State) {
      self.venueID = venueID
      self.name = name
      self.state = state
    }
  }

  package init(
    center: Coordinate, radiusMeters: Meters?, until: Timestamp? = nil, change: Change? = nil
  ) {
    self.center = center
    self.radiusMeters = radiusMeters
    self.until = until
    self.change = change
  }
}

extension SafeZone {
  /// How much farther from the centre one may move; 0 where one is outside, `nil` for any distance.
  package func metersLeft(at place: Coordinate) -> Meters? {
    radiusMeters.map { max(0, $0 - center.distance(to: place)) }
  }

  /// Whether the list is the one of a place and a time.
  package func holds(at place: Coordinate, _ time: Timestamp) -> Bool {
    metersLeft(at: place) ?? 1 > 0 && until.map { time < $0 } ?? true
  }
}

/// The list of the venues nearest to a device is another, or its distances are.
package struct NearbyChanged: EventMessage, Hashable {
  package static let topic = Topic(.shopSearch, "nearby.changed", version: 1)

  package enum Cause: String, Codable, Sendable, Hashable, CaseIterable {
    /// The device reported where it is.
    case position
    /// It is later: something opened or closed.
    case time
    /// A venue came, changed or went.
    case venues
  }

  package let watch: NearbyWatchID
  package let cause: Cause
  package let list: NearbyList
  /// Those of the list that were not in the one before, in its order.
  package let came: [VenueID]
  /// Those of the list before that are not in this one, in its order.
  package let went: [VenueID]

  package init(
    watch: NearbyWatchID, cause: Cause, list: NearbyList, came: [VenueID], went: [VenueID]
  ) {
    self.watch = watch
    self.cause = cause
    self.list = list
    self.came = came
    self.went = went
  }
}
