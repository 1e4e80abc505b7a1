import Messages

/// The requests of the planner to other services: over the bus, or answered by a test.
package protocol PlanningServices: Sendable {
  /// Asks the geocoder what a text means.
  func geocode(_ request: GeocodeRequest) async throws(ServiceError) -> GeocodeReply
  /// Asks the geofence monitor where a device is.
  func position(_ request: PositionRequest) async throws(ServiceError) -> DevicePosition
  /// Asks the router for one drive.
  func route(_ request: RouteRequest) async throws(ServiceError) -> RouteReply
  /// Asks the router for many driving times.
  func table(_ request: TableRequest) async throws(ServiceError) -> TableReply
  /// Asks shop search for every shop that the deadline could allow.
  func candidates(_ request: CandidatesRequest) async throws(ServiceError) -> CandidatesReply
  /// Asks shop search for all that is known of some shops.
  func details(_ request: ShopDetailsRequest) async throws(ServiceError) -> ShopDetailsReply
}

extension ServiceError {
  /// The error for the planner's caller: names the service that failed, and does not pass on its
  /// `shuttingDown` as the planner's own. Failures about the request itself are unchanged.
  func named(_ service: ServiceName) -> ServiceError {
    switch code {
    case .invalidRequest, .notFound, .noRoute, .outsideMap, .ambiguous, .conflict, .tooManyPins,
      .unauthorised:
      self
    case .shuttingDown:
      ServiceError(.unavailable, "The plan needs \(service): \(message)", suggestions: suggestions)
    case .unavailable, .overloaded, .deadlineExceeded, .unsupported, .tooLarge, .internal,
      .unknown:
      ServiceError(code, "The plan needs \(service): \(message)", suggestions: suggestions)
    }
  }

  /// A reply that breaks the contract of its message.
  static func broken(_ service: ServiceName, _ fault: String) -> ServiceError {
    ServiceError(.internal, "The plan cannot be made: \(service) answered \(fault).")
  }
}

/// Services whose failures name the service that failed.
struct NamedServices: PlanningServices {
  let base: any PlanningServices

  func geocode(_ request: GeocodeRequest) async throws(ServiceError) -> GeocodeReply {
    do { return try await base.geocode(request) } catch { throw error.named(.geocoder) }
  }

  func position(_ request: PositionRequest) async throws(ServiceError) -> DevicePosition {
    do { return try await base.position(request) } catch { throw error.named(.geofenceMonitor) }
  }

  func route(_ request: RouteRequest) async throws(ServiceError) -> RouteReply {
    do { return try await base.route(request) } catch { throw error.named(.router) }
  }

  func table(_ request: TableRequest) async throws(ServiceError) -> TableReply {
    do { return try await base.table(request) } catch { throw error.named(.router) }
  }

  func candidates(_ request: CandidatesRequest) async throws(ServiceError) -> CandidatesReply {
    do { return try await base.candidates(request) } catch { throw error.named(.shopSearch) }
  }

  func details(_ request: ShopDetailsRequest) async throws(ServiceError) -> ShopDetailsReply {
    do { return try await base.details(request) } catch { throw error.named(.shopSearch) }
  }
}
