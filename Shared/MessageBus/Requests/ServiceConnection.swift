import CZeroMQ
import FoundationEssentials
import Messages

/// Names one instance of a service.
struct ConnectionID: Hashable, CustomStringConvertible {
  let service: ServiceName
  let instance: String

  var description: String { "\(service) \(instance)" }

  func serves(_ request: OutgoingRequest) -> Bool {
    service == request.service && (request.instance ?? instance) == instance
  }
}

/// A client's socket to one instance. Lives on the loop's thread.
final class ServiceConnection {
  enum State { case connecting, ready, refused }

  var state = State.connecting
  /// Requests sent and not answered.
  var outstanding = 0
  /// Requests sent in all; breaks ties, so that idle instances take turns.
  private(set) var sent = 0
  private var socket: Socket?
  private var monitor: SocketMonitor?
  private var watches: [MessageLoop.WatchID] = []

  /// - Throws: `SocketError` where the socket cannot be made.
  init(
    to endpoint: String, in context: MessageContext, loop: MessageLoop,
    onReply: @escaping () -> Void, onEvent: @escaping () -> Void
  ) throws(SocketError) {
    let socket = try Socket(.dealer, in: context)
    // Without it, requests sent while the peer restarts would vanish.
    try socket.set(ZMQ_IMMEDIATE, to: 1)
    // The number of outstanding requests is bounded by the client.
    try socket.set(ZMQ_SNDHWM, to: 0)
    try socket.set(ZMQ_RCVHWM, to: 0)
    // A process that was stopped still has its connections accepted by the system.
    try socket.set(ZMQ_HANDSHAKE_IVL, to: Heartbeat.handshakeMilliseconds)
    try socket.set(ZMQ_RECONNECT_IVL, to: 50)
    try socket.set(ZMQ_RECONNECT_IVL_MAX, to: 500)
    try socket.set(ZMQ_HEARTBEAT_IVL, to: Heartbeat.intervalMilliseconds)
    try socket.set(ZMQ_HEARTBEAT_TIMEOUT, to: Heartbeat.timeoutMilliseconds)
    let monitor = try SocketMonitor(socket, in: context)
    try socket.connect(to: endpoint)
    watches = [loop.watch(socket, onReply), loop.watch(monitor.socket, onEvent)]
    self.socket = consume socket
    self.monitor = consume monitor
  }

  func send(_ frames: [Data]) -> Bool {
    sent += 1
    return socket?.send(frames) ?? false
  }

  func receive() -> [Data]? { socket?.receive() }

  func nextEvent() -> ConnectionEvent? { monitor?.next() }

  func close(_ loop: MessageLoop) {
    for watch in watches { loop.unwatch(watch) }
    watches = []
    socket = nil
    monitor = nil
  }
}

extension Data {
  /// A request's number as its frame: eight bytes, little-endian.
  init(_ number: UInt64) {
    self = Swift.withUnsafeBytes(of: number.littleEndian) { Data($0) }
  }
}

extension UInt64 {
  /// `nil` where the frame is no request's number of ours.
  init?(frame: Data) {
    guard frame.count == 8 else { return nil }
    self = frame.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
