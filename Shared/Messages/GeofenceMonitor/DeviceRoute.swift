package import Geography
package import Time

/// The planned route of a device: consecutive stretches.
@Memberwise package struct DeviceRoute: Codable, Sendable, Hashable {
  /// A stretch travelled at constant speed.
  @Memberwise package struct Stretch: Codable, Sendable, Hashable {
    package let line: EncodedPolyline
    /// 0 ... a week.
    package let durationSeconds: Int
    /// The stop at its end, 0 ... a week; default 0.
    package let stopSeconds: Int?
  }

  /// 1 ... `FenceArea.maximumPoints`, with at most as many points in all.
  package let stretches: [Stretch]
  /// The departure; default as soon as the device moves.
  package let departure: Timestamp?
}

/// Sets the planned route of a device, so that `geofence.upcoming` announces the fences on it.
/// Durable before it is acknowledged. Replaces the previous route; idempotent.
///
/// Fails with `invalidRequest` (a line of no length, too many points, a duration out of range),
/// `conflict` (too many routes).
@Memberwise package struct RouteSetRequest: RequestMessage, Hashable {
  package typealias Reply = UpcomingFence
  package static let operation = Operation(
    .geofenceMonitor, "route-set", version: 1, scope: .write, isPublic: true)

  package let device: DeviceID
  /// `null`: the device has no known route.
  package let route: DeviceRoute?

  package var owners: [DataOwner] { [.device(device)] }
}

/// Asks for the next fence that a device will enter. Fails with `invalidRequest`.
@Memberwise package struct UpcomingRequest: RequestMessage, Hashable {
  package typealias Reply = UpcomingFence
  package static let operation = Operation(.geofenceMonitor, "upcoming", version: 1, isPublic: true)

  package let device: DeviceID

  package var owners: [DataOwner] { [.device(device)] }
}

/// The next fence on a device's route, published when it is another one, when the predicted time
/// changes, and when the route ends.
@Memberwise package struct UpcomingFence: EventMessage, Hashable {
  package static let topic = Topic(.geofenceMonitor, "geofence.upcoming", version: 1)

  package enum State: String, Codable, Sendable, Hashable, CaseIterable {
    /// The device is on its route, or about to set out.
    case active
    /// It is at the end; the route has ended.
    case arrived
    /// It left the route; the route has ended.
    case leftRoute
    /// There is no route.
    case off
  }

  package let device: DeviceID
  package let state: State
  /// The time of the position that this is computed from; before the first, when the route was set.
  package let time: Timestamp
  /// `null` if no fence is ahead, or the route has ended.
  package let next: Entry?
  /// The arrival at the end of the route, and the distance to it; `null` if the route has ended.
  package let arrival: Timestamp?
  package let remainingMeters: Meters?

  /// Where and when the device will enter.
  @Memberwise package struct Entry: Codable, Sendable, Hashable {
    package let fence: GeofenceEvent.FenceName
    /// Where the route crosses the boundary.
    package let coordinate: Coordinate
    package let time: Timestamp
    /// From the prediction's `time` to the entry, and the distance to it.
    package let aheadSeconds: Double
    package let aheadMeters: Meters
  }
}
