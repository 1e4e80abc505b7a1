import Geography
import Time

/// The trip with a stop at one shop. Every number follows from the legs and the wait to the second.
package struct PlanOption: Codable, Sendable, Hashable {
  package let venue: Venue
  package let toStop: PlanLeg
  package let toDestination: PlanLeg
  /// Both legs less the direct drive; negative where the way over the shop is quicker.
  package let detourSeconds: Int
  /// Until one can stay as long as asked without the shop closing.
  package let waitSeconds: Int
  package let dwellSeconds: Int
  /// Detour, wait and dwell.
  package let addedSeconds: Int
  /// Departure, both legs, wait and dwell.
  package let arrival: Timestamp
  /// Deadline less arrival.
  package let slackSeconds: Int
  /// Whether the slack is not negative.
  package let onTime: Bool
  /// The latest departure that meets the deadline and finds the shop open all the while.
  package let leaveBy: Timestamp
  /// What the shop's opening hours say of the visit; always there, but not from older planners.
  package let hours: VisitHours?

  package init(
    venue: Venue, toStop: PlanLeg, toDestination: PlanLeg, detourSeconds: Int, waitSeconds: Int,
    dwellSeconds: Int, addedSeconds: Int, arrival: Timestamp, slackSeconds: Int, onTime: Bool,
    leaveBy: Timestamp, hours: VisitHours? = nil
  ) {
    self.venue = venue
    self.toStop = toStop
    self.toDestination = toDestination
    self.detourSeconds = detourSeconds
    self.waitSeconds = waitSeconds
    self.dwellSeconds = dwellSeconds
    self.addedSeconds = addedSeconds
    self.arrival = arrival
    self.slackSeconds = slackSeconds
    self.onTime = onTime
    self.leaveBy = leaveBy
    self.hours = hours
  }
}

/// What a shop's opening hours say of a visit.
package struct VisitHours: Codable, Sendable, Hashable {
  package enum State: String, Codable, Sendable, Hashable, CaseIterable {
    /// It is open when one comes, and until one leaves.
    case open
    /// One has to wait.
    case opensLater
    /// Nobody knows for the whole visit: the shop gives no hours, none that can be read, or some
    /// that do not tell.
    case unknown
  }

  package let state: State
  /// When the visit can begin, where one has to wait for that.
  package let opens: Timestamp?
  /// When the shop closes after the visit has begun, where that is within
  /// `PlannerLimits.closingSeconds` of its end.
  package let closes: Timestamp?
  /// What the shop adds to its hours for the time of the visit: "by appointment".
  package let comment: String?

  package init(
    state: State, opens: Timestamp? = nil, closes: Timestamp? = nil, comment: String? = nil
  ) {
    self.state = state
    self.opens = opens
    self.closes = closes
    self.comment = comment
  }
}

/// One routed piece of an option.
package struct PlanLeg: Codable, Sendable, Hashable {
  package let durationSeconds: Int
  package let distanceMeters: Int
  package let name: String?
  package let geometry: EncodedPolyline
  package let steps: [RouteStep]?

  package init(
    durationSeconds: Int, distanceMeters: Int, name: String?, geometry: EncodedPolyline,
    steps: [RouteStep]?
  ) {
    self.durationSeconds = durationSeconds
    self.distanceMeters = distanceMeters
    self.name = name
    self.geometry = geometry
    self.steps = steps
  }
}
