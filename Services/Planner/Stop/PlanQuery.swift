import FoundationEssentials
import Hashing
import Messages
import Time

/// A validated plan request: defaults filled in, times resolved, every value in range.
struct PlanQuery: Sendable {
  let origin: LocationReference
  let destination: LocationReference
  /// Provisional at its open end until `OpenWindow` has chosen that.
  var window: TripWindow
  /// The end of the window that the request leaves open.
  var openEnd: PlanEnd?
  private(set) var dwellSeconds: Int
  /// Whether the dwell is that of the request.
  let hasDwell: Bool
  /// Any of these; at least one.
  private(set) var categories: [VenueCategory]
  private(set) var choice: PlanChoice
  let favourites: Set<VenueID>?
  let order: PlanOrder
  /// How many options of one brand at most.
  let perBrand: Int
  let parking: ParkingPlace
  /// How long it takes to park at the stop; 0 if that is not counted.
  let parkSeconds: Int
  let details: PlanDetails
  let profile: TravelProfile
  /// The maximum number of options.
  let limit: Int
  let steps: Bool
  let id: PlanID?
  /// How certain the match of a place given as text must be, 0 ... 1.
  let leastConfidence: Double
  /// Whether shops with unknown hours are left out.
  private(set) var openOnly: Bool
  /// Which roads the drives may use; the router validates it.
  let roads: RoadSelection?

  /// Validates everything that needs no other service.
  ///
  /// - Parameter now: the reference of `now` and of clock times in the request.
  /// - Throws: `invalidRequest` and `outsideMap`, with the invalid value and its range.
  init(
    _ request: PlanRequest, on map: PlanningMap, now: Timestamp
  ) throws(ServiceError) {
    limit = request.limit ?? PlanDefaults.options
    hasDwell = request.dwellSeconds != nil
    choice = request.choice ?? PlanChoice()
    details = request.details ?? PlanDetails()
    categories = (choice.categories ?? [request.category ?? PlanDefaults.category])
      .map(\.resolved)
    dwellSeconds = try PlanDefaults.dwellSeconds(request.dwellSeconds, at: categories)
    favourites = choice.favourites.map(Set.init)
    let perBrand = choice.perBrand ?? PlanDefaults.perBrand
    self.perBrand = perBrand == 0 ? .max : perBrand
    parking = choice.parking ?? .street
    parkSeconds = choice.parkSeconds ?? 0
    leastConfidence = request.leastConfidence ?? PlanDefaults.leastConfidence
    try check(
      dwellSeconds, "The dwell in seconds", in: 0...PlannerLimits.maximumDwellSeconds)
    try check(limit, "The number of options", in: 1...PlannerLimits.maximumOptions)
    try check(leastConfidence, "The least confidence", in: 0...1)
    try choice.validate(for: request.profile ?? .car)
    try details.validate()
    for category in categories {
      try category.rawValue.validate("The category", bytes: PlanningLimits.maximumNameBytes)
    }
    try request.id?.rawValue.validate("The plan's id", bytes: PlanningLimits.maximumNameBytes)
    try request.origin.validate(as: .origin, on: map)
    try request.destination.validate(as: .destination, on: map)
    openEnd =
      request.deadline == nil ? .deadline : request.departure == nil ? .departure : nil
    window = try Self.window(request, now: now, in: map.zone)
    order = choice.order ?? (openEnd == .departure ? .leaveBy : .arrival)
    origin = request.origin
    destination = request.destination
    profile = request.profile ?? .car
    steps = request.steps ?? false
    id = request.id
    openOnly = request.openOnly ?? false
    roads = request.roads
  }

  /// The same with the stop that the destination's text names: "coffee on the way to the station",
  /// in place of the request's category.
  ///
  /// - Throws: `invalidRequest` for a second filter, for hours of another day, and without a dwell
  ///   where only the driver can say that.
  func stopping(at stop: VenueFilter) throws(ServiceError) -> PlanQuery {
    var (query, filter) = (self, stop)
    (filter.category, filter.hours) = (nil, nil)
    try check(
      stop.hours?.moment == nil && (filter == VenueFilter() || choice.filter == nil),
      "The destination's text asks for a day, or restricts the stop as the filter does: leave "
        + "one of them out.")
    query.categories = [(stop.category ?? .root).resolved]
    query.openOnly = openOnly || stop.hours != nil
    if !hasDwell { query.dwellSeconds = try PlanDefaults.dwellSeconds(nil, at: query.categories) }
    if filter != VenueFilter() { query.choice.filter = filter }
    return query
  }

  /// The first of `categories`.
  var category: VenueCategory { categories[0] }

  /// Without a departure it begins now; without a deadline it is as long as a trip may be.
  private static func window(
    _ request: PlanRequest, now: Timestamp, in zone: MapTimeZone
  ) throws(ServiceError) -> TripWindow {
    if let deadline = request.deadline {
      return try TripWindow(
        departure: request.departure, deadline: deadline, now: now, in: zone)
    }
    let departure = zone.departure(request.departure ?? .now, now: now)
    let latest = departure.adding(seconds: PlannerLimits.maximumTripSeconds)
    return TripWindow(departure: departure, deadline: zone.localized(latest))
  }

  /// The time for driving both legs; negative if the dwell alone is longer than the window.
  var drivingSeconds: Int { window.seconds - dwellSeconds }
}

extension PlanID {
  /// An identifier for a plan whose request has none: 16 hexadecimal digits.
  static var random: PlanID { PlanID(rawValue: Data.random(count: 8).hexadecimal) }
}
