import Geography

/// Names a fence.
package struct FenceID: TypedID {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// Names whatever reports positions.
package struct DeviceID: TypedID {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// A circle that is watched.
package struct Fence: Codable, Sendable, Hashable {
  package let id: FenceID
  package let center: Coordinate
  package let radiusMeters: Meters
  package let label: String?

  package init(id: FenceID, center: Coordinate, radiusMeters: Meters, label: String?) {
    self.id = id
    self.center = center
    self.radiusMeters = radiusMeters
    self.label = label
  }
}

/// Sets up a fence. Durable before it is acknowledged.
///
/// Fails with `invalidRequest` (coordinate or radius out of range), `conflict` (too many fences).
package struct FenceAddRequest: RequestMessage, Hashable {
  package typealias Reply = Fence
  package static let operation = Operation(
    .geofenceMonitor, "fence-add", version: 1, repetition: .keyed)

  package let center: Coordinate
  /// `GeofenceLimits.radiusMeters`; default 1,000.
  package let radiusMeters: Meters?
  package let label: String?

  package init(center: Coordinate, radiusMeters: Meters? = nil, label: String? = nil) {
    self.center = center
    self.radiusMeters = radiusMeters
    self.label = label
  }
}

/// Takes a fence down and gives it back. Fails with `notFound`.
package struct FenceRemoveRequest: RequestMessage, Hashable {
  package typealias Reply = Fence
  package static let operation = Operation(
    .geofenceMonitor, "fence-remove", version: 1, repetition: .keyed)

  package let id: FenceID

  package init(id: FenceID) { self.id = id }
}

/// Asks for every fence, in the order they were set up.
package struct FenceListRequest: RequestMessage, Hashable {
  package typealias Reply = FenceListReply
  package static let operation = Operation(.geofenceMonitor, "fence-list", version: 1)

  package init() {}
}

package struct FenceListReply: Codable, Sendable, Hashable {
  package let fences: [Fence]

  package init(fences: [Fence]) { self.fences = fences }
}

/// Reports where a device is. The position and the events it causes are durable before the reply.
///
/// Fails with `invalidRequest` (coordinate, name or time out of range).
package struct PositionReportRequest: RequestMessage, Hashable {
  package typealias Reply = PositionReportReply
  package static let operation = Operation(
    .geofenceMonitor, "position-report", version: 1, repetition: .keyed)

  package let device: DeviceID
  package let coordinate: Coordinate
  /// When the device was there; default now.
  package let time: Timestamp?

  package init(device: DeviceID, coordinate: Coordinate, time: Timestamp? = nil) {
    self.device = device
    self.coordinate = coordinate
    self.time = time
  }
}

package struct PositionReportReply: Codable, Sendable, Hashable {
  /// Why the report changed nothing, such as "older than the last position"; `null` where it did.
  package let ignored: String?
  /// What the report caused, in order.
  package let events: [GeofenceEvent]

  package init(ignored: String?, events: [GeofenceEvent]) {
    self.ignored = ignored
    self.events = events
  }
}

/// Asks where a device last was. Fails with `notFound` where it never reported.
package struct PositionRequest: RequestMessage, Hashable {
  package typealias Reply = DevicePosition
  package static let operation = Operation(.geofenceMonitor, "position", version: 1)

  package let device: DeviceID

  package init(device: DeviceID) { self.device = device }
}

/// Asks for events that were kept, oldest first. Fails with `invalidRequest`.
package struct GeofenceEventsRequest: RequestMessage, Hashable {
  package typealias Reply = GeofenceEventsReply
  package static let operation = Operation(.geofenceMonitor, "events", version: 1)

  /// Only events with a greater number.
  package let since: Int64
  /// 1 ... `GeofenceLimits.maximumPage`; default 100.
  package let limit: Int?

  package init(since: Int64, limit: Int? = nil) {
    self.since = since
    self.limit = limit
  }
}

package struct GeofenceEventsReply: Codable, Sendable, Hashable {
  package let events: [GeofenceEvent]
  /// The number of the newest event there is; 0 before the first.
  package let latest: Int64

  package init(events: [GeofenceEvent], latest: Int64) {
    self.events = events
    self.latest = latest
  }
}

/// A device came into a fence or left it.
package struct GeofenceEvent: EventMessage, Hashable {
  package static let topic = Topic(.geofenceMonitor, "geofence.event", version: 1)

  package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
    case enter, exit
  }

  /// Counts all events from 1, for good; kept over restarts.
  package let number: Int64
  package let kind: Kind
  package let fence: Fence
  package let device: DeviceID
  /// The position that told it.
  package let coordinate: Coordinate
  /// When the device was there.
  package let time: Timestamp

  package init(
    number: Int64, kind: Kind, fence: Fence, device: DeviceID, coordinate: Coordinate,
    time: Timestamp
  ) {
    self.number = number
    self.kind = kind
    self.fence = fence
    self.device = device
    self.coordinate = coordinate
    self.time = time
  }
}

/// Where a device is, published as it moves.
package struct DevicePosition: EventMessage, Hashable {
  package static let topic = Topic(.geofenceMonitor, "position.changed", version: 1)

  package let device: DeviceID
  package let coordinate: Coordinate
  package let time: Timestamp

  package init(device: DeviceID, coordinate: Coordinate, time: Timestamp) {
    self.device = device
    self.coordinate = coordinate
    self.time = time
  }
}

/// The bounds of what the geofence monitor takes and gives.
package enum GeofenceLimits {
  package static let radiusMeters: ClosedRange<Meters> = 1...1_000_000
  package static let defaultRadiusMeters: Meters = 1_000
  package static let maximumFences = 100_000
  package static let maximumNameBytes = 200
  package static let maximumPage = 1_000
}
