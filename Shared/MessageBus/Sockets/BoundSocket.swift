import CZeroMQ
import FoundationEssentials

/// Where a socket of a service listens: among the processes of one user, or for whoever has a key.
enum BoundEndpoint {
  case local(String)
  case secure(String, SecureListener, Authenticator.Domain)

  var isSecure: Bool {
    if case .secure = self { true } else { false }
  }
}

/// What a service listens at. The simulation has its own. Lives on the loop's thread.
protocol ServiceSocket: AnyObject {
  /// Whether each message's sender is known by a key.
  var isSecure: Bool { get }
  /// The next message, and the public key of its sender if it has one; `nil` if no message waits.
  func receive() -> (frames: [Data], key: String?)?
  func send(_ frames: [Data]) -> Bool
  /// Lets unsent messages leave after the socket is closed.
  func linger(for limit: Duration)
  func close()
}

/// A socket at which a service listens. Lives on the loop's thread.
final class BoundSocket: ServiceSocket {
  let isSecure: Bool
  private let loop: MessageLoop
  private var socket: Socket?
  private var watch: MessageLoop.WatchID?
  /// Bounds the connections of strangers.
  private var guardian: ConnectionGuard?

  /// - Throws: `SocketError` if the endpoint cannot be bound.
  init(
    _ kind: SocketKind, at endpoint: BoundEndpoint, in context: MessageContext, loop: MessageLoop,
    configure: (borrowing Socket) throws(SocketError) -> Void, onMessage: @escaping () -> Void
  ) throws(SocketError) {
    self.loop = loop
    isSecure = endpoint.isSecure
    let socket = try Socket(kind, in: context)
    // With a high-water mark, ZeroMQ aborts the process when a client ends while messages wait (see
    // the README). The loop reads everything and refuses what exceeds its bounds.
    try socket.set(ZMQ_RCVHWM, to: 0)
    // Whoever connects and says nothing has a descriptor until then.
    try socket.set(ZMQ_HANDSHAKE_IVL, to: Heartbeat.handshakeMilliseconds)
    try socket.set(ZMQ_HEARTBEAT_IVL, to: Heartbeat.intervalMilliseconds)
    try socket.set(ZMQ_HEARTBEAT_TIMEOUT, to: Heartbeat.timeoutMilliseconds)
    try configure(socket)
    switch endpoint {
    case .local(let endpoint): try socket.bind(to: endpoint)
    case .secure(let endpoint, let listener, let domain):
      try socket.serve(with: listener.keys, domain: domain.rawValue)
      guardian = try ConnectionGuard(socket, at: endpoint, listener, in: context, loop: loop)
      do { try socket.bind(to: endpoint) } catch {
        socket.stopMonitoring()
        guardian?.close()
        throw error
      }
    }
    watch = loop.watch(socket, onMessage)
    self.socket = consume socket
  }

  func receive() -> (frames: [Data], key: String?)? {
    if isSecure { return socket?.receiveWithKey() }
    return socket?.receive().map { ($0, nil) }
  }

  func send(_ frames: [Data]) -> Bool { socket?.send(frames) ?? false }

  func linger(for limit: Duration) { socket?.linger(for: limit) }

  func close() {
    if let watch { loop.unwatch(watch) }
    watch = nil
    // As in `PeerSocket`: else ZeroMQ's I/O thread would block for ever.
    socket?.stopMonitoring()
    guardian?.close()
    guardian = nil
    socket = nil
  }
}
