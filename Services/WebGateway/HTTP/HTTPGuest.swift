import Glibc
import MessageBus

/// Asks a server of this process over HTTP whether it answers, as any browser would.
///
/// Over one connection that is kept: where all others are in use, it still is a user of the server.
/// On its own thread, as it blocks.
actor HTTPGuest {
  private static let request = Array("HEAD /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
  private let executor = ThreadExecutor("http-guest")
  private let isAsking = Locked(false)
  private let address: sockaddr_in?
  private let patience: Duration
  /// -1 while not connected.
  private var connection: Int32 = -1

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// - Parameters:
  ///   - address: where the server listens; 0.0.0.0 is this machine as well.
  ///   - patience: how long it waits at each step, in whole seconds.
  init(address: String, port: Int, patience: Duration = .seconds(5)) {
    self.patience = patience
    self.address = UInt16(exactly: port).flatMap { ListeningSocket.target(address, port: $0) }
  }

  deinit { if connection >= 0 { close(connection) } }

  /// Whether there was an answer, of whatever status, within some seconds; `false` at once while
  /// another call waits for one.
  nonisolated func isAnswered() async -> Bool {
    let isFirst = isAsking.withLock { isAsking in
      defer { isAsking = true }
      return !isAsking
    }
    guard isFirst else { return false }
    defer { isAsking.withLock { $0 = false } }
    return await ask()
  }

  private func ask() -> Bool {
    // The server closes a connection that was idle for long.
    let isKept = connection >= 0
    if exchange() { return true }
    return isKept && exchange()
  }

  private func exchange() -> Bool {
    if connection < 0 { connect() }
    if connection >= 0, send(connection, Self.request, Self.request.count, Int32(MSG_NOSIGNAL)) > 0,
      readHead()
    {
      return true
    }
    if connection >= 0 { close(connection) }
    connection = -1
    return false
  }

  private func connect() {
    guard var address else { return }
    connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard connection >= 0 else { return }
    var patience = timeval(tv_sec: Int(patience.components.seconds), tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        connection, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if status != 0 {
      close(connection)
      connection = -1
    }
  }

  /// Reads the answer, which is a head alone.
  private func readHead() -> Bool {
    var head: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while head.suffix(4) != [13, 10, 13, 10] {
      let count = recv(connection, &bytes, bytes.count, 0)
      guard count > 0, head.count < 65_536 else { return false }
      head += bytes.prefix(count)
    }
    return true
  }
}
