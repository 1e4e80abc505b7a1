import Geography
import Messages
import Time

/// A validated plan request: defaults filled in, times resolved, every value in range.
package struct PlanQuery: Sendable {
  package let origin: LocationReference
  package let destination: LocationReference
  package let window: TripWindow
  package let dwellSeconds: Int
  package let category: VenueCategory
  package let profile: TravelProfile
  /// The maximum number of options.
  package let limit: Int
  package let steps: Bool
  package let id: PlanID?
  /// How certain the match of a place given as text must be, 0 ... 1.
  package let leastConfidence: Double
  /// Whether shops with unknown hours are left out.
  package let openOnly: Bool

  /// Validates everything that needs no other service.
  ///
  /// - Parameter now: the reference of `now` and of clock times in the request.
  /// - Throws: `invalidRequest` and `outsideMap`, with the invalid value and its range.
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

/// What a place is in a request, for error messages.
package enum PlaceRole: String, Sendable, CustomStringConvertible {
  case origin, destination, pin

  package var description: String { rawValue }
}

extension PlanID {
  /// An identifier for a plan whose request has none: 16 hexadecimal digits.
  package static func random(using generator: inout some RandomNumberGenerator) -> PlanID {
    let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
    return PlanID(rawValue: String(repeating: "0", count: 16 - digits.count) + digits)
  }
}
