package import FoundationEssentials
package import Messages

/// Sends requests to services.
///
/// Discovers the running instances of a service, sends each request to the one with the fewest
/// outstanding, and after a lost connection retries at once on another if that is harmless.
package struct RequestClient: Sendable {
  /// The key under which this task's changes are made once, however often they are sent; `nil` for
  /// a new one with each change.
  @TaskLocal package static var idempotencyKey: String?

  /// Who asked for this task's requests, such as a client's address: services let those who ask
  /// take turns. `nil` for this process.
  @TaskLocal package static var askedBy: String?

  /// The languages in which whoever asked reads texts, as `Accept-Language` has them; `nil` for
  /// English.
  @TaskLocal package static var language: String?

  /// Where this task's requests belong; `nil` for a new trace with each.
  @TaskLocal package static var trace: TraceContext?

  let core: RequestClientCore
  let discovery: Discovery
  /// How long a request waits by default.
  let timeout: Duration
  /// Whose instances answer; `nil` for those of the stack's own map.
  private(set) var region: RegionName?
  /// On whose behalf requests are made; `nil` for the home's owner.
  private(set) var caller: Caller?

  /// The same client for the services of a region; requests to services that all
  /// regions share go where they did.
  package func inRegion(_ region: RegionName?) -> RequestClient {
    var client = self
    client.region = region
    return client
  }

  package func acting(for caller: Caller?) -> RequestClient {
    var client = self
    client.caller = caller
    return client
  }

  /// Sends a request to a service by name, or to one of its instances: for operations that every
  /// service has.
  ///
  /// - Throws: `ServiceError` as `ServiceClient.send`.
  package func send<Request: RequestMessage>(
    _ request: Request, to service: ServiceName, instance: String? = nil,
    timeout: Duration? = nil, traceID: String? = nil
  ) async throws(ServiceError) -> Request.Reply {
    let body: Data
    do { body = try MessageCoder.encode(request) } catch {
      throw ServiceError(.invalidRequest, "Cannot write \(Request.operation): \(error)")
    }
    let reply = try await send(
      body, as: Request.operation, to: service, instance: instance, timeout: timeout,
      traceID: traceID)
    return try MessageCoder.decode(Request.Reply.self, from: reply)
  }

  /// Sends a body that is JSON already and returns the reply's JSON, for bridges.
  ///
  /// - Throws: `ServiceError` as `ServiceClient.send`.
  package func send(
    _ body: Data, as operation: Operation, to service: ServiceName, instance: String? = nil,
    timeout: Duration? = nil, traceID: String? = nil
  ) async throws(ServiceError) -> Data {
    try check(
      body.count <= WireLimits.maximumBodyBytes, or: .tooLarge,
      "The body of \(operation) has \(body.count) bytes; at most "
        + "\(WireLimits.maximumBodyBytes) are sent.")
    let isKeyed = operation.repetition == .keyed
    let key = isKeyed ? Self.idempotencyKey ?? UUID().uuidString : nil
    return try await core.request(
      OutgoingRequest(
        operation: operation, service: service, instance: instance,
        region: service.isRegional ? region : nil, body: body,
        trace: traceID.map(TraceContext.init) ?? Self.trace ?? TraceContext(), idempotencyKey: key,
        caller: caller, askedBy: Self.askedBy, language: Self.language,
        deadline: .now.advanced(by: timeout ?? self.timeout))
    ).get()
  }

  /// The names of a service's instances whose sockets exist, or whose addresses are configured;
  /// these may include instances that were killed. Waits until configured names were resolved once.
  package func instances(of service: ServiceName) -> [String] {
    discovery.waitForNames()
    return discovery.instances(of: service)
  }

  /// The regions beside the stack's own map that have instances of a service, in order of their
  /// names. Costs a listing of the run directory.
  package func regions(of service: ServiceName) -> [RegionName] {
    Set(discovery.instances(of: service).compactMap(InstanceName.region)).sorted()
  }
}

/// A request as the core sends it.
@Memberwise struct OutgoingRequest: Sendable {
  let operation: Operation
  let service: ServiceName
  /// Which one has to answer; `nil` for any of the region.
  let instance: String?
  let region: RegionName?
  let body: Data
  let trace: TraceContext
  let idempotencyKey: String?
  let caller: Caller?
  let askedBy: String?
  let language: String?
  let deadline: ContinuousClock.Instant

  /// The header, with the time left until the deadline.
  func header(at now: ContinuousClock.Instant) -> RequestHeader {
    let left = max(0, now.duration(to: deadline) / .milliseconds(1))
    return RequestHeader(
      timeoutMilliseconds: Int(left.rounded(.up)), traceID: trace.traceID,
      traceparent: trace.traceparent, idempotencyKey: idempotencyKey, caller: caller,
      askedBy: askedBy, language: language)
  }
}
