package import Geography
package import Time

/// Watches the venues nearest to a device as it moves: `NearbyChanged` reports each change of the
/// list for `NearbyWatchReply.leaseSeconds`; repeating the request before that renews the lease.
/// Equal requests share one watch.
///
/// Fails with `invalidRequest`, with `conflict` if there are too many watches or they search too
/// many venues, and with `unavailable` until the replica of the venues is complete for the first
/// time.
@Memberwise package struct NearbyWatchRequest: RequestMessage, Hashable {
  package typealias Reply = NearbyWatchReply
  package static let operation = Operation(
    .shopSearch, "nearby-watch", version: 1, scope: .write, isPublic: true)

  package let device: DeviceID
  /// The maximum length of the list, 1 ... `ShopSearchLimits.maximumWatched`; default 10.
  package let limit: Int?
  /// The maximum distance; 0 ... `ShopSearchLimits.maximumRadiusMeters`.
  package let radiusMeters: Meters?
  /// `hours.at` must be `nil`: the list is always the current one.
  package let filter: VenueFilter?

  package var owners: [DataOwner] { [.device(device)] }
  package var whereabouts: Whereabouts? { .places([.device(device)]) }
}

/// Identifies a watch while it lasts.
@Memberwise package struct NearbyWatchID: TypedID {
  package let rawValue: String
}

@Memberwise package struct NearbyWatchReply: Codable, Sendable, Hashable {
  /// The watch of its events.
  package let watch: NearbyWatchID
  /// The instance that watches: renew the lease there, or at any other instance if it is gone.
  package let instance: String
  package let leaseSeconds: Int
  /// `null` until the device reports a position.
  package let list: NearbyList?
}

/// The venues nearest to a device, and the safe zone in which the list stays valid.
@Memberwise package struct NearbyList: Codable, Sendable, Hashable {
  package let device: DeviceID
  /// The position of the device, and its time.
  package let coordinate: Coordinate
  package let time: Timestamp
  /// When the list was computed.
  package let asOf: Timestamp
  /// Nearest first.
  package let venues: [NearbyVenue]
  package let safe: SafeRegion
  package let replica: ReplicaState
}

/// While a device stays within the zone and before `until`, the same venues are the nearest; only
/// their distances, and their order, change. A change of the venues themselves, such as new opening
/// hours, is reported by an event.
@Memberwise package struct SafeRegion: Codable, Sendable, Hashable {
  package let center: Coordinate
  /// The list is valid within this distance of the centre; `null` for everywhere.
  package let radiusMeters: Meters?
  /// The list is valid before this; `null` if no future change is known.
  package let until: Timestamp?
  /// The change at `until`.
  package let change: Change?

  @Memberwise package struct Change: Codable, Sendable, Hashable {
    package let venueID: VenueID
    package let name: String
    /// The state of its opening hours from then on.
    package let state: VenueHoursStatus.State
  }
}

extension SafeRegion {
  /// How much farther from the centre the device may move; 0 if it is outside, `nil` for any
  /// distance.
  package func metersLeft(at position: Coordinate) -> Meters? {
    radiusMeters.map { max(0, $0 - center.distance(to: position)) }
  }

  /// Whether the list is valid at a position and a time.
  package func holds(at position: Coordinate, _ time: Timestamp) -> Bool {
    metersLeft(at: position) ?? 1 > 0 && until.map { time < $0 } ?? true
  }
}

/// The list of the venues nearest to a device has changed, or its distances have.
@Memberwise package struct NearbyChanged: EventMessage, Hashable {
  package static let topic = Topic(.shopSearch, "nearby.changed", version: 1)

  package enum Cause: String, Codable, Sendable, Hashable, CaseIterable {
    /// The device reported a position.
    case position
    /// Time passed: a venue opened or closed.
    case time
    /// A venue was added, changed or removed.
    case venues
  }

  package let watch: NearbyWatchID
  package let cause: Cause
  package let list: NearbyList
  /// Venues that are new in the list, in its order.
  package let came: [VenueID]
  /// Venues of the previous list that are not in this one, in its order.
  package let went: [VenueID]
}
