package import Geography
package import Time

/// The trip with a stop at one shop. Every number follows from the legs, the
/// walks and the wait to the second.
package struct PlanOption: Codable, Sendable, Hashable {
  package let venue: Venue
  package let toStop: PlanLeg
  package let toDestination: PlanLeg
  /// Both legs minus the direct drive; negative if the route via the shop is quicker.
  package let detourSeconds: Int
  /// The wait at the shop until it is open for the whole dwell time.
  package let waitSeconds: Int
  package let dwellSeconds: Int
  /// Detour, the time to park, the walks at the shop, wait and dwell.
  package let addedSeconds: Int
  /// Departure, both legs, the time to park, all walks, wait and dwell.
  package let arrival: Timestamp
  /// Deadline minus arrival.
  package let slackSeconds: Int
  /// Whether the slack is not negative.
  package let onTime: Bool
  /// The latest departure that meets the deadline with the shop open for the whole visit.
  package let leaveBy: Timestamp
  /// The shop's opening hours for the visit; always present, except from older planners.
  package let hours: VisitHours?
  /// The longest dwell with which the shop is on time, if the travel times stay the same; absent if
  /// the option is late, and from older planners.
  package let longestStaySeconds: Int?
  /// How much later the arrival is than that over the best shop of all; 0 for the best.
  package var laterThanBestSeconds: Int?
  /// From the road to the shop, and back; absent where there is nothing to walk.
  package let toDoor: PlanWalk?
  package let fromDoor: PlanWalk?
  /// If requested.
  package var ledger: [LedgerRow]?
  /// Where the car is left, if a car park is requested and there is one.
  package let carPark: CarPark?
  /// Between the drive's end and the walk; absent if the request has none.
  package let parkSeconds: Int?
  /// Absent from older planners.
  package var schedule: TripSchedule?

  package init(
    venue: Venue, toStop: PlanLeg, toDestination: PlanLeg, detourSeconds: Int, waitSeconds: Int,
    dwellSeconds: Int, addedSeconds: Int, arrival: Timestamp, slackSeconds: Int, onTime: Bool,
    leaveBy: Timestamp, hours: VisitHours? = nil, longestStaySeconds: Int? = nil,
    laterThanBestSeconds: Int? = nil, toDoor: PlanWalk? = nil, fromDoor: PlanWalk? = nil,
    ledger: [LedgerRow]? = nil, carPark: CarPark? = nil, parkSeconds: Int? = nil,
    schedule: TripSchedule? = nil
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
    self.longestStaySeconds = longestStaySeconds
    self.laterThanBestSeconds = laterThanBestSeconds
    self.toDoor = toDoor
    self.fromDoor = fromDoor
    self.ledger = ledger
    self.carPark = carPark
    self.parkSeconds = parkSeconds
    self.schedule = schedule
  }
}

/// A shop's opening hours for a visit.
package struct VisitHours: Codable, Sendable, Hashable {
  package enum State: String, Codable, Sendable, Hashable, CaseIterable {
    /// Open from arrival to departure.
    case open
    /// Opens later: there is a wait.
    case opensLater
    /// Unknown for part of the visit: the shop has no hours, invalid ones, or some that leave it
    /// open.
    case unknown
  }

  package let state: State
  /// When the visit can begin, if there is a wait.
  package let opens: Timestamp?
  /// When the shop closes after the beginning of the visit, if that is within
  /// `PlannerLimits.closingSeconds` of its end.
  package let closes: Timestamp?
  /// The comment of the opening hours for the time of the visit: "by appointment".
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
  /// The versions of live traffic and of the road network, as in `RouteReply`.
  package let trafficVersion: Int?
  package let mapVersion: String?

  package init(
    durationSeconds: Int, distanceMeters: Int, name: String?, geometry: EncodedPolyline,
    steps: [RouteStep]?, trafficVersion: Int? = nil, mapVersion: String? = nil
  ) {
    self.durationSeconds = durationSeconds
    self.distanceMeters = distanceMeters
    self.name = name
    self.geometry = geometry
    self.steps = steps
    self.trafficVersion = trafficVersion
    self.mapVersion = mapVersion
  }
}
