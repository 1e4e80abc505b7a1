/// Finds many routes at once; all workers of an instance answer together.
///
/// Each route is answered as `router.route/1` would answer it, and fails alone. Fails with
/// `invalidRequest` for too many routes.
@Memberwise package struct RoutesRequest: RequestMessage, Hashable {
  package typealias Reply = RoutesReply
  package static let operation = Operation(.router, "routes", version: 1)

  /// At most `RouterLimits.maximumRoutes`.
  package let routes: [RouteRequest]

  package var whereabouts: Whereabouts? { .coordinates(routes.flatMap(\.waypoints)) }
}

@Memberwise package struct RoutesReply: Codable, Sendable, Hashable {
  /// In the order of the request.
  package let routes: [RouteResult]
}

/// The answer to one of many routes: `{"route": {…}}` or `{"error": {…}}`.
package enum RouteResult: Sendable, Hashable {
  case route(RouteReply)
  /// As `router.route/1` would fail: `invalidRequest`, `outsideMap`, `noRoute`.
  case failure(ServiceError)

  /// The route.
  ///
  /// - Throws: the failure.
  package func get() throws(ServiceError) -> RouteReply {
    switch self {
    case .route(let reply): return reply
    case .failure(let error): throw error
    }
  }
}

extension RouteResult: Codable {
  private enum Key: String, CodingKey { case route, error }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let error = try container.decodeIfPresent(ServiceError.self, forKey: .error) {
      self = .failure(error)
    } else {
      self = .route(try container.decode(RouteReply.self, forKey: .route))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .route(let reply): try container.encode(reply, forKey: .route)
    case .failure(let error): try container.encode(error, forKey: .error)
    }
  }
}
