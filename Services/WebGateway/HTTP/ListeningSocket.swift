import CMicroHTTPD
import Glibc

/// A bound IPv4 TCP socket, created here instead of by the library for exact errors and the port.
struct ListeningSocket {
  let descriptor: Int32
  let port: Int

  /// - Throws: `HTTPServerError`.
  init(address: String, port: Int) throws(HTTPServerError) {
    guard let number = UInt16(exactly: port) else {
      throw .cannotListen(address: address, port: port, reason: "ports go up to 65535")
    }
    var target = sockaddr_in()
    target.sin_family = sa_family_t(AF_INET)
    target.sin_port = number.bigEndian
    guard inet_pton(AF_INET, address, &target.sin_addr) == 1 else { throw .notAnAddress(address) }
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Self.failure(address, port) }
    // A restarted server can bind its port while connections of the previous one linger.
    var yes: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard Self.bind(descriptor, to: &target), listen(descriptor, SOMAXCONN) == 0 else {
      let error = Self.failure(address, port)
      close(descriptor)
      throw error
    }
    self.port = Self.port(of: descriptor)
  }

  private static func failure(_ address: String, _ port: Int) -> HTTPServerError {
    if errno == EADDRINUSE { return .portTaken(address: address, port: port) }
    return .cannotListen(
      address: address, port: port, reason: String(cString: strerror(errno)))
  }

  private static func bind(_ descriptor: Int32, to address: inout sockaddr_in) -> Bool {
    // `bind` accepts addresses of any family, with their length.
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func port(of descriptor: Int32) -> Int {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // `getsockname` writes at most `length` bytes, which is all of `address`.
    _ = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
