import Geography
import Time

/// A device came into a fence, left it, stayed there or passed through; or an earlier event was
/// wrong.
package struct GeofenceEvent: EventMessage, Hashable {
  package static let topic = Topic(.geofenceMonitor, "geofence.event", version: 1)

  package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
    /// Came in; the episode begins.
    case enter
    /// Left; the episode ends.
    case exit
    /// Came in and left between two samples: an episode of its own.
    case cross
    /// Has been in for the fence's `dwellSeconds`.
    case dwell
    /// A late sample told better: the event called `replaces` was none, or is this one.
    case correct
  }

  package enum Certainty: String, Codable, Sendable, Hashable {
    /// Samples on either side of the edge, close in time, tell it.
    case observed
    /// It follows from what is known: from a first sample inside, from the straight way over a gap,
    /// from a fence that was set up, moved or closed.
    case inferred
  }

  /// Why a visit ended though nobody is known to have moved.
  package enum Reason: String, Codable, Sendable, Hashable, CaseIterable {
    /// The fence was there only until then.
    case expired
    /// The fence is there only within its hours.
    case closed
    /// The fence was taken down.
    case removed
  }

  /// Counts all events from 1, for good; kept over restarts.
  package let number: Int64
  package let kind: Kind
  /// Of a `correct`: the number of the event that was wrong.
  package let replaces: Int64?
  /// Of a `correct`: what that event is now, with what stands beside; `null` where it was none.
  package let becomes: Kind?
  package let fence: FenceName
  package let device: DeviceID
  /// The number of the event that began the visit: the same at its enter, dwell and exit.
  package let episode: Int64
  /// Where the device came over the edge; of a `dwell`, the sample that told it.
  package let coordinate: Coordinate
  /// When it was there, to the millisecond as if it moved evenly between two samples.
  package let time: Timestamp
  /// It was not before this: the sample before it came over the edge.
  package let earliest: Timestamp
  /// It was not after this: the sample after it came over the edge.
  package let latest: Timestamp
  package let certainty: Certainty
  /// The sample that told it.
  package let sample: Sample
  /// Of an `exit` and a `cross`: how long the visit was; of a `dwell`: how long it is by now.
  package let visitSeconds: Double?
  /// Of a `cross`: where and when it left, and how long its way inside was.
  package let departure: Departure?
  /// Of an `exit`: what became of the fence; `null` where the device left.
  package let reason: Reason?

  package init(
    number: Int64, kind: Kind, replaces: Int64? = nil, becomes: Kind? = nil, fence: FenceName,
    device: DeviceID, episode: Int64, coordinate: Coordinate, time: Timestamp,
    earliest: Timestamp, latest: Timestamp, certainty: Certainty, sample: Sample,
    visitSeconds: Double? = nil, departure: Departure? = nil, reason: Reason? = nil
  ) {
    self.number = number
    self.kind = kind
    self.replaces = replaces
    self.becomes = becomes
    self.fence = fence
    self.device = device
    self.episode = episode
    self.coordinate = coordinate
    self.time = time
    self.earliest = earliest
    self.latest = latest
    self.certainty = certainty
    self.sample = sample
    self.visitSeconds = visitSeconds
    self.departure = departure
    self.reason = reason
  }

  /// What a sample at the very edge tells: the beginning or the end of an episode.
  package init(
    number: Int64, kind: Kind, fence: Fence, device: DeviceID, coordinate: Coordinate,
    time: Timestamp, episode: Int64? = nil
  ) {
    self.init(
      number: number, kind: kind, fence: FenceName(fence), device: device,
      episode: episode ?? number, coordinate: coordinate, time: time, earliest: time,
      latest: time, certainty: .observed, sample: Sample(coordinate: coordinate, time: time))
  }

  /// What an event says of its fence.
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
  package struct Sample: Codable, Sendable, Hashable {
    package let coordinate: Coordinate
    package let time: Timestamp
    package let accuracyMeters: Meters?

    package init(coordinate: Coordinate, time: Timestamp, accuracyMeters: Meters? = nil) {
      self.coordinate = coordinate
      self.time = time
      self.accuracyMeters = accuracyMeters
    }
  }

  /// How a device that passed through left.
  package struct Departure: Codable, Sendable, Hashable {
    package let coordinate: Coordinate
    package let time: Timestamp
    /// From edge to edge along the great circle.
    package let insideMeters: Meters

    package init(coordinate: Coordinate, time: Timestamp, insideMeters: Meters) {
      self.coordinate = coordinate
      self.time = time
      self.insideMeters = insideMeters
    }
  }
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
