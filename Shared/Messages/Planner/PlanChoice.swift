package import Geography

/// Which stops of a trip are wanted, and in which order; what is `nil` has its default.
@Memberwise package struct PlanChoice: Codable, Sendable, Hashable {
  /// Any of these categories and those below them, instead of `PlanRequest.category`;
  /// 1 ... `PlannerLimits.maximumCategories`.
  package var categories: [VenueCategory]?
  /// Further criteria. Shops that do not match are not considered. Without category and hours,
  /// which the plan itself decides.
  package var filter: VenueFilter?
  /// Only these are listed; at most `ShopSearchLimits.maximumVenueIDs`. The others are considered
  /// all the same, for `PlanOption.laterThanBestSeconds`.
  package var favourites: [VenueID]?
  /// Only shops whose detour is at most this are listed, from 0.
  package var maximumDetourSeconds: Int?
  /// Only shops at most this far from the road are listed, from 0.
  package var maximumWalkMeters: Meters?
  /// Default `arrival`; `leave-by` where the request has no departure.
  package var order: PlanOrder?
  /// How many options of one brand at most, 0 ... `PlannerLimits.maximumOptions`, where 0 is any
  /// number; default 2.
  package var perBrand: Int?
  /// Where a car is left for the stop; default `street`. Only cars park in a lot.
  package var parking: ParkingPlace?
  /// How long it takes to park a car at the stop, 0 ... `PlannerLimits.maximumParkSeconds`; default
  /// 0, and the ledger then says that it is not counted.
  package var parkSeconds: Int?
  /// The caller's favourites, which are the best loved of the options, whether listed alone or not;
  /// at most `ShopSearchLimits.maximumVenueIDs`.
  package var loved: [VenueID]?
}

/// Where a car is left while its driver is at the stop.
package enum ParkingPlace: String, Codable, Sendable, Hashable, CaseIterable {
  /// On the road nearest to the door.
  case street
  /// In the car park of the map that is nearest to the door and open to customers, at most
  /// `PlannerLimits.maximumParkingMeters` from it; on the street without one.
  case lot
}

/// The car park of an option.
@Memberwise package struct CarPark: Codable, Sendable, Hashable {
  /// `null` if it has no name.
  package let name: String?
  package let coordinate: Coordinate
  /// From the car park to the door, in a straight line.
  package let meters: Meters
}

/// The order of a plan's options. In each, those on time precede late ones, then those known to be
/// open precede those of unknown hours, and equal ones are ordered by arrival, distance and
/// identifier.
package enum PlanOrder: String, Codable, Sendable, Hashable, CaseIterable {
  /// The earliest first.
  case arrival
  /// The shortest additional drive first.
  case detour
  /// The most time left before the deadline first: the same as `arrival`.
  case slack
  /// The best mean of the reviews first; shops without reviews last.
  case rating
  /// The latest first.
  case leaveBy = "leave-by"
}

/// The end of a trip's time window that a request leaves open; the planner then chooses it.
package enum PlanEnd: String, Codable, Sendable, Hashable, CaseIterable {
  /// So late that each stop with at most the wanted detour is on time, but not before now.
  case departure
  /// So late that each stop with at most the wanted detour is on time.
  case deadline
}

/// Parts of the reply that are made only if requested.
@Memberwise package struct PlanDetails: Codable, Sendable, Hashable {
  /// Whether each option has its ledger; default false.
  package var ledger: Bool?
  /// Which shops that are not listed the reply explains; `nil` for none.
  package var whyNot: WhyNotRequest?
  /// Whether the reply has the number of options by departure; default false.
  package var departures: Bool?
  /// How many alternative direct drives, 0 ... `RouterLimits.maximumAlternatives`; default 0.
  package var alternatives: Int?
}
