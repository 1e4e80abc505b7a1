import Glibc
import TestSupport
import Testing

@testable import ServiceRuntime

@Suite struct ServiceManagerTests {
  @Test("states arrive as datagrams at a path, and at a name without a file")
  func arrive() throws {
    try TemporaryDirectory.with { temporary in
      for address in ["\(temporary.path)/notify", "@quickbrew-test-\(getpid())"] {
        let manager = ServiceManager(environment: ["NOTIFY_SOCKET": address])
        #expect(!manager.notify(.ready), "nobody listens yet")
        let socket = try listen(at: address)
        defer { close(socket) }
        #expect(manager.notify(.ready))
        #expect(manager.notify(.alive))
        #expect(manager.notify(.stopping))
        #expect(receive(from: socket) == "READY=1")
        #expect(receive(from: socket) == "WATCHDOG=1")
        #expect(receive(from: socket) == "STOPPING=1")
      }
    }
  }

  @Test("without a manager, and with an address that is too long, nothing is sent")
  func nobody() {
    for environment in [
      [:], ["NOTIFY_SOCKET": ""], ["NOTIFY_SOCKET": "/" + String(repeating: "a", count: 200)],
    ] {
      #expect(!ServiceManager(environment: environment).notify(.ready))
    }
  }

  private func listen(at address: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    let bytes = address.hasPrefix("@") ? [0] + Array(address.utf8.dropFirst()) : Array(address.utf8)
    // The path's array is fixed in size, and its bytes are those of the address.
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let status = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    try #require(status == 0)
    return descriptor
  }

  private func receive(from descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
