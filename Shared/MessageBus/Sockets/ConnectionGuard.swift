import CResolver
import CZeroMQ
import Glibc

/// Shuts the connections to a listening socket that are beyond its bounds. Lives on the loop's
/// thread.
///
/// ZeroMQ accepts whoever comes, on its own thread, and reports the descriptor. It goes on owning
/// it: here it is never closed, only shut down, whereupon ZeroMQ reads the end and closes it.
///
/// By the time that a report is read, the descriptor may have been closed, and its number may be
/// that of anything else in the process. So nothing is asked of the number, and nothing done to it:
/// 1. `dup2` makes `hand` another name of whatever the number means at that moment, in one step,
///    or fails. `hand` is this object's own, so its meaning then stays.
/// 2. Whether that is a connection to this port, and from where, is asked of `hand`.
/// 3. So what is shut is a connection to this port that is beyond the bounds by its own address. If
///    it is not the one that was reported it is a later one, whose own report comes yet: in the
///    ledger that one replaces whatever has its number.
/// 4. `dup2` works at the limit of descriptors, as `hand` is open already; afterwards `hand` is
///    `blank` again, so that it does not keep a connection open.
///
/// Reports are in order: ZeroMQ's one I/O thread accepts, reports, reports the end before it
/// closes, and only then can accept another connection of the same number.
final class ConnectionGuard {
  /// Reports that are read before the loop serves others.
  private static let batch = 1_000
  /// Addresses that are remembered, so that each is reported once.
  private static let rememberedRefusals = 1_000

  private let loop: MessageLoop
  private let listener: SecureListener
  private let port: UInt16
  private var monitor: SocketMonitor?
  private var watch: MessageLoop.WatchID?
  private var ledger: ConnectionLedger
  private var refusals: Set<RemoteAddress> = []
  /// What `hand` is between two reports.
  private let blank: NullDevice
  private let hand: NullDevice

  /// Must precede `bind`, so that no connection is missed.
  ///
  /// - Parameter endpoint: ends with the port.
  /// - Throws: `SocketError`.
  init(
    _ socket: borrowing Socket, at endpoint: String, _ listener: SecureListener,
    in context: MessageContext, loop: MessageLoop
  ) throws(SocketError) {
    self.loop = loop
    self.listener = listener
    port = endpoint.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
    ledger = ConnectionLedger(listener.bounds)
    blank = try NullDevice()
    hand = try NullDevice()
    let monitor = try SocketMonitor(
      socket, events: ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_DISCONNECTED, in: context)
    watch = loop.watch(monitor.socket) { [unowned self] in readReports() }
    self.monitor = consume monitor
  }

  /// Must follow `stopMonitoring` of its socket.
  func close() {
    if let watch { loop.unwatch(watch) }
    watch = nil
    monitor = nil
  }

  private func readReports() {
    for _ in 0..<Self.batch {
      guard let (event, descriptor) = monitor?.next() else { return }
      if event == ZMQ_EVENT_ACCEPTED { examine(descriptor) } else { ledger.end(descriptor) }
    }
  }

  private func examine(_ descriptor: Int32) {
    guard dup2(descriptor, hand.number) >= 0 else { return }
    defer { dup2(blank.number, hand.number) }
    guard let address = remoteAddress(), !ledger.admit(descriptor, from: address) else { return }
    shutdown(hand.number, Int32(SHUT_RDWR))
    if refusals.count < Self.rememberedRefusals, refusals.insert(address).inserted {
      listener.refused(
        """
        refused a connection from \(address) to port \(port): it may have \
        \(listener.bounds.byAddress), all together \(listener.bounds.inAll)
        """)
    }
  }

  /// Where `hand` comes from; `nil` unless it is a connection to this port.
  private func remoteAddress() -> RemoteAddress? {
    guard let own = Self.address({ getsockname(hand.number, $0, $1) }), own.port == port else {
      return nil
    }
    return Self.address { getpeername(hand.number, $0, $1) }?.address
  }

  private static func address(
    _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> (address: RemoteAddress, port: UInt16)? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    // The calls write at most `length` bytes, and `storage` has room for every kind of address.
    return withUnsafeMutablePointer(to: &storage) { pointer in
      let isKnown = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call($0, &length) == 0
      }
      guard isKnown else { return nil }
      let raw = UnsafeRawPointer(pointer)
      switch Int32(pointer.pointee.ss_family) {
      case AF_INET:
        let address = raw.loadUnaligned(as: sockaddr_in.self)
        return withUnsafeBytes(of: address.sin_addr) {
          (RemoteAddress(Array($0)), UInt16(bigEndian: address.sin_port))
        }
      case AF_INET6:
        let address = raw.loadUnaligned(as: sockaddr_in6.self)
        return withUnsafeBytes(of: address.sin6_addr) {
          (RemoteAddress(Array($0)), UInt16(bigEndian: address.sin6_port))
        }
      default: return nil
      }
    }
  }
}

/// A descriptor that means nothing, until it is made to mean something else.
private struct NullDevice: ~Copyable {
  let number: Int32

  init() throws(SocketError) {
    number = open("/dev/null", O_RDONLY | O_CLOEXEC)
    if number < 0 { throw SocketError(doing: "open /dev/null") }
  }

  deinit { close(number) }
}
