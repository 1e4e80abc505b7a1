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
  ///   never reported; `outsideMap`; whatever the services throw.
  func find(_ question: PlanQuestion) async throws -> (origin: PlanPlace, destination: PlanPlace) {
    if case .text = question.origin {
      if case .text = question.destination {
        let origin = try await find(question.origin, .origin, near: map.info.box.center)
        let destination = try await find(
          question.destination, .destination, near: origin.coordinate)
        return (origin, destination)
      }
      let destination = try await find(question.destination, .destination, near: nil)
      let origin = try await find(question.origin, .origin, near: destination.coordinate)
      return (origin, destination)
    }
    let origin = try await find(question.origin, .origin, near: nil)
    let destination = try await find(question.destination, .destination, near: origin.coordinate)
    return (origin, destination)
  }

  private func find(
    _ reference: PlaceReference, _ role: PlaceRole, near: Coordinate?
  ) async throws -> PlanPlace {
    let place: PlanPlace
    switch reference {
    case .coordinate(let point): place = PlanPlace(label: point.text, coordinate: point)
    case .device(let device): place = try await find(device, role)
    case .text(let text): place = try await find(text, role, near: near)
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
    _ text: String, _ role: PlaceRole, near: Coordinate?
  ) async throws -> PlanPlace {
    let reply = try await services.geocode(
      GeocodeRequest(text: text, near: near, limit: PlanningLimits.placesAsked))
    if let hit = reply.hits.first {
      return PlanPlace(label: hit.label, coordinate: hit.coordinate, matched: hit.matched)
    }
    throw Self.unknown(text, role, suggestions: reply.suggestions.map(\.label))
  }

  private static func unknown(
    _ text: String, _ role: PlaceRole, suggestions labels: [String]
  ) -> ServiceError {
    var seen: Set<String> = []
    let suggestions = Array(
      labels.filter { seen.insert($0).inserted }.prefix(PlanningLimits.placesAsked))
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
