import Geography
import Messages

/// Finds the coordinates of a plan's origin and destination.
struct PlaceFinder: Sendable {
  let map: PlanningMap
  let services: any PlanningServices

  /// Both places. A text is searched near the other place: near the origin where that is known,
  /// and for the origin itself near the destination, or else the middle of the map.
  ///
  /// - Throws: `notFound` for a text that fits no place, with suggestions, and for a device that
  ///   never reported; `ambiguous` for a text that is a guess below the question's least
  ///   confidence, with suggestions; `outsideMap`; whatever the services throw.
  func find(_ question: PlanQuestion) async throws -> (origin: PlanPlace, destination: PlanPlace) {
    if case .text = question.origin {
      if case .text = question.destination {
        let origin = try await find(.origin, of: question, near: map.info.box.center)
        let destination = try await find(.destination, of: question, near: origin.coordinate)
        return (origin, destination)
      }
      let destination = try await find(.destination, of: question, near: nil)
      let origin = try await find(.origin, of: question, near: destination.coordinate)
      return (origin, destination)
    }
    let origin = try await find(.origin, of: question, near: nil)
    let destination = try await find(.destination, of: question, near: origin.coordinate)
    return (origin, destination)
  }

  private func find(
    _ role: PlaceRole, of question: PlanQuestion, near: Coordinate?
  ) async throws -> PlanPlace {
    try await find(
      role == .origin ? question.origin : question.destination, as: role, near: near,
      leastConfidence: question.leastConfidence)
  }

  /// One place.
  ///
  /// - Parameters:
  ///   - near: where to search for a text.
  ///   - leastConfidence: how certain a text must be, 0 ... 1.
  /// - Throws: as for both places.
  func find(
    _ reference: PlaceReference, as role: PlaceRole, near: Coordinate?, leastConfidence: Double
  ) async throws -> PlanPlace {
    let place: PlanPlace
    switch reference {
    case .coordinate(let point): place = PlanPlace(label: point.text, coordinate: point)
    case .device(let device): place = try await find(device, role)
    case .text(let text):
      place = try await find(text, role, near: near, leastConfidence: leastConfidence)
    }
    try map.check(place.coordinate, as: role)
    return place
  }

  private func find(_ device: DeviceID, _ role: PlaceRole) async throws -> PlanPlace {
    do {
      let position = try await services.position(PositionRequest(device: device))
      return PlanPlace(label: "@\(device)", coordinate: position.coordinate)
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

  private func find(
    _ text: String, _ role: PlaceRole, near: Coordinate?, leastConfidence: Double
  ) async throws -> PlanPlace {
    let reply = try await services.geocode(
      GeocodeRequest(text: text, near: near, limit: PlanningLimits.placesAsked))
    // Who takes every guess takes what only resembles the text as well.
    let best = reply.hits.first ?? (leastConfidence > 0 ? nil : reply.suggestions.first)
    guard let best else {
      throw Self.unknown(text, role, suggestions: Self.labels(reply.suggestions))
    }
    guard best.confidence >= leastConfidence else {
      throw Self.guess(
        best, text, role, leastConfidence, suggestions: Self.labels(reply.hits + reply.suggestions))
    }
    return PlanPlace(
      label: best.label, coordinate: best.coordinate, matched: best.matched,
      confidence: best.confidence)
  }

  /// What to suggest, each text once.
  private static func labels(_ hits: [PlaceHit]) -> [String] {
    var seen: Set<String> = []
    return Array(
      hits.map(\.label).filter { seen.insert($0).inserted }.prefix(PlanningLimits.placesAsked))
  }

  private static func guess(
    _ best: PlaceHit, _ text: String, _ role: PlaceRole, _ leastConfidence: Double,
    suggestions: [String]
  ) -> ServiceError {
    func percent(_ confidence: Double) -> Int { Int((confidence * 100).rounded()) }
    return ServiceError(
      .ambiguous,
      "The \(role) “\(text)” is a guess: “\(best.label)” (\(best.matched)) is "
        + "\(percent(best.confidence)) % sure, less than the \(percent(leastConfidence)) % asked "
        + "for. Say more exactly which place is meant, or accept less sure ones.",
      suggestions: suggestions)
  }

  private static func unknown(
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
