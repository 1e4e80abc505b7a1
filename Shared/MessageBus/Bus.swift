import FoundationEssentials
package import Messages

/// One process's connection to the bus: a ZeroMQ context, the loop that owns its sockets, and the
/// client, subscriber and publisher on it.
///
/// ```swift
/// let bus = try Bus(runDirectory: RunDirectory(path: "/run/quickbrew"), name: "planner")
/// let reply = try await bus.client.send(PingRequest(), to: .router)
/// await bus.close()
/// ```
///
/// Lives until `close`: the loop retains what it polls, whoever else has released it.
package final class Bus: Sendable {
  package let client: RequestClient
  package let subscriber: Subscriber
  package let publisher: Publisher
  package let loop: MessageLoop
  package let context: MessageContext
  package let directory: RunDirectory
  private let listener: SecureListener?
  private let authenticator: Authenticator?
  private let clientCore: RequestClientCore
  private let subscriberCore: SubscriberCore
  private let publisherCore: PublisherCore
  /// Closes the servers, which live as long as the bus.
  private let closeServers = Locked<[@Sendable () async -> Void]>([])

  /// - Parameters:
  ///   - network: how others are reached, and reach this process, beyond the run directory.
  ///   - name: names the loop's thread.
  ///   - timeout: how long a request waits for its reply by default.
  ///   - restartGrace: how long requests wait, within their time-out, for an instance that has just
  ///     gone away, or whose socket file is still there: it is probably restarting. For as long
  ///     after its own start a process waits for any service that is missing in a running stack.
  /// - Throws: `SocketError` if no context can be created.
  package init(
    runDirectory: RunDirectory, network: BusNetwork = .none, name: String,
    timeout: Duration = .seconds(5), restartGrace: Duration = .seconds(3)
  ) throws {
    directory = runDirectory
    listener = network.listener
    let discovery = Discovery(runDirectory, network.peers, lookup: network.lookup)
    context = try MessageContext()
    loop = MessageLoop(name: "\(name)-loop")
    let world = BusWorld(loop: loop, context: context, discovery: discovery, keys: network.client)
    clientCore = RequestClientCore(loop: loop, world: world, restartGrace: restartGrace)
    client = RequestClient(
      core: clientCore, discovery: discovery, timeout: timeout, region: network.region)
    subscriberCore = SubscriberCore(
      loop: loop, world: world, hears: { network.hearsAllRegions || $0 == network.region })
    subscriber = Subscriber(core: subscriberCore)
    publisherCore = PublisherCore(loop: loop, context: context, epoch: UUID().uuidString)
    publisher = Publisher(core: publisherCore)
    authenticator = network.listener.map { [loop] in Authenticator(loop: loop, listener: $0) }
  }

  /// Binds the endpoints at which others can subscribe to this process's events.
  ///
  /// - Throws: `SocketError` if one cannot be bound.
  package func publish(as service: ServiceName, instance: String) async throws {
    try await admitKeys()
    try await publisherCore.listen(
      at: endpoints(service, instance, .events, .events), authenticator: authenticator)
  }

  /// Binds the endpoints of `server`, which answers requests until it is drained or the bus is
  /// closed.
  ///
  /// - Throws: `SocketError` if one cannot be bound.
  package func serve<Worker>(
    _ server: RequestServer<Worker>, as service: ServiceName, instance: String
  ) async throws {
    try await admitKeys()
    try await server.listen(
      at: endpoints(service, instance, .requests, .requests), in: context,
      caller: { [listener] key in listener?.caller(key) })
    closeServers.withLock { $0.append { await server.close() } }
  }

  /// The Unix socket, and the TCP port where there is a listener.
  private func endpoints(
    _ service: ServiceName, _ instance: String, _ purpose: RunDirectory.Purpose,
    _ domain: Authenticator.Domain
  ) -> [BoundEndpoint] {
    let local = BoundEndpoint.local(directory.endpoint(service, instance: instance, purpose))
    guard let listener else { return [local] }
    return [local, .secure(listener.address.endpoint(purpose), listener, domain)]
  }

  /// Must precede the first secure socket: without a handler ZeroMQ admits everybody.
  private func admitKeys() async throws {
    try await authenticator?.listen(in: context)
  }

  /// Closes every socket, ends the loop and frees the context. Abandons requests in progress; drain
  /// the servers first to finish them.
  ///
  /// Never returns if a socket was leaked; that is how tests find leaks.
  package func close() async {
    for close in closeServers.withLock({ $0 }) { await close() }
    await clientCore.close()
    await subscriberCore.close()
    await publisherCore.close()
    await authenticator?.close()
    await withCheckedContinuation { done in
      // On a new thread: neither the loop nor a task's thread may wait for the loop to end.
      NamedThread.detached("bus-close") { [self] in
        loop.stop()
        context.terminate()
        done.resume()
      }
    }
  }
}
