import CZeroMQ
import FoundationEssentials

/// Reports what happens to a socket's connections.
struct SocketMonitor: ~Copyable {
  let socket: Socket

  /// Monitors `monitored`. Both must be used on the same thread.
  ///
  /// - Parameter events: ZeroMQ's numbers of those that are reported, added up.
  init(
    _ monitored: borrowing Socket, events: Int32, in context: MessageContext
  ) throws(SocketError) {
    let endpoint = "inproc://monitor-\(UInt(bitPattern: monitored.pointer))"
    guard zmq_socket_monitor(monitored.pointer, endpoint, events) == 0 else {
      throw SocketError(doing: "watch a socket")
    }
    let socket = try Socket(.pair, in: context)
    // With a mark, ZeroMQ's I/O thread would block when it is reached.
    try socket.set(ZMQ_RCVHWM, to: 0)
    try socket.connect(to: endpoint)
    self.socket = socket
  }

  /// The next event and its value; `nil` if no event waits.
  func next() -> (event: Int32, value: Int32)? {
    while let frames = socket.receive() {
      // Source: zmq_socket_monitor(3): the first frame is a 16-bit event and a 32-bit value, in the
      // machine's order of bytes.
      guard let bytes = frames.first, bytes.count == 6 else { continue }
      return bytes.withUnsafeBytes { bytes in
        // Six bytes are there.
        (
          Int32(bytes.loadUnaligned(as: UInt16.self)),
          bytes.loadUnaligned(fromByteOffset: 2, as: Int32.self)
        )
      }
    }
    return nil
  }
}

/// A change of a socket's connection to one peer.
enum ConnectionEvent {
  /// The handshake succeeded.
  case ready
  /// The connection was lost.
  case lost
  /// The connection was refused, or the handshake failed.
  case refused
  /// The service does not know the key.
  case denied

  /// ZeroMQ's numbers of them.
  static let numbers =
    ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_CONNECT_RETRIED
    | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL
    | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH

  init(number: Int32) {
    self =
      switch number {
      case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: .ready
      case ZMQ_EVENT_DISCONNECTED: .lost
      case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: .denied
      default: .refused
      }
  }
}
