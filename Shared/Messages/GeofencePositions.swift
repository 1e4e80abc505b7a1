import Geography
import Time

/// Names whatever reports positions.
package struct DeviceID: TypedID {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// Why a position was kept and not acted on.
package enum PositionFlaw: String, Codable, Sendable, Hashable, CaseIterable {
  /// No place on the globe, or the 0° 0° of a receiver that knows none.
  case invalid
  /// Another position of the same time is known.
  case duplicate
  /// Older than what the monitor still puts in order.
  case outdated
  /// Later than the monitor's clock allows.
  case future
  /// It may be off by more than a fence is wide.
  case inaccurate
  /// Nobody moves so fast.
  case impossibleSpeed
}

/// Reports where a device is. The position and the events it causes are durable before the reply.
///
/// Fails with `invalidRequest` (coordinate, accuracy, name or time out of range), `conflict` (too
/// many devices).
package struct PositionReportRequest: RequestMessage, Hashable {
  package typealias Reply = PositionReportReply
  package static let operation = Operation(
    .geofenceMonitor, "position-report", version: 1, repetition: .keyed)

  package let device: DeviceID
  package let coordinate: Coordinate
  /// When the device was there; default now.
  package let time: Timestamp?
  /// The device's own word for how far off it may be: two of three positions are closer.
  package let accuracyMeters: Meters?

  package init(
    device: DeviceID, coordinate: Coordinate, time: Timestamp? = nil,
    accuracyMeters: Meters? = nil
  ) {
    self.device = device
    self.coordinate = coordinate
    self.time = time
    self.accuracyMeters = accuracyMeters
  }
}

package struct PositionReportReply: Codable, Sendable, Hashable {
  /// Why the report changed nothing; `null` where it counts.
  package let ignored: PositionFlaw?
  /// What the report caused, in order.
  package let events: [GeofenceEvent]
  /// What the next reports may confirm; `null` where nothing waits.
  package let pending: [PendingChange]?

  package init(
    ignored: PositionFlaw?, events: [GeofenceEvent], pending: [PendingChange]? = nil
  ) {
    self.ignored = ignored
    self.events = events
    self.pending = pending
  }
}

/// Reports many positions at once, of one device or of many, as a phone does that was offline, or
/// a gateway of a fleet. They are taken in their order; all of them, or none where the request
/// fails, are durable before the reply.
///
/// Fails with `invalidRequest` (too many, or one that `PositionReportRequest` refuses), `conflict`
/// (too many devices).
package struct PositionBatchRequest: RequestMessage, Hashable {
  package typealias Reply = PositionBatchReply
  package static let operation = Operation(
    .geofenceMonitor, "position-batch", version: 1, repetition: .keyed)

  /// At most `GeofenceLimits.maximumBatch`.
  package let positions: [PositionReportRequest]

  package init(positions: [PositionReportRequest]) { self.positions = positions }
}

package struct PositionBatchReply: Codable, Sendable, Hashable {
  /// A position that changed nothing.
  package struct Ignored: Codable, Sendable, Hashable {
    /// Its place in the request, from 0.
    package let index: Int
    package let flaw: PositionFlaw

    package init(index: Int, flaw: PositionFlaw) {
      self.index = index
      self.flaw = flaw
    }
  }

  /// The events that the positions caused: all from the first number to the last.
  package struct EventSpan: Codable, Sendable, Hashable {
    package let first: Int64
    package let last: Int64

    package init(first: Int64, last: Int64) {
      self.first = first
      self.last = last
    }
  }

  /// In the order of the request.
  package let ignored: [Ignored]
  /// `null` where there are none. `events` has them.
  package let events: EventSpan?

  package init(ignored: [Ignored], events: EventSpan?) {
    self.ignored = ignored
    self.events = events
  }
}

/// A device seems to have come in or left, and is not believed yet.
package struct PendingChange: Codable, Sendable, Hashable {
  package let kind: GeofenceEvent.Kind
  package let fence: FenceID
  /// When it seems to have come over the edge.
  package let time: Timestamp
  /// How many fixes speak for it by now.
  package let fixes: Int

  package init(kind: GeofenceEvent.Kind, fence: FenceID, time: Timestamp, fixes: Int) {
    self.kind = kind
    self.fence = fence
    self.time = time
    self.fixes = fixes
  }
}

/// Asks where a device last was. Fails with `notFound` where it never reported.
package struct PositionRequest: RequestMessage, Hashable {
  package typealias Reply = DevicePosition
  package static let operation = Operation(.geofenceMonitor, "position", version: 1)

  package let device: DeviceID

  package init(device: DeviceID) { self.device = device }
}

/// Where a device is, published as it moves.
package struct DevicePosition: EventMessage, Hashable {
  package static let topic = Topic(.geofenceMonitor, "position.changed", version: 1)

  /// How a screen shows a device.
  package enum Color: String, Codable, Sendable, Hashable {
    /// Inside a fence.
    case green
    case white
  }

  package let device: DeviceID
  package let coordinate: Coordinate
  package let time: Timestamp
  /// As reported.
  package let accuracyMeters: Meters?
  package let color: Color?
  /// The fences around it.
  package let inside: [FenceID]?
  /// What a screen that follows the device shows: 3 km by 3 km around it.
  package let view: BoundingBox?

  package init(
    device: DeviceID, coordinate: Coordinate, time: Timestamp, accuracyMeters: Meters? = nil,
    color: Color? = nil, inside: [FenceID]? = nil, view: BoundingBox? = nil
  ) {
    self.device = device
    self.coordinate = coordinate
    self.time = time
    self.accuracyMeters = accuracyMeters
    self.color = color
    self.inside = inside
    self.view = view
  }
}
