import CZeroMQ
import FoundationEssentials

/// The roles of a ZeroMQ socket that QuickBrew uses.
enum SocketKind {
  case router, dealer, publisher, subscriber, pair

  fileprivate var number: Int32 {
    switch self {
    case .router: ZMQ_ROUTER
    case .dealer: ZMQ_DEALER
    case .publisher: ZMQ_XPUB
    case .subscriber: ZMQ_SUB
    case .pair: ZMQ_PAIR
    }
  }
}

/// A ZeroMQ socket with one owner.
///
/// Move-only and not Sendable: it cannot leave the actor that holds it, and that actor runs on the
/// thread that polls it. Closed when its owner releases it.
struct Socket: ~Copyable {
  /// Must not outlive the socket.
  let pointer: UnsafeMutableRawPointer
  /// For polling; must not be asked once the socket is gone.
  let readiness: SocketReadiness

  init(_ kind: SocketKind, in context: MessageContext) throws(SocketError) {
    guard let pointer = zmq_socket(context.pointer, kind.number) else {
      throw SocketError(doing: "open a socket")
    }
    // Closing a socket discards unsent messages. The option exists for every kind, so the call
    // cannot fail.
    var linger: Int32 = 0
    zmq_setsockopt(pointer, ZMQ_LINGER, &linger, MemoryLayout<Int32>.size)
    self.pointer = pointer
    readiness = SocketReadiness(of: pointer)
  }

  deinit { zmq_close(pointer) }

  func set(_ option: Int32, to value: Int32) throws(SocketError) {
    readiness.wasUsed = true
    var value = value
    try check(
      zmq_setsockopt(pointer, option, &value, MemoryLayout<Int32>.size), "set option \(option)")
  }

  func set(_ option: Int32, toLong value: Int64) throws(SocketError) {
    readiness.wasUsed = true
    var value = value
    try check(
      zmq_setsockopt(pointer, option, &value, MemoryLayout<Int64>.size), "set option \(option)")
  }

  func set(_ option: Int32, toText value: String) throws(SocketError) {
    readiness.wasUsed = true
    try check(zmq_setsockopt(pointer, option, value, value.utf8.count), "set option \(option)")
  }

  /// Demands a key of whoever connects, and shows them the server's.
  func serve(with keys: CurveKeyPair, domain: String) throws(SocketError) {
    try set(ZMQ_CURVE_SERVER, to: 1)
    try set(ZMQ_CURVE_SECRETKEY, toText: keys.secretKey)
    try set(ZMQ_ZAP_DOMAIN, toText: domain)
    try set(ZMQ_IPV6, to: 1)
  }

  /// Shows the key of the caller to servers, and speaks to those only that have the server's.
  func call(with keys: ClientKeys) throws(SocketError) {
    try set(ZMQ_CURVE_SERVERKEY, toText: keys.serverPublicKey)
    try set(ZMQ_CURVE_PUBLICKEY, toText: keys.own.publicKey)
    try set(ZMQ_CURVE_SECRETKEY, toText: keys.own.secretKey)
    try set(ZMQ_IPV6, to: 1)
    try set(ZMQ_CONNECT_TIMEOUT, to: Heartbeat.connectMilliseconds)
  }

  func bind(to endpoint: String) throws(SocketError) {
    readiness.wasUsed = true
    try check(zmq_bind(pointer, endpoint), "listen at \(endpoint)")
  }

  func connect(to endpoint: String) throws(SocketError) {
    readiness.wasUsed = true
    try check(zmq_connect(pointer, endpoint), "connect to \(endpoint)")
  }

  /// Lets unsent messages leave after the socket is closed: `MessageContext.terminate` waits for
  /// them.
  func linger(for limit: Duration) {
    // The option exists for every kind.
    try? set(ZMQ_LINGER, to: Int32(limit / .milliseconds(1)))
  }

  /// Sends all frames as one message without blocking; `false` if the message cannot be queued.
  ///
  /// ZeroMQ queues a message as a whole or not at all: only the first frame can be refused.
  func send(_ frames: [Data]) -> Bool {
    readiness.wasUsed = true
    for (index, frame) in frames.enumerated() {
      let flags = ZMQ_DONTWAIT | (index + 1 < frames.count ? ZMQ_SNDMORE : 0)
      let sent = frame.withUnsafeBytes { zmq_send(pointer, $0.baseAddress, $0.count, flags) }
      guard sent >= 0 else { return false }
    }
    return true
  }

  /// Receives the next message without blocking; `nil` if no message waits.
  func receive() -> [Data]? { receive { _ in } }

  /// The same with the public key by which the sender was admitted, as the authenticator named it.
  func receiveWithKey() -> (frames: [Data], key: String?)? {
    var key: String?
    let frames = receive { message in
      key = key ?? zmq_msg_gets(&message, "User-Id").map { String(cString: $0) }
    }
    return frames.map { ($0, key) }
  }

  private func receive(_ look: (inout zmq_msg_t) -> Void) -> [Data]? {
    readiness.wasUsed = true
    var frames: [Data] = []
    var message = zmq_msg_t()
    repeat {
      zmq_msg_init(&message)
      defer { zmq_msg_close(&message) }
      guard zmq_msg_recv(&message, pointer, ZMQ_DONTWAIT) >= 0 else { return nil }
      look(&message)
      let size = zmq_msg_size(&message)
      // The bytes are copied before the message that owns them is closed.
      frames.append(zmq_msg_data(&message).map { Data(bytes: $0, count: size) } ?? Data())
    } while zmq_msg_more(&message) != 0
    return frames
  }

  /// Ends the events of `SocketMonitor`; must be called before the monitor's socket is closed.
  func stopMonitoring() { zmq_socket_monitor(pointer, nil, 0) }

  private func check(_ status: Int32, _ action: String) throws(SocketError) {
    if status != 0 { throw SocketError(doing: action) }
  }
}
