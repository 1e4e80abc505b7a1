import FoundationEssentials
import Messages

/// One process's place on the bus: a context, the loop that owns its sockets, and what is made on
/// it.
///
/// ```swift
/// let bus = try Bus(runDirectory: RunDirectory(path: "/run/quickbrew"), name: "planner")
/// let reply = try await bus.client.send(PingRequest(), to: .router)
/// await bus.close()
/// ```
///
/// Lives until `close`: the loop holds on to what polls on it, whoever else has let go.
package final class Bus: Sendable {
  package let directory: RunDirectory
  package let client: RequestClient
  package let subscriber: Subscriber
  package let publisher: Publisher
  package let loop: MessageLoop
  package let context: MessageContext
  private let clientCore: RequestClientCore
  private let subscriberCore: SubscriberCore
  private let publisherCore: PublisherCore
  /// Closes the servers, which live as long as the bus does.
  private let closeServers = Locked<[@Sendable () async -> Void]>([])

  /// - Parameters:
  ///   - name: names the loop's thread.
  ///   - timeout: how long a request waits for its reply where it does not say.
  /// - Throws: `SocketError` where the system gives no context.
  package init(
    runDirectory: RunDirectory, name: String, timeout: Duration = .seconds(5)
  ) throws {
    directory = runDirectory
    context = try MessageContext()
    loop = MessageLoop(name: "\(name)-loop")
    clientCore = RequestClientCore(loop: loop, context: context, directory: runDirectory)
    client = RequestClient(core: clientCore, directory: runDirectory, timeout: timeout)
    subscriberCore = SubscriberCore(loop: loop, context: context, directory: runDirectory)
    subscriber = Subscriber(core: subscriberCore)
    let epoch = UUID().uuidString
    publisherCore = PublisherCore(loop: loop, epoch: epoch)
    publisher = Publisher(core: publisherCore, epoch: epoch)
  }

  /// Binds the endpoint at which others can listen to this process's events.
  ///
  /// - Throws: `SocketError` where it cannot be bound.
  package func publish(as service: ServiceName, instance: String) async throws {
    try await publisherCore.listen(
      at: directory.endpoint(service, instance: instance, .events), in: context)
  }

  /// Binds the endpoint at which others can ask `server`, which answers until it is drained or the
  /// bus is closed.
  ///
  /// - Throws: `SocketError` where it cannot be bound.
  package func serve<Worker>(
    _ server: RequestServer<Worker>, as service: ServiceName, instance: String
  ) async throws {
    try await server.listen(
      at: directory.endpoint(service, instance: instance, .requests), in: context)
    closeServers.withLock { $0.append { await server.close() } }
  }

  /// Closes every socket, ends the loop and frees the context. Requests under way are given up;
  /// drain servers before to finish them.
  ///
  /// Waits for ever where a socket was leaked, which is how tests find one.
  package func close() async {
    for close in closeServers.withLock({ $0 }) { await close() }
    await clientCore.close()
    await subscriberCore.close()
    await publisherCore.close()
    await withCheckedContinuation { done in
      // A thread of its own: neither the loop nor a task's thread may wait for the loop to end.
      _ = NamedThread("bus-close") { [self] in
        loop.stop()
        context.terminate()
        done.resume()
      }
    }
  }
}
