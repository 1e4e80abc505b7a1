import CZeroMQ
import FoundationEssentials

/// A change of a socket's connection.
enum ConnectionEvent {
  /// The handshake succeeded.
  case ready
  /// The connection was lost.
  case lost
  /// The connection was refused, or the handshake failed.
  case refused
  /// The service does not know the key.
  case denied
}

/// Reports the changes of a socket's connection.
struct SocketMonitor: ~Copyable {
  let socket: Socket

  /// Monitors `monitored`. Both must be used on the same thread.
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
    // With a mark, ZeroMQ's I/O thread would block when it is reached.
    try socket.set(ZMQ_RCVHWM, to: 0)
    try socket.connect(to: endpoint)
    self.socket = socket
  }

  /// The next event; `nil` if there is none.
  func next() -> ConnectionEvent? {
    while let frames = socket.receive() {
      // Source: zmq_socket_monitor(3): the first frame is a 16-bit event and a 32-bit value.
      guard let event = frames.first, event.count >= 2 else { continue }
      switch Int32(event[event.startIndex]) | Int32(event[event.startIndex + 1]) << 8 {
      case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: return .ready
      case ZMQ_EVENT_DISCONNECTED: return .lost
      case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: return .denied
      default: return .refused
      }
    }
    return nil
  }
}
