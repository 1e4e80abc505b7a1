package import Time

/// When each part of a trip begins, so that no client adds up durations.
///
/// The trip leaves at the plan's departure; where the request leaves the departure open, at the
/// latest departure that meets the deadline.
@Memberwise package struct TripSchedule: Codable, Sendable, Hashable {
  /// The door of the origin.
  package let leave: Timestamp
  /// In the order of the trip; none for the direct drive.
  package let stops: [StopSchedule]
  /// At the door of the destination.
  package let arrive: Timestamp
}

/// When each part of a stop begins.
@Memberwise package struct StopSchedule: Codable, Sendable, Hashable {
  /// The drive ends, at the car park or on the street.
  package let parks: Timestamp
  /// At the door, after the time to park and the walk.
  package let reaches: Timestamp
  /// The stay begins, after the wait for the opening or for the other traveller.
  package let from: Timestamp
  /// The stay ends.
  package let until: Timestamp
  /// The next drive begins, after the walk back.
  package let drivesOn: Timestamp
}
