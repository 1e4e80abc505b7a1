import Messages

extension ProfileRouter {
  /// The number of alternatives that a request asks for.
  ///
  /// - Throws: `invalidRequest`.
  func alternativeCount(_ request: RouteRequest) throws(ServiceError) -> Int {
    let count = request.alternatives ?? 0
    guard (0...RouterLimits.maximumAlternatives).contains(count) else {
      throw ServiceError(
        .invalidRequest,
        "A request asks for up to \(RouterLimits.maximumAlternatives) alternatives, not \(count).")
    }
    guard count == 0 || request.waypoints.count == 2 else {
      throw ServiceError(
        .invalidRequest,
        "Alternatives are found between two waypoints only; this request has via points.")
    }
    return count
  }
}

extension RouteReply {
  /// The same reply with alternatives.
  func with(_ alternatives: [RouteReply]) -> RouteReply {
    var reply = self
    reply.alternatives = alternatives.map { other in
      RouteAlternative(
        durationSeconds: other.durationSeconds, distanceMeters: other.distanceMeters,
        name: other.name, geometry: other.geometry, legs: other.legs, notes: other.notes)
    }
    return reply
  }
}
