import Messages

extension ProfileRouter {
  /// How many alternatives a request wants.
  ///
  /// - Throws: `invalidRequest`.
  func alternativeCount(_ request: RouteRequest) throws(ServiceError) -> Int {
    let count = request.alternatives ?? 0
    guard (0...RouterLimits.maximumAlternatives).contains(count) else {
      throw ServiceError(
        .invalidRequest,
        "Up to \(RouterLimits.maximumAlternatives) alternatives can be told, not \(count).")
    }
    guard count == 0 || request.waypoints.count == 2 else {
      throw ServiceError(
        .invalidRequest,
        "Alternatives are told between two waypoints only; this request has via points.")
    }
    return count
  }
}

extension RouteReply {
  /// The same reply with other drives.
  func with(_ alternatives: [RouteReply]) -> RouteReply {
    RouteReply(
      durationSeconds: durationSeconds, distanceMeters: distanceMeters, name: name,
      geometry: geometry, legs: legs, waypoints: waypoints, notes: notes,
      alternatives: alternatives.map { other in
        RouteAlternative(
          durationSeconds: other.durationSeconds, distanceMeters: other.distanceMeters,
          name: other.name, geometry: other.geometry, legs: other.legs, notes: other.notes)
      }, departure: departure, arrival: arrival, verified: verified,
      trafficVersion: trafficVersion, mapVersion: mapVersion)
  }
}
