package import Time

/// Asks for the best order of a few errands with one deadline, and where to do each.
///
/// Fails as `PlanRequest` does. An errand without a shop in range is not a failure: there are then
/// no trips.
@Memberwise package struct ErrandsRequest: RequestMessage, Hashable {
  package typealias Reply = ErrandPlan
  package static let operation = Operation(.planner, "errands", version: 1, isPublic: true)

  package var origin: LocationReference
  package var destination: LocationReference
  /// As in `PlanRequest`.
  package var departure: RequestedTime?
  /// As in `PlanRequest`.
  package var deadline: RequestedTime?
  /// 1 ... `PlannerLimits.maximumErrands`, in any order.
  package var errands: [Errand]
  /// Default `car`.
  package var profile: TravelProfile?
  /// As in `PlanRequest`.
  package var leastConfidence: Double?
  /// As in `PlanRequest`.
  package var openOnly: Bool?
  /// Where a car is left for each errand; default `street`. Only cars park in a lot.
  package var parking: ParkingPlace?
  /// Which roads the drives may use; default all that the profile's rules allow.
  package var roads: RoadSelection?
  /// As `PlanChoice.parkSeconds`, at each errand.
  package var parkSeconds: Int?

  package var owners: [DataOwner] {
    origin.owners + destination.owners + errands.flatMap { $0.place?.owners ?? [] }
  }
  package var whereabouts: Whereabouts? {
    .places([origin, destination] + errands.compactMap(\.place))
  }
}

/// Something to do on the way: at any shop of some categories, or at one place.
@Memberwise package struct Errand: Codable, Sendable, Hashable {
  /// Any of these categories and those below them, 1 ... `PlannerLimits.maximumCategories`; instead
  /// of `place`.
  package var categories: [VenueCategory]?
  /// A place whose opening hours do not matter; instead of `categories`.
  package var place: LocationReference?
  /// 0 ... `PlannerLimits.maximumDwellSeconds`; default 600.
  package var dwellSeconds: Int?
}

/// The reply: for each order of the errands its trip with the earliest arrival; where the request
/// leaves the departure open, with the latest departure.
@Memberwise package struct ErrandPlan: Codable, Sendable, Hashable {
  package let origin: PlanLocation
  package let destination: PlanLocation
  package let departure: Timestamp
  package let deadline: Timestamp
  /// At most one trip for each order. Those on time first, of them those at shops known to be open;
  /// then by arrival, or by `leaveBy` where the request leaves the departure open. Each time of a
  /// trip is then that of leaving at its `leaveBy`.
  package let trips: [ErrandTrip]
  /// By errand: how many shops were considered; 1 for a place.
  package let considered: [Int]
  /// By errand: the feasible shops that were omitted because there were too many; the trips are the
  /// best of all if this is 0.
  package let omitted: [Int]
  /// What to say beside the clock times if the map's time zone is not certain.
  package let clockWarning: String?
  /// The end of the time window that the request left open, and the planner has chosen.
  package let openEnd: PlanEnd?
  /// If the request leaves the departure open.
  package let leaveBetween: DepartureWindow?
  package let verdict: PlanVerdict
}

/// A trip over all errands.
@Memberwise package struct ErrandTrip: Codable, Sendable, Hashable {
  /// In the order of the trip.
  package let stops: [ErrandStop]
  package let toDestination: PlanLeg
  package let arrival: Timestamp
  /// Deadline minus arrival.
  package let slackSeconds: Int
  package let onTime: Bool
  /// The latest departure that meets the deadline over the same stops, each open for the whole
  /// visit, if the travel times stay the same.
  package var leaveBy: Timestamp
  /// From the origin to the road, and from the road to the destination; absent where there is
  /// nothing to walk.
  package let originWalk: PlanWalk?
  package let destinationWalk: PlanWalk?
  package let schedule: TripSchedule
}

/// One stop of a trip over errands.
@Memberwise package struct ErrandStop: Codable, Sendable, Hashable {
  /// The number of the errand in the request, from 0.
  package let errand: Int
  /// The shop, unless the errand has a place.
  package let venue: Venue?
  package let place: PlanLocation?
  /// The drive there.
  package let leg: PlanLeg
  package let arrival: Timestamp
  /// Until the shop opens.
  package let waitSeconds: Int
  package let dwellSeconds: Int
  /// Whether the shop is known to be open during the visit.
  package let isCertain: Bool
  /// From the road to the door, and back; absent where there is nothing to walk. The arrival is at
  /// the door.
  package let toDoor: PlanWalk?
  package let fromDoor: PlanWalk?
  /// Where the car is left; absent on the street. Both walks begin or end there.
  package let carPark: CarPark?
}
