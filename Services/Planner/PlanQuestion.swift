import Geography
import Messages
import Time

/// A plan request with its defaults filled in, its times resolved and every value in range.
package struct PlanQuestion: Sendable {
  package let origin: PlaceReference
  package let destination: PlaceReference
  package let window: TripWindow
  package let dwellSeconds: Int
  package let category: VenueCategory
  package let profile: TravelProfile
  /// How many options at most.
  package let limit: Int
  package let steps: Bool
  package let id: PlanID?
  /// How certain a place given as text must be, 0 ... 1.
  package let leastConfidence: Double
  /// Whether shops of which nobody knows whether they are open are left out.
  package let openOnly: Bool

  /// Checks all that can be checked without asking another service.
  ///
  /// - Parameter now: the instant at which the request is answered.
  /// - Throws: `invalidRequest` and `outsideMap`, naming the value at fault and its range.
  package init(
    _ request: PlanRequest, on map: PlanningMap, now: Timestamp
  ) throws(ServiceError) {
    dwellSeconds = request.dwellSeconds ?? PlanDefaults.dwellSeconds
    limit = request.limit ?? PlanDefaults.options
    category = request.category ?? PlanDefaults.category
    leastConfidence = request.leastConfidence ?? PlanDefaults.leastConfidence
    try Self.check(dwellSeconds, "dwell", 0...PlannerLimits.maximumDwellSeconds, "seconds")
    try Self.check(limit, "limit", 1...PlannerLimits.maximumOptions, "options")
    try Self.check(leastConfidence: leastConfidence)
    try Self.check(category.rawValue, "category", bytes: PlanningLimits.maximumNameBytes)
    if let id = request.id {
      try Self.check(id.rawValue, "plan's id", bytes: PlanningLimits.maximumNameBytes)
    }
    try Self.check(request.origin, .origin, on: map)
    try Self.check(request.destination, .destination, on: map)
    window = try TripWindow(
      departure: request.departure, deadline: request.deadline, now: now, in: map.zone)
    origin = request.origin
    destination = request.destination
    profile = request.profile ?? .car
    steps = request.steps ?? false
    id = request.id
    openOnly = request.openOnly ?? false
  }

  /// The time left for driving both legs; negative where the stop alone takes too long.
  package var drivingSeconds: Int { window.seconds - dwellSeconds }

  /// - Throws: `invalidRequest` where it is not 0 ... 1.
  static func check(leastConfidence: Double) throws(ServiceError) {
    guard 0...1 ~= leastConfidence else {
      throw ServiceError(
        .invalidRequest, "The least confidence is \(leastConfidence); it must be 0 to 1.")
    }
  }

  /// - Throws: `invalidRequest` for a text or name that is empty or too long, `outsideMap`.
  static func check(
    _ place: PlaceReference, _ role: PlaceRole, on map: PlanningMap
  ) throws(ServiceError) {
    switch place {
    case .text(let text):
      try check(text, "\(role)", bytes: GeocoderLimits.maximumTextBytes)
    case .coordinate(let point):
      try map.check(point, as: role)
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

/// What a place is in a plan.
package enum PlaceRole: String, Sendable, CustomStringConvertible {
  case origin, destination, pin

  package var description: String { rawValue }
}
