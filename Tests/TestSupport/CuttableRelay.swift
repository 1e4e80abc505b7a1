import Glibc
import MessageBus

/// Relays bytes between a service's socket and its peers; on request it cuts all connections, also
/// in the middle of a message, holds all bytes back, as a stopped process does, or is slow. An
/// address is the path of a Unix socket, or `127.0.0.1:PORT`.
package final class CuttableRelay: Sendable {
  private struct State: Sendable {
    var descriptors: Set<Int32> = []
    /// The number of bytes until the connections are cut; `nil` where no cut is scheduled.
    var fuse: Int?
    var isHeld = false
    /// What was passed on since the first `hold`, in both directions.
    var passed: [UInt8]?
    /// How long each piece of bytes is underway, in microseconds.
    var delay: UInt32 = 0
  }

  private let target: String
  private let listener: Int32
  private let state = Locked(State())

  /// Listens at `path` until `close`, whether the target exists or not.
  ///
  /// - Throws: `RelayError` where listening fails.
  package init(at path: String, to target: String) throws {
    self.target = target
    listener = Self.socket(for: path)
    let bound = Self.withAddress(of: path) { bind(listener, $0, $1) }
    guard bound == 0, listen(listener, 64) == 0 else {
      let number = errno
      Glibc.close(listener)
      throw RelayError(path: path, number: number)
    }
    NamedThread.detached("relay") { [self] in
      while true {
        let peer = accept(listener, nil, nil)
        guard peer >= 0 else { break }
        _ = fcntl(peer, F_SETFD, FD_CLOEXEC)
        relay(peer)
      }
      // Closed by whoever uses it: its number may be another's at once.
      Glibc.close(listener)
    }
  }

  /// Cuts all connections after this many more bytes. New connections are accepted as before.
  package func cut(after bytes: Int) {
    state.withLock { $0.fuse = bytes }
    if bytes == 0 { cutNow() }
  }

  /// Passes nothing on until `release`. Connections are accepted as before.
  package func hold() {
    state.withLock { state in
      state.isHeld = true
      state.passed = state.passed ?? []
    }
  }

  /// What was held back and has been passed on by now, and all that came after it.
  package var passed: [UInt8] { state.withLock { $0.passed ?? [] } }

  /// Passes everything on that much later, from now on.
  package func slow(by delay: Duration) {
    state.withLock { $0.delay = UInt32(delay / .microseconds(1)) }
  }

  package func release() { state.withLock { $0.isHeld = false } }

  package func close() {
    shutdown(listener, Int32(SHUT_RDWR))
    cutNow()
  }

  private func cutNow() {
    state.withLock { state in
      state.fuse = nil
      state.isHeld = false
      for descriptor in state.descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  private func relay(_ peer: Int32) {
    let service = Self.socket(for: target)
    guard Self.withAddress(of: target, { connect(service, $0, $1) }) == 0 else {
      Glibc.close(service)
      Glibc.close(peer)
      return
    }
    state.withLock { $0.descriptors.formUnion([peer, service]) }
    NamedThread.detached("relayed") { [self] in
      pass(peer, service)
      state.withLock { state in
        state.descriptors.subtract([peer, service])
        Glibc.close(peer)
        Glibc.close(service)
      }
    }
  }

  /// Relays bytes until either side closes, or the connection is cut.
  private func pass(_ one: Int32, _ other: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      var polled = [
        pollfd(fd: one, events: Int16(POLLIN), revents: 0),
        pollfd(fd: other, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&polled, 2, -1) > 0 else { return }
      for (index, to) in [(0, other), (1, one)] where polled[index].revents != 0 {
        let count = read(polled[index].fd, &buffer, buffer.count)
        // Held by the test for an instant; not worth a condition.
        while state.withLock({ $0.isHeld }) { usleep(1_000) }
        // The delay is the relay's purpose.
        usleep(state.withLock { $0.delay })
        guard count > 0, send(buffer[..<count], to: to) else { return }
      }
    }
  }

  private func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    let (allowed, isCut) = state.withLock { state in
      state.passed? += bytes
      guard let fuse = state.fuse else { return (bytes.count, false) }
      // Another connection may use up the rest before the cut.
      state.fuse = max(0, fuse - bytes.count)
      return (min(bytes.count, fuse), fuse <= bytes.count)
    }
    var left = bytes.prefix(allowed)
    while !left.isEmpty {
      let sent = left.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return false }
      left = left.dropFirst(sent)
    }
    if isCut { cutNow() }
    return !isCut
  }

  fileprivate static func isFree(_ port: Int) -> Bool {
    let address = "127.0.0.1:\(port)"
    let descriptor = socket(for: address)
    defer { Glibc.close(descriptor) }
    return withAddress(of: address) { bind(descriptor, $0, $1) } == 0 && listen(descriptor, 1) == 0
  }

  private static func port(of address: String) -> UInt16? {
    let parts = address.split(separator: ":")
    return address.hasPrefix("/") || parts.count != 2 ? nil : UInt16(parts[1])
  }

  private static func socket(for address: String) -> Int32 {
    let family = port(of: address) == nil ? AF_UNIX : AF_INET
    // Not for the processes that other tests start meanwhile: they would keep the port.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = Glibc.socket(family, kind, 0)
    var one: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    return descriptor
  }

  private static func withAddress(
    of address: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    if let port = port(of: address) {
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_port = port.bigEndian
      place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      return pass(place, body)
    }
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    // The path and its NUL; `RunDirectory` keeps paths short enough.
    withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: Array(address.utf8) + [0]) }
    return pass(place, body)
  }

  private static func pass<Address>(
    _ address: Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    // The system's calls take every kind of address by the same pointer.
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }
}

/// The first of `count` ports of 127.0.0.1 in a row that are free. No other call of this process
/// gets one of them.
///
/// - Throws: `RelayError` without any.
package func freePorts(_ count: Int = 2) throws -> Int {
  for _ in 0..<200 {
    let first = nextPort.withLock { next in
      if next + count > possiblePorts.upperBound { next = possiblePorts.lowerBound }
      defer { next += count }
      return next
    }
    if (first..<first + count).allSatisfy(CuttableRelay.isFree) { return first }
  }
  throw RelayError(path: "127.0.0.1", number: EADDRINUSE)
}

/// Below those that the system hands out by itself, so that nobody gets one meanwhile.
private let possiblePorts = 20_000..<32_000
private let nextPort = Locked(Int.random(in: possiblePorts))

/// Listening failed.
package struct RelayError: Error {
  package let path: String
  /// The system's `errno`.
  package let number: Int32
}
