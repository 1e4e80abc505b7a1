import Geography
import MessageBus
import Messages

/// Resolves the origin and destination of a plan, or a pin's place, to a coordinate.
struct PlaceResolver: Sendable {
  let map: PlanningMap
  let services: any PlanServices
  /// Whether the destination's text may name the stop, too.
  var allowsStop = false

  /// The trip of a query: its places resolved, and the end of its window chosen that it leaves
  /// open.
  ///
  /// - Parameter dwellSeconds: of each stop; `nil` for one with the dwell of the query.
  /// - Throws: as below.
  func trip(_ query: PlanQuery, id: PlanID, dwellSeconds: [Int]? = nil) async throws -> Trip {
    let places = try await resolve(query)
    let query = try places.stop.map { try query.stopping(at: $0) } ?? query
    let trip = Trip(
      id: id, query: query, map: map, places: (places.origin, places.destination))
    return try await OpenWindow(
      trip: trip, services: services, dwellSeconds: dwellSeconds ?? [query.dwellSeconds]
    ).chosen()
  }

  /// Resolves both places. A text is searched near the other place: the destination near the
  /// origin; the origin near the destination, or near the map's center if both are texts.
  ///
  /// - Throws: `notFound` for a text without a match, with suggestions, and for a device that never
  ///   reported; `ambiguous` for a match below the query's least confidence, with suggestions;
  ///   `outsideMap`; whatever the services throw.
  private func resolve(_ query: PlanQuery) async throws -> (
    origin: PlanLocation, destination: PlanLocation, stop: VenueFilter?
  ) {
    let least = query.leastConfidence
    if case .text = query.origin {
      switch query.destination {
      case .text: break
      case .coordinate, .device:
        let end = try await resolve(
          query.destination, as: .destination, near: nil, leastConfidence: least)
        let origin = try await resolve(
          query.origin, as: .origin, near: end.coordinate, leastConfidence: least)
        return (origin, end, nil)
      }
    }
    let origin = try await resolve(
      query.origin, as: .origin, near: map.info.box.center, leastConfidence: least)
    let (end, stop) = try await resolved(
      query.destination, as: .destination, near: origin.coordinate, leastConfidence: least)
    return (origin, end, stop)
  }

  /// Resolves one place.
  ///
  /// - Parameters:
  ///   - near: a text is preferably found near this coordinate.
  ///   - leastConfidence: how certain the match of a text must be, 0 ... 1.
  /// - Throws: as above.
  func resolve(
    _ reference: LocationReference, as role: PlaceRole, near: Coordinate?, leastConfidence: Double
  ) async throws -> PlanLocation {
    try await resolved(reference, as: role, near: near, leastConfidence: leastConfidence).place
  }

  /// A place, and what its text asks for on the way there.
  private func resolved(
    _ reference: LocationReference, as role: PlaceRole, near: Coordinate?, leastConfidence: Double
  ) async throws -> (place: PlanLocation, stop: VenueFilter?) {
    let place: PlanLocation
    var stop: VenueFilter?
    switch reference {
    case .coordinate(let point, let label):
      place = PlanLocation(label: label ?? point.text, coordinate: point)
    case .device(let device): place = try await resolve(device, role)
    case .text(let text):
      (place, stop) = try await resolve(text, role, near: near, leastConfidence: leastConfidence)
    }
    try map.check(place.coordinate, as: role)
    return (place, stop)
  }

  private func resolve(_ device: DeviceID, _ role: PlaceRole) async throws -> PlanLocation {
    do {
      let position = try await services.send(PositionRequest(device: device))
      return PlanLocation(label: "@\(device)", coordinate: position.coordinate)
    } catch {
      throw error.code == .notFound ? Self.neverReported(device, role) : error
    }
  }

  private static func neverReported(_ device: DeviceID, _ role: PlaceRole) -> ServiceError {
    ServiceError(
      .notFound,
      "The \(role) is not known: the device “\(device)” never reported a position. Report one "
        + "first, or give the \(role) as an address or a coordinate.")
  }

  private func resolve(
    _ text: String, _ role: PlaceRole, near: Coordinate?, leastConfidence: Double
  ) async throws -> (PlanLocation, VenueFilter?) {
    let reply = try await services.send(
      GeocodeRequest(
        text: text, near: near, limit: PlanningLimits.maximumPlaceHits,
        allowsStop: allowsStop && role == .destination ? true : nil))
    // A caller that accepts any confidence also accepts a text that is only similar.
    let best = reply.hits.first ?? (leastConfidence > 0 ? nil : reply.suggestions.first)
    guard let best else {
      throw Self.notFound(text, role, suggestions: Self.labels(reply.suggestions))
    }
    guard best.confidence >= leastConfidence else {
      throw Self.ambiguous(
        best, text, role, leastConfidence, suggestions: Self.labels(reply.hits + reply.suggestions))
    }
    let place = PlanLocation(
      label: best.label, coordinate: best.coordinate, matched: best.matched,
      confidence: best.confidence)
    return (place, reply.stop)
  }

  /// The suggestions, without duplicates.
  private static func labels(_ hits: [PlaceHit]) -> [String] {
    var seen: Set<String> = []
    return Array(
      hits.map(\.label).filter { seen.insert($0).inserted }.prefix(PlanningLimits.maximumPlaceHits))
  }

  private static func ambiguous(
    _ best: PlaceHit, _ text: String, _ role: PlaceRole, _ leastConfidence: Double,
    suggestions: [String]
  ) -> ServiceError {
    func percent(_ confidence: Double) -> Int { Int((confidence * 100).rounded()) }
    // What was matched is in the reader's language, the rest in English: both in one is neither.
    let isEnglish = RequestClient.language?.hasPrefix("en") ?? true
    let matched = isEnglish ? " (\(best.matched))" : ""
    return ServiceError(
      .ambiguous,
      "The \(role) “\(text)” is a guess: “\(best.label)”\(matched) is "
        + "\(percent(best.confidence)) % sure, less than the \(percent(leastConfidence)) % asked "
        + "for. Say more exactly which place is meant, or accept less sure ones.",
      suggestions: suggestions)
  }

  private static func notFound(
    _ text: String, _ role: PlaceRole, suggestions: [String]
  ) -> ServiceError {
    let hint =
      if let best = suggestions.first {
        "Did you mean “\(best)”?"
      } else {
        "Try the street and house number, or a coordinate."
      }
    return ServiceError(
      .notFound, "The \(role) “\(text)” was not found on the map. \(hint)",
      suggestions: suggestions.isEmpty ? nil : suggestions)
  }
}
