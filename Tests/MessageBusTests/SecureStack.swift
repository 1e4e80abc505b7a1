import MessageBus
import Messages
import TestSupport

@testable import MessageBus

/// Services that listen over TCP, each in its own run directory, and the keys for them.
struct SecureStack: Sendable {
  let stack: TestStack
  let keys = CurveKeyPair.random()
  /// Who is known, by the public key.
  let callers = Locked<[String: Caller]>([:])
  let refusals = Locked<[String]>([])
  /// Of each service that is started from now on.
  var bounds = ConnectionBounds(openFiles: 1_024)

  /// Keys for a caller, who is known from now on.
  func key(_ name: String, _ scope: AccessScope = .admin, user: String? = nil) -> ClientKeys {
    let own = CurveKeyPair.random()
    callers.withLock { $0[own.publicKey] = Caller(name: name, scope: scope, user: user) }
    return ClientKeys(own: own, serverPublicKey: keys.publicKey)
  }

  func listener(_ port: Int, at host: String) -> BusNetwork {
    var network = BusNetwork.none
    network.listener = SecureListener(
      address: TCPAddress(host: host, port: port), keys: keys,
      caller: { [callers] key in callers.withLock { $0[key] } },
      refused: { [refusals] sentence in refusals.withLock { $0.append(sentence) } })
    network.listener?.bounds = bounds
    return network
  }

  /// Starts a service that answers `Echo` over TCP; its instance's name is its number.
  @discardableResult
  func echo(
    _ port: Int, at host: String = "127.0.0.1", instance: String = "1",
    _ answer: @escaping @Sendable (Echo) throws -> String = { $0.text }
  ) async throws -> Bus {
    var handlers = RequestHandlers<Void>()
    handlers.answer(Echo.self) { _, request, _ in Echo.Reply(text: try answer(request)) }
    return try await serve(port, at: host, as: .router, instance: instance, handlers)
  }

  func serve(
    _ port: Int, at host: String = "127.0.0.1", as service: ServiceName, instance: String = "1",
    _ handlers: RequestHandlers<Void>
  ) async throws -> Bus {
    let bus = try stack.bus("server-\(instance)", network: listener(port, at: host))
    let server = try RequestServer<Void>(
      service: service, loop: bus.loop, workers: 1, handlers: handlers,
      runtime: [
        PingRequest.operation.name: { _ in Done() }, StatsRequest.operation.name: { _ in Done() },
      ], makeWorker: {})
    try await bus.publish(as: service, instance: instance)
    try await bus.serve(server, as: service, instance: instance)
    return bus
  }

  /// A process elsewhere, which finds services by `peers` alone.
  func caller(
    _ peers: String, _ keys: ClientKeys?, lookup: NameResolver.Lookup? = nil,
    restartGrace: Duration = .zero
  ) throws -> Bus {
    var network = BusNetwork.none
    network.peers = try Peers(peers)
    network.client = keys
    if let lookup { network.lookup = lookup }
    return try stack.bus("caller", network: network, restartGrace: restartGrace)
  }
}
