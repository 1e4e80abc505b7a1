package import Geography
package import Time

/// Why a position was stored but ignored.
package enum PositionRejection: String, Codable, Sendable, Hashable, CaseIterable {
  /// An invalid coordinate, or the 0° 0° of a receiver without a fix.
  case invalid
  /// Another position of the same time is known.
  case duplicate
  /// Older than the monitor's window for reordering.
  case outdated
  /// Later than the monitor's clock allows.
  case future
  /// Its accuracy is worse than the size of a fence.
  case inaccurate
  /// It implies an impossible speed.
  case impossibleSpeed
}

/// Reports where a device is. The position and the events it causes are durable before the reply.
///
/// Fails with `invalidRequest` (coordinate, accuracy, name or time out of range), `conflict` (too
/// many devices).
@Memberwise package struct PositionReportRequest: RequestMessage, Hashable {
  package typealias Reply = PositionReportReply
  package static let operation = Operation(
    .geofenceMonitor, "position-report", version: 1, repetition: .keyed, isPublic: true)

  package let device: DeviceID
  package let coordinate: Coordinate
  /// When the device was there; default now.
  package let time: Timestamp?
  /// The device's estimate of the error: two of three positions are closer.
  package let accuracyMeters: Meters?

  package var owners: [DataOwner] { [.device(device)] }
}

@Memberwise package struct PositionReportReply: Codable, Sendable, Hashable {
  /// Why the report was ignored; `null` if it was accepted.
  package let ignored: PositionRejection?
  /// The events that the report caused, in order.
  package let events: [GeofenceEvent]
  /// The transitions that the next reports may confirm; `null` without any.
  package let pending: [UnconfirmedTransition]?
}

/// Reports many positions at once, of one or many devices: for a phone that was offline, or the
/// gateway of a fleet. They are processed in order; all of them, or none if the request fails, are
/// durable before the reply.
///
/// Fails with `invalidRequest` (too many, or one that `PositionReportRequest` refuses), `conflict`
/// (too many devices).
@Memberwise package struct PositionBatchRequest: RequestMessage, Hashable {
  package typealias Reply = PositionBatchReply
  package static let operation = Operation(
    .geofenceMonitor, "position-batch", version: 1, repetition: .keyed, isPublic: true)

  /// At most `GeofenceLimits.maximumBatch`.
  package let positions: [PositionReportRequest]

  package var owners: [DataOwner] { Set(positions.map(\.device)).map { .device($0) } }
}

@Memberwise package struct PositionBatchReply: Codable, Sendable, Hashable {
  /// A position that was ignored.
  @Memberwise package struct Ignored: Codable, Sendable, Hashable {
    /// Its index in the request, from 0.
    package let index: Int
    package let flaw: PositionRejection
  }

  /// The events that the positions caused: all numbers from the first to the last.
  @Memberwise package struct EventSpan: Codable, Sendable, Hashable {
    package let first: Int64
    package let last: Int64
  }

  /// In the order of the request.
  package let ignored: [Ignored]
  /// `null` if there are none. `GeofenceEventsRequest` reads them.
  package let events: EventSpan?
}

/// A possible enter or exit that is not confirmed yet.
@Memberwise package struct UnconfirmedTransition: Codable, Sendable, Hashable {
  package let kind: GeofenceEvent.Kind
  package let fence: FenceID
  /// When the device seems to have crossed the boundary.
  package let time: Timestamp
  /// How many fixes support it so far.
  package let fixes: Int
}

/// Asks for a device's last position. Fails with `notFound` if it never reported.
@Memberwise package struct PositionRequest: RequestMessage, Hashable {
  package typealias Reply = DevicePosition
  package static let operation = Operation(.geofenceMonitor, "position", version: 1, isPublic: true)

  package let device: DeviceID

  package var owners: [DataOwner] { [.device(device)] }
}

/// The position of a device, published as it moves.
@Memberwise package struct DevicePosition: EventMessage, Hashable {
  package static let topic = Topic(.geofenceMonitor, "position.changed", version: 1)

  /// The colour of the device on a map.
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
  /// The fences that contain it.
  package let inside: [FenceID]?
  /// The map view that follows the device: 3 km by 3 km around it.
  package let view: BoundingBox?
}
