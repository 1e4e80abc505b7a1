import CZeroMQ
import FoundationEssentials

/// What became of a socket's connection.
enum ConnectionEvent {
  /// The peer answers.
  case ready
  /// The peer was there and is gone.
  case lost
  /// Nobody listens there.
  case refused
}

/// Tells when a socket's connections come and go.
struct SocketMonitor: ~Copyable {
  let socket: Socket

  /// Watches `monitored`. Both must be used on the same thread.
  init(_ monitored: borrowing Socket, in context: MessageContext) throws(SocketError) {
    let endpoint = "inproc://monitor-\(UInt(bitPattern: monitored.pointer))"
    let events =
      ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_CONNECT_RETRIED
      | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL
      | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH
    guard zmq_socket_monitor(monitored.pointer, endpoint, events) == 0 else {
      throw SocketError(doing: "watch a socket")
    }
    let socket = try Socket(.pair, in: context)
    // ZeroMQ's own thread would wait for room.
    try socket.set(ZMQ_RCVHWM, to: 0)
    try socket.connect(to: endpoint)
    self.socket = socket
  }

  /// The next event; `nil` where there is none.
  func next() -> ConnectionEvent? {
    while let frames = socket.receive() {
      // Source: zmq_socket_monitor(3): the first frame is a 16-bit event and a 32-bit value.
      guard let event = frames.first, event.count >= 2 else { continue }
      switch Int32(event[event.startIndex]) | Int32(event[event.startIndex + 1]) << 8 {
      case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: return .ready
      case ZMQ_EVENT_DISCONNECTED: return .lost
      default: return .refused
      }
    }
    return nil
  }
}
