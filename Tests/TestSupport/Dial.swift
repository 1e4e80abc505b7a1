import Glibc

/// Connects to a port of this machine; blocks for `patience` at most, as sending and receiving on
/// the connection do.
///
/// - Parameters:
///   - source: an address of this machine, 127.0.0.0/8, from which it connects.
///   - patience: whole seconds.
/// - Returns: the descriptor, which the caller closes; negative if nobody listens.
package func dial(
  port: Int, from source: String? = nil, patience: Duration = .patience
) -> Int32 {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  var patience = timeval(tv_sec: Int(patience.components.seconds), tv_usec: 0)
  let size = socklen_t(MemoryLayout<timeval>.size)
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
  setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
  if let source {
    let status = withAddress(source, port: 0) { bind(descriptor, $0, $1) }
    precondition(status == 0, "no address of this machine: \(source)")
  }
  if withAddress("127.0.0.1", port: port, { connect(descriptor, $0, $1) }) == 0 {
    return descriptor
  }
  close(descriptor)
  return -1
}

private func withAddress(
  _ text: String, port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = UInt16(port).bigEndian
  inet_pton(AF_INET, text, &address.sin_addr)
  // The calls accept addresses of any family, with their length.
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}
