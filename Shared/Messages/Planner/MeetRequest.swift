package import Time

/// Asks where two travellers can meet on their ways.
///
/// Fails as `PlanRequest` does. If no shop is in range of both there are no options.
@Memberwise package struct MeetRequest: RequestMessage, Hashable {
  package typealias Reply = MeetPlan
  package static let operation = Operation(.planner, "meet", version: 1, isPublic: true)

  package var first: Traveller
  package var second: Traveller
  /// How long they stay together, 0 ... `PlannerLimits.maximumDwellSeconds`; default 600.
  package var dwellSeconds: Int?
  /// Any of these and those below them, 1 ... `PlannerLimits.maximumCategories`; default `coffee`.
  package var categories: [VenueCategory]?
  /// How many options at most, 1 ... `PlannerLimits.maximumOptions`; default 10.
  package var limit: Int?
  /// As in `PlanRequest`.
  package var openOnly: Bool?

  package var owners: [DataOwner] {
    [first, second].flatMap { $0.origin.owners + $0.destination.owners }
  }
  package var whereabouts: Whereabouts? {
    .places([first, second].flatMap { [$0.origin, $0.destination] })
  }
}

/// One of those who meet.
@Memberwise package struct Traveller: Codable, Sendable, Hashable {
  package var origin: LocationReference
  package var destination: LocationReference
  /// As in `PlanRequest`; but one whose departure is open may leave when the other one does.
  package var departure: RequestedTime?
  /// As in `PlanRequest`.
  package var deadline: RequestedTime?
  /// Default `car`.
  package var profile: TravelProfile?
  /// Where a car is left for the meeting; default `street`. Only cars park in a lot.
  package var parking: ParkingPlace?
  /// Which roads the drives may use; default all that the profile's rules allow.
  package var roads: RoadSelection?
  /// As `PlanChoice.parkSeconds`.
  package var parkSeconds: Int?
}

/// The reply: where to meet.
@Memberwise package struct MeetPlan: Codable, Sendable, Hashable {
  /// Those on time for both first, of them those known to be open; then those with the most time
  /// left for whoever has less of it. Where both leave their departure open, each meeting is as
  /// late as it can be, and those for which whoever leaves earlier leaves latest come first.
  package let options: [MeetOption]
  /// Shops that are in range of both.
  package let considered: Int
  /// Those on time for both.
  package let onTime: Int
  /// Shops that may be missing because there were too many; 0 means that none is.
  package let omitted: Int
  /// What the travellers' places and times were taken for.
  package let first: PlannedTraveller
  package let second: PlannedTraveller
  /// What to say beside the clock times if the map's time zone is not certain.
  package let clockWarning: String?
  /// Those on time for both that are known to be open.
  package let open: Int
  package let verdict: PlanVerdict
}

/// One of those who meet, as the planner understood the request.
@Memberwise package struct PlannedTraveller: Codable, Sendable, Hashable {
  package let origin: PlanLocation
  package let destination: PlanLocation
  package let departure: Timestamp
  package let deadline: Timestamp
  /// The end of the time window that the request left open, and the planner has chosen.
  package let openEnd: PlanEnd?
  /// If the request leaves the departure open.
  package let leaveBetween: DepartureWindow?
}

/// A shop where both meet. They leave it together.
package struct MeetOption: Codable, Sendable, Hashable {
  package let venue: Venue
  /// When both are there and it is open.
  package let begins: Timestamp
  package let dwellSeconds: Int
  /// Whether the shop is known to be open during the visit.
  package let isCertain: Bool
  package let first: MeetTrip
  package let second: MeetTrip
  /// The lesser slack of both.
  package let worstSlackSeconds: Int
  /// Whether both are on time.
  package let onTime: Bool

  package init(
    venue: Venue, begins: Timestamp, dwellSeconds: Int, isCertain: Bool, first: MeetTrip,
    second: MeetTrip
  ) {
    self.venue = venue
    self.begins = begins
    self.dwellSeconds = dwellSeconds
    self.isCertain = isCertain
    self.first = first
    self.second = second
    worstSlackSeconds = min(first.slackSeconds, second.slackSeconds)
    onTime = worstSlackSeconds >= 0
  }
}

/// The trip of one traveller over the shop.
@Memberwise package struct MeetTrip: Codable, Sendable, Hashable {
  package let toStop: PlanLeg
  package let toDestination: PlanLeg
  /// For the other traveller, or until the shop opens.
  package let waitSeconds: Int
  package let arrival: Timestamp
  /// Deadline minus arrival.
  package let slackSeconds: Int
  /// The latest departure with which the meeting begins as said, if the travel time stays the same.
  package let leaveBy: Timestamp
  /// Between the origin, the shop, the destination and their roads, in the order of the trip;
  /// absent where there is nothing to walk.
  package let originWalk: PlanWalk?
  package let toDoor: PlanWalk?
  package let fromDoor: PlanWalk?
  package let destinationWalk: PlanWalk?
  /// Where the car is left for the meeting; absent on the street.
  package let carPark: CarPark?
  package let schedule: TripSchedule
}
