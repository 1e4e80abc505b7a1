package import CommandLineKit
import FoundationEssentials
package import MessageBus
package import Messages
import Regions

/// The connection to the bus of a running stack.
package struct StackBus: ClientBus {
  private let bus: Bus
  private let services: RegionalClient

  /// - Throws: `ServiceError` with `unauthorised` where the stack belongs to another user;
  ///   `SocketError` where no ZeroMQ context can be created; what `Home.network` throws.
  package init(home: Home) throws {
    guard !home.runDirectory.isForbidden else {
      throw ServiceError(
        .unauthorised,
        "No permission: the stack in \(home.directory) belongs to another user of this machine.")
    }
    var network = try home.network()
    network.hearsAllRegions = true
    bus = try Bus(runDirectory: home.runDirectory, network: network, name: "quickbrew")
    services = RegionalClient(bus.client)
  }

  package func send<Request: RequestMessage>(
    _ request: Request, timeout: Duration
  ) async throws(ServiceError) -> Request.Reply {
    try await services.send(request, timeout: timeout)
  }

  package func send<Request: RequestMessage>(
    _ request: Request, traceID: String, timeout: Duration
  ) async throws(ServiceError) -> Request.Reply {
    try await services.send(request, timeout: timeout, traceID: traceID)
  }

  package func send<Request: RequestMessage>(
    _ request: Request, to service: ServiceName, instance: String, timeout: Duration
  ) async throws(ServiceError) -> Request.Reply {
    try await bus.client.send(request, to: service, instance: instance, timeout: timeout)
  }

  package func drive(_ run: LoadRun, timeout: Duration) async -> LoadRun {
    let client = bus.client.inRegion(RegionalClient.named)
    // One trace ID, so that the header need not be encoded for each request.
    return await run.sending { [traceID = TraceContext().traceID] body, operation in
      do throws(ServiceError) {
        return .success(
          try await client.send(body, as: operation, timeout: timeout, traceID: traceID))
      } catch {
        return .failure(error)
      }
    }
  }

  package func instances(of service: ServiceName) -> [String] {
    bus.client.instances(of: service)
  }

  package func events<Event: EventMessage>(_ type: Event.Type) -> AsyncStream<StreamItem<Event>> {
    bus.subscriber.events(type)
  }
}
