import Glibc

/// Connects to a port of this machine; blocks for `Duration.patience` at most, as sending and
/// receiving on the connection do.
///
/// - Returns: the descriptor, which the caller closes; negative if nobody listens.
package func dial(port: Int) -> Int32 {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  var patience = timeval(tv_sec: Int(Duration.patience.components.seconds), tv_usec: 0)
  let size = socklen_t(MemoryLayout<timeval>.size)
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
  setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
  var target = sockaddr_in()
  target.sin_family = sa_family_t(AF_INET)
  target.sin_port = UInt16(port).bigEndian
  inet_pton(AF_INET, "127.0.0.1", &target.sin_addr)
  // `connect` accepts addresses of any family, with their length.
  let status = withUnsafePointer(to: &target) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  if status == 0 { return descriptor }
  close(descriptor)
  return -1
}
