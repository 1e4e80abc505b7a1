package import Geography
package import Time

/// The trip with a stop at one shop. Every number follows from the legs, the
/// walks and the wait to the second.
@Memberwise package struct PlanOption: Codable, Sendable, Hashable {
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
  /// The shop's opening hours for the visit.
  package let hours: VisitHours
  /// The longest dwell with which the shop is on time, if the travel times stay the same; absent if
  /// the option is late.
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
  package var schedule: TripSchedule
}

/// A shop's opening hours for a visit.
@Memberwise package struct VisitHours: Codable, Sendable, Hashable {
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
}

/// One routed piece of an option.
@Memberwise package struct PlanLeg: Codable, Sendable, Hashable {
  package let durationSeconds: Int
  package let distanceMeters: Int
  package let name: String?
  package let geometry: EncodedPolyline
  package let steps: [RouteStep]?
  /// The versions of live traffic and of the road network, as in `RouteReply`.
  package let trafficVersion: Int?
  package let mapVersion: String?
}
