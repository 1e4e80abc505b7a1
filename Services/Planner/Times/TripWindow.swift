import Messages
import Time

/// When a trip starts and when it must be over, in whole seconds.
package struct TripWindow: Sendable, Hashable {
  package let departure: Timestamp
  package let deadline: Timestamp

  /// - Parameters: both in whole seconds, so that every time derived from them is exact.
  package init(departure: Timestamp, deadline: Timestamp) {
    self.departure = departure
    self.deadline = deadline
  }

  /// From departure to deadline.
  package var seconds: Int { deadline.seconds(since: departure) }
}

/// What a trip of a certain length means for the window it must fit into.
package struct TripVerdict: Sendable, Hashable {
  /// Departure and trip.
  package let arrival: Timestamp
  /// Deadline less arrival.
  package let slackSeconds: Int
  /// The latest departure that meets the deadline: deadline less trip.
  package let leaveBy: Timestamp
  /// Whether the slack is not negative.
  package var onTime: Bool { slackSeconds >= 0 }

  /// - Parameter tripSeconds: everything between departure and arrival: driving, waiting, dwelling.
  package init(tripSeconds: Int, in window: TripWindow, told zone: MapZone) {
    arrival = zone.told(window.departure.adding(seconds: tripSeconds))
    slackSeconds = window.seconds - tripSeconds
    leaveBy = zone.told(window.deadline.adding(seconds: -tripSeconds))
  }
}
