package import Geography
package import Time

/// A device entered a fence, left it, dwelt there or crossed it; or an earlier event is corrected.
@Memberwise package struct GeofenceEvent: EventMessage, Hashable {
  package static let topic = Topic(.geofenceMonitor, "geofence.event", version: 1)

  package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
    /// Entered; the visit begins.
    case enter
    /// Left; the visit ends.
    case exit
    /// Entered and left between two samples: a whole visit.
    case cross
    /// Has been inside for the fence's `dwellSeconds`.
    case dwell
    /// A late sample corrects an earlier event: the event `replaces` is withdrawn, or becomes this
    /// one.
    case correct
  }

  package enum Certainty: String, Codable, Sendable, Hashable {
    /// By samples on either side of the boundary, close in time.
    case observed
    /// Inferred: from a first sample inside, from a straight line over a gap, from a fence that was
    /// added, moved or closed.
    case inferred
  }

  /// Why a visit ended without a movement of the device.
  package enum Reason: String, Codable, Sendable, Hashable, CaseIterable {
    /// The fence expired.
    case expired
    /// The hours of the fence ended.
    case closed
    /// The fence was removed.
    case removed
  }

  /// Numbers all events from 1; continues after restarts.
  package let number: Int64
  package let kind: Kind
  /// Of a `correct`: the number of the event that was wrong.
  package let replaces: Int64?
  /// Of a `correct`: the kind that the event becomes, with the other fields of this one; `null` if
  /// it is withdrawn.
  package let becomes: Kind?
  package let fence: FenceName
  package let device: DeviceID
  /// The number of the event that began the visit: the same in its enter, dwell and exit.
  package let episode: Int64
  /// Where the device crossed the boundary; of a `dwell`, the sample that triggered it.
  package let coordinate: Coordinate
  /// When it was there, interpolated between two samples to the millisecond.
  package let time: Timestamp
  /// The earliest possible time: the last sample before the crossing.
  package let earliest: Timestamp
  /// The latest possible time: the first sample after the crossing.
  package let latest: Timestamp
  package let certainty: Certainty
  /// The sample that triggered the event.
  package let sample: Sample
  /// Of an `exit` and a `cross`: the duration of the visit; of a `dwell`: its duration so far.
  package let visitSeconds: Double?
  /// Of a `cross`: where and when it left, and the distance inside.
  package let departure: Departure?
  /// Of an `exit`: why the fence ended; `null` if the device left.
  package let reason: Reason?

  /// The fence of an event.
  package struct FenceName: Codable, Sendable, Hashable {
    package let id: FenceID
    package let label: String?
    package let tags: [String]?
    package let board: BoardID?
    package let pin: String?

    package init(_ fence: Fence) {
      id = fence.id
      label = fence.label
      tags = fence.definition.tags
      board = fence.board
      pin = fence.pin
    }
  }

  /// A position as it was reported.
  @Memberwise package struct Sample: Codable, Sendable, Hashable {
    package let coordinate: Coordinate
    package let time: Timestamp
    package let accuracyMeters: Meters?
  }

  /// The exit of a device that crossed a fence.
  @Memberwise package struct Departure: Codable, Sendable, Hashable {
    package let coordinate: Coordinate
    package let time: Timestamp
    /// From boundary to boundary along the great circle.
    package let insideMeters: Meters
  }
}

/// Reads the log of events, oldest first. Fails with `invalidRequest`.
@Memberwise package struct GeofenceEventsRequest: RequestMessage, Hashable {
  package typealias Reply = GeofenceEventsReply
  package static let operation = Operation(.geofenceMonitor, "events", version: 1, isPublic: true)

  /// Only events with a greater number.
  package let since: Int64
  /// 1 ... `GeofenceLimits.maximumPage`; default 100.
  package let limit: Int?

  package var owners: [DataOwner] { [.everybody] }
}

@Memberwise package struct GeofenceEventsReply: Codable, Sendable, Hashable {
  package let events: [GeofenceEvent]
  /// The number of the oldest event that is still stored, or of the next one if none is: whoever
  /// asks for earlier ones has missed them.
  package let first: Int64?
  /// The number of the newest event; 0 before the first.
  package let latest: Int64
  /// How many events in between are lost, because they are damaged in the monitor's store; `null`
  /// if none is.
  package let damaged: Int?
}
