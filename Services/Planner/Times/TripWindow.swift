import Messages
package import Time

/// The time window of a trip: departure and latest acceptable arrival, in whole seconds.
package struct TripWindow: Sendable, Hashable {
  package let departure: Timestamp
  package let deadline: Timestamp

  /// Both are in whole seconds, so that every time derived from them is exact.
  package init(departure: Timestamp, deadline: Timestamp) {
    self.departure = departure
    self.deadline = deadline
  }

  /// From departure to deadline.
  package var seconds: Int { deadline.seconds(since: departure) }
}

/// Whether a trip of a certain duration fits its time window, and by how much.
package struct TripTiming: Sendable, Hashable {
  /// Departure plus the trip's duration.
  package let arrival: Timestamp
  /// Deadline minus arrival.
  package let slackSeconds: Int
  /// The latest departure that meets the deadline: deadline minus the trip's duration.
  package let leaveBy: Timestamp
  /// Whether the slack is not negative.
  package var onTime: Bool { slackSeconds >= 0 }

  /// - Parameters:
  ///   - tripSeconds: from departure to arrival: both legs, wait and dwell.
  ///   - zone: gives `arrival` and `leaveBy` their offset.
  package init(tripSeconds: Int, in window: TripWindow, zone: MapTimeZone) {
    arrival = zone.localized(window.departure.adding(seconds: tripSeconds))
    slackSeconds = window.seconds - tripSeconds
    leaveBy = zone.localized(window.deadline.adding(seconds: -tripSeconds))
  }
}
