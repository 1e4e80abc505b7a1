import Messages
import Time

/// The time window of a trip: departure and latest acceptable arrival, in whole seconds,
/// so that every time derived from them is exact.
struct TripWindow: Sendable, Hashable {
  let departure: Timestamp
  let deadline: Timestamp

  /// From departure to deadline.
  var seconds: Int { deadline.seconds(since: departure) }
}

/// Whether a trip of a certain duration fits its time window, and by how much.
struct TripTiming: Sendable, Hashable {
  /// Departure plus the trip's duration.
  let arrival: Timestamp
  /// Deadline minus arrival.
  let slackSeconds: Int
  /// The latest departure that meets the deadline: deadline minus the trip's duration.
  let leaveBy: Timestamp
  /// Whether the slack is not negative.
  var onTime: Bool { slackSeconds >= 0 }

  /// - Parameters:
  ///   - tripSeconds: from departure to arrival: both legs, wait and dwell.
  ///   - zone: gives `arrival` and `leaveBy` their offset.
  init(tripSeconds: Int, in window: TripWindow, zone: MapTimeZone) {
    arrival = zone.localized(window.departure.adding(seconds: tripSeconds))
    slackSeconds = window.seconds - tripSeconds
    leaveBy = zone.localized(window.deadline.adding(seconds: -tripSeconds))
  }
}
