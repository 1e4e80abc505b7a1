import CommandLineKit
import MessageBus
import Messages

/// The other services, as the planner uses them: a message for a message.
protocol PlanServices: Sendable {
  /// - Parameter timeout: how long to wait; `nil` for as long as the caller does.
  /// - Throws: the error of the service, which names it.
  func send<Request: RequestMessage>(
    _ request: Request, timeout: Duration?
  ) async throws(ServiceError) -> Request.Reply
}

extension PlanServices {
  func send<Request: RequestMessage>(
    _ request: Request
  ) async throws(ServiceError) -> Request.Reply {
    try await send(request, timeout: nil)
  }

  /// The details of the shops that still exist, by identifier.
  func venues(_ ids: [VenueID]) async throws(ServiceError) -> [VenueID: Venue] {
    guard !ids.isEmpty else { return [:] }
    let reply = try await send(ShopDetailsRequest(ids: ids))
    return Dictionary(reply.venues.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The drives of all requests, by one request to the router, in the same order.
  ///
  /// - Throws: also `internal` for a reply of another size.
  func routes(_ requests: [RouteRequest]) async throws(ServiceError) -> [RouteResult] {
    guard !requests.isEmpty else { return [] }
    let routes = try await send(RoutesRequest(routes: requests)).routes
    guard routes.count == requests.count else {
      throw .broken(.router, "\(routes.count) routes to a request for \(requests.count)")
    }
    return routes
  }
}

extension ServiceError {
  /// The error for a reply that breaks the contract of its message.
  static func broken(_ service: ServiceName, _ fault: String) -> ServiceError {
    ServiceError(.internal, "The plan cannot be made: \(service) answered \(fault).")
  }
}

/// The services on the bus. Notes the versions of the data that the first replies are based on.
final class BusServices: PlanServices {
  private let client: NamingClient
  private let noted = Locked(NotedVersions())

  init(_ client: any ServiceClient) { self.client = client.named(in: "plan") }

  func send<Request: RequestMessage>(
    _ request: Request, timeout: Duration?
  ) async throws(ServiceError) -> Request.Reply {
    let reply = try await client.send(request, timeout: timeout)
    noted.withLock { $0.note(reply) }
    return reply
  }

  /// The versions so far.
  var inputs: PlanInputs {
    let noted = noted.withLock { $0 }
    return PlanInputs(
      software: Release.version, mapVersion: noted.drive?.mapVersion,
      trafficVersion: noted.drive?.trafficVersion, venues: noted.venues)
  }
}

private struct NotedVersions {
  var drive: (mapVersion: String, trafficVersion: Int?)?
  var venues: StreamPosition?

  mutating func note(_ reply: any Sendable) {
    switch reply {
    case let reply as RouteReply where drive == nil:
      drive = (reply.mapVersion, reply.trafficVersion)
    case let reply as CandidatesReply where venues == nil: venues = reply.replica.position
    default: break
    }
  }
}
