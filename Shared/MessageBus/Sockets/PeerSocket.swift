import CZeroMQ
import FoundationEssentials

/// A socket connected to one peer, and the events of that connection. Lives on the loop's thread.
final class PeerSocket {
  private let loop: MessageLoop
  private var socket: Socket?
  private var monitor: SocketMonitor?
  private var watches: [MessageLoop.WatchID] = []

  /// Starts to connect; `onEvent` is called when the state of the connection changes.
  ///
  /// - Parameter keys: with which to speak where the endpoint is on another machine.
  /// - Throws: `SocketError` if the socket cannot be created.
  init(
    _ kind: SocketKind, to endpoint: String, keys: ClientKeys?, in context: MessageContext,
    loop: MessageLoop,
    onMessage: @escaping () -> Void, onEvent: @escaping () -> Void
  ) throws(SocketError) {
    self.loop = loop
    let socket = try Socket(kind, in: context)
    // No high-water marks, and no ZMQ_IMMEDIATE: with either, ZeroMQ aborts the process when a
    // connection ends while messages wait (see the README). The owner bounds what is queued: it
    // sends nothing before the connection is ready, and closes the socket once it is lost.
    try socket.set(ZMQ_SNDHWM, to: 0)
    try socket.set(ZMQ_RCVHWM, to: 0)
    // The system accepts connections even for a process that is stopped (SIGSTOP).
    try socket.set(ZMQ_HANDSHAKE_IVL, to: Heartbeat.handshakeMilliseconds)
    try socket.set(ZMQ_HEARTBEAT_IVL, to: Heartbeat.intervalMilliseconds)
    try socket.set(ZMQ_HEARTBEAT_TIMEOUT, to: Heartbeat.timeoutMilliseconds)
    try socket.set(ZMQ_RECONNECT_IVL, to: Heartbeat.reconnectMilliseconds)
    try socket.set(ZMQ_RECONNECT_IVL_MAX, to: Heartbeat.longestReconnectMilliseconds)
    if let keys { try socket.call(with: keys) }
    let monitor = try SocketMonitor(socket, events: ConnectionEvent.numbers, in: context)
    do {
      try socket.connect(to: endpoint)
    } catch {
      socket.stopMonitoring()
      throw error
    }
    watches = [loop.watch(socket, onMessage), loop.watch(monitor.socket, onEvent)]
    self.socket = consume socket
    self.monitor = consume monitor
  }

  func send(_ frames: [Data]) -> Bool { socket?.send(frames) ?? false }

  func receive() -> [Data]? { socket?.receive() }

  func nextEvent() -> ConnectionEvent? {
    (monitor?.next()).map { ConnectionEvent(number: $0.event) }
  }

  func subscribe(to topic: String) {
    // Fails only for an option that does not exist.
    try? socket?.set(ZMQ_SUBSCRIBE, toText: topic)
  }

  func unsubscribe(from topic: String) {
    // As above.
    try? socket?.set(ZMQ_UNSUBSCRIBE, toText: topic)
  }

  func close() {
    for watch in watches { loop.unwatch(watch) }
    watches = []
    // ZeroMQ's I/O thread sends monitor events with a blocking send. Without a receiver it would
    // block for ever, and every connection of the process with it.
    socket?.stopMonitoring()
    socket = nil
    monitor = nil
  }
}
