import Geography
import Time

/// The way that a device is about to go: stretches, each begun where the one before ends.
package struct DeviceRoute: Codable, Sendable, Hashable {
  /// A stretch that is gone at an even pace.
  package struct Stretch: Codable, Sendable, Hashable {
    package let line: EncodedPolyline
    /// 0 ... a week.
    package let durationSeconds: Int
    /// How long one stays at its end, 0 ... a week; default 0.
    package let stopSeconds: Int?

    package init(line: EncodedPolyline, durationSeconds: Int, stopSeconds: Int? = nil) {
      self.line = line
      self.durationSeconds = durationSeconds
      self.stopSeconds = stopSeconds
    }
  }

  /// 1 ... `GeofenceLimits.maximumPoints`, of as many points at most.
  package let stretches: [Stretch]
  /// When one leaves; default as soon as the device moves.
  package let departure: Timestamp?

  package init(stretches: [Stretch], departure: Timestamp? = nil) {
    self.stretches = stretches
    self.departure = departure
  }
}

/// Says which way a device is about to go, so that `geofence.upcoming` tells of the fences on it.
/// Durable before it is acknowledged. The route of before goes; asking twice is as asking once.
///
/// Fails with `invalidRequest` (a line that goes nowhere, too many points, a duration out of
/// range), `conflict` (too many routes).
package struct RouteSetRequest: RequestMessage, Hashable {
  package typealias Reply = UpcomingFence
  package static let operation = Operation(.geofenceMonitor, "route-set", version: 1)

  package let device: DeviceID
  /// `null`: the device goes no way that is known.
  package let route: DeviceRoute?

  package init(device: DeviceID, route: DeviceRoute?) {
    self.device = device
    self.route = route
  }
}

/// Asks which fence a device enters next. Fails with `invalidRequest`.
package struct UpcomingRequest: RequestMessage, Hashable {
  package typealias Reply = UpcomingFence
  package static let operation = Operation(.geofenceMonitor, "upcoming", version: 1)

  package let device: DeviceID

  package init(device: DeviceID) { self.device = device }
}

/// The next fence on a device's route, published where it is another one, where the time is no
/// longer what was told, and when the route is over.
package struct UpcomingFence: EventMessage, Hashable {
  package static let topic = Topic(.geofenceMonitor, "geofence.upcoming", version: 1)

  package enum State: String, Codable, Sendable, Hashable, CaseIterable {
    /// The device is on its route, or about to set out.
    case active
    /// It is at the end; the route is over.
    case arrived
    /// It went another way; the route is over.
    case leftRoute
    /// There is no route.
    case off
  }

  package let device: DeviceID
  package let state: State
  /// Of the position that this is reckoned from; before the first, when the route was set.
  package let time: Timestamp
  /// `null` where no fence is ahead, and where the route is over.
  package let next: Entry?
  /// When the device will be at the end, and how far that is; `null` where the route is over.
  package let arrival: Timestamp?
  package let remainingMeters: Meters?

  package init(
    device: DeviceID, state: State, time: Timestamp, next: Entry? = nil,
    arrival: Timestamp? = nil, remainingMeters: Meters? = nil
  ) {
    self.device = device
    self.state = state
    self.time = time
    self.next = next
    self.arrival = arrival
    self.remainingMeters = remainingMeters
  }

  /// Where and when the device will come in.
  package struct Entry: Codable, Sendable, Hashable {
    package let fence: GeofenceEvent.FenceName
    /// Where the route comes over the edge.
    package let coordinate: Coordinate
    package let time: Timestamp
    /// From `time` of the whole to that of the entry, and the way to there.
    package let aheadSeconds: Double
    package let aheadMeters: Meters

    package init(
      fence: GeofenceEvent.FenceName, coordinate: Coordinate, time: Timestamp,
      aheadSeconds: Double, aheadMeters: Meters
    ) {
      self.fence = fence
      self.coordinate = coordinate
      self.time = time
      self.aheadSeconds = aheadSeconds
      self.aheadMeters = aheadMeters
    }
  }
}
