import Geography
package import Messages
package import Time

/// A validated plan request: defaults filled in, times resolved, every value in range.
package struct PlanQuery: Sendable {
  package let origin: LocationReference
  package let destination: LocationReference
  /// Provisional at its open end until `OpenWindow` has chosen that.
  package var window: TripWindow
  /// The end of the window that the request leaves open.
  package var openEnd: PlanEnd?
  package let dwellSeconds: Int
  /// Whether the dwell is that of the request.
  package let hasDwell: Bool
  /// Any of these; at least one.
  package let categories: [VenueCategory]
  package let choice: PlanChoice
  package let favourites: Set<VenueID>?
  package let order: PlanOrder
  /// How many options of one brand at most.
  package let perBrand: Int
  package let parking: ParkingPlace
  /// How long it takes to park at the stop; 0 if that is not counted.
  package let parkSeconds: Int
  package let details: PlanDetails
  package let profile: TravelProfile
  /// The maximum number of options.
  package let limit: Int
  package let steps: Bool
  package let id: PlanID?
  /// How certain the match of a place given as text must be, 0 ... 1.
  package let leastConfidence: Double
  /// Whether shops with unknown hours are left out.
  package let openOnly: Bool
  /// Which roads the drives may use; the router validates it.
  package let roads: RoadSelection?

  /// Validates everything that needs no other service.
  ///
  /// - Parameter now: the reference of `now` and of clock times in the request.
  /// - Throws: `invalidRequest` and `outsideMap`, with the invalid value and its range.
  package init(
    _ request: PlanRequest, on map: PlanningMap, now: Timestamp
  ) throws(ServiceError) {
    dwellSeconds = request.dwellSeconds ?? PlanDefaults.dwellSeconds
    limit = request.limit ?? PlanDefaults.options
    hasDwell = request.dwellSeconds != nil
    choice = request.choice ?? PlanChoice()
    details = request.details ?? PlanDetails()
    categories = choice.categories ?? [request.category ?? PlanDefaults.category]
    favourites = choice.favourites.map(Set.init)
    let perBrand = choice.perBrand ?? PlanDefaults.perBrand
    self.perBrand = perBrand == 0 ? .max : perBrand
    parking = choice.parking ?? .street
    parkSeconds = choice.parkSeconds ?? 0
    leastConfidence = request.leastConfidence ?? PlanDefaults.leastConfidence
    try Self.check(dwellSeconds, "dwell", 0...PlannerLimits.maximumDwellSeconds, "seconds")
    try Self.check(limit, "limit", 1...PlannerLimits.maximumOptions, "options")
    try Self.check(leastConfidence: leastConfidence)
    try choice.check(for: request.profile ?? .car)
    try details.check()
    for category in categories {
      try Self.check(category.rawValue, "category", bytes: PlanningLimits.maximumNameBytes)
    }
    if let id = request.id {
      try Self.check(id.rawValue, "plan's id", bytes: PlanningLimits.maximumNameBytes)
    }
    try Self.check(request.origin, .origin, on: map)
    try Self.check(request.destination, .destination, on: map)
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

  /// The first of `categories`.
  package var category: VenueCategory { categories[0] }

  /// Without a departure it begins now; without a deadline it is as long as a trip may be.
  private static func window(
    _ request: PlanRequest, now: Timestamp, in zone: MapTimeZone
  ) throws(ServiceError) -> TripWindow {
    if let deadline = request.deadline {
      return try TripWindow(
        departure: request.departure ?? .now, deadline: deadline, now: now, in: zone)
    }
    let departure = zone.departure(request.departure ?? .now, now: now)
    let latest = departure.adding(seconds: PlannerLimits.maximumTripSeconds)
    return TripWindow(departure: departure, deadline: zone.localized(latest))
  }

  /// The time for driving both legs; negative if the dwell alone is longer than the window.
  package var drivingSeconds: Int { window.seconds - dwellSeconds }

  /// - Throws: `invalidRequest` unless it is 0 ... 1.
  static func check(leastConfidence: Double) throws(ServiceError) {
    guard 0...1 ~= leastConfidence else {
      throw ServiceError(
        .invalidRequest, "The least confidence is \(leastConfidence); it must be 0 to 1.")
    }
  }

  /// - Throws: `invalidRequest` for an empty or too long text or name; `outsideMap`.
  static func check(
    _ place: LocationReference, _ role: PlaceRole, on map: PlanningMap
  ) throws(ServiceError) {
    switch place {
    case .text(let text):
      try check(text, "\(role)", bytes: GeocoderLimits.maximumTextBytes)
    case .coordinate(let point, let label):
      try map.check(point, as: role)
      if let label {
        try check(label, "\(role)'s label", bytes: PlannerLimits.maximumLabelBytes)
      }
    case .device(let device):
      try check(device.rawValue, "\(role)'s device", bytes: GeofenceLimits.maximumNameBytes)
    }
  }

  private static func check(
    _ number: Int, _ what: String, _ range: ClosedRange<Int>, _ unit: String
  ) throws(ServiceError) {
    guard !range.contains(number) else { return }
    throw ServiceError(
      .invalidRequest,
      "The \(what) is \(number); it must be \(range.lowerBound) to \(range.upperBound) \(unit).")
  }

  private static func check(
    _ text: String, _ what: String, bytes maximum: Int
  ) throws(ServiceError) {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw ServiceError(.invalidRequest, "The \(what) is empty.")
    }
    guard text.utf8.count <= maximum else {
      throw ServiceError(
        .invalidRequest,
        "The \(what) is \(text.utf8.count) bytes long; at most \(maximum) are taken.")
    }
  }
}

/// What a place is in a request, for error messages.
package enum PlaceRole: String, Sendable, CustomStringConvertible {
  case origin, destination, pin, errand

  package var description: String { rawValue }
}

extension PlanID {
  /// An identifier for a plan whose request has none: 16 hexadecimal digits.
  package static func random(using generator: inout some RandomNumberGenerator) -> PlanID {
    let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
    return PlanID(rawValue: String(repeating: "0", count: 16 - digits.count) + digits)
  }
}
