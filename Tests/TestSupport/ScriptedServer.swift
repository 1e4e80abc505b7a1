import Foundation
import Glibc

/// An HTTP server on this machine whose responses a test scripts, including invalid ones.
///
/// Each connection has its own thread and serves one request.
package final class ScriptedServer: Sendable {
  /// A request, for the script to respond to.
  package struct Exchange: Sendable {
    /// The path with the query.
    package let path: String
    /// By name in lower case.
    package let headers: [String: String]
    fileprivate let descriptor: Int32

    /// Sends a complete response with its length.
    package func answer(_ status: Int, _ body: String, _ headers: [String] = []) {
      let head =
        ["HTTP/1.1 \(status) Whatever", "Content-Length: \(body.utf8.count)", "Connection: close"]
        + headers
      send(head.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    /// Sends raw bytes; returns whether the peer accepted them.
    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }

    /// Sends nothing for this long, or until the client is gone.
    package func pause(milliseconds: Int32) {
      var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&watched, 1, milliseconds)
    }
  }

  private let listener: Int32
  /// The base URL of the server.
  package let address: String

  /// Runs the server during `body`.
  package static func with<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ script: @escaping @Sendable (Exchange) -> Void,
    _ body: (ScriptedServer) async throws -> Result
  ) async throws -> Result {
    let server = try ScriptedServer(script)
    defer { shutdown(server.listener, Int32(SHUT_RDWR)) }
    return try await body(server)
  }

  private struct CannotListen: Error { let number = errno }

  private init(_ script: @escaping @Sendable (Exchange) -> Void) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // `bind` and `getsockname` accept addresses of any family; the length gives the size of this
    // one.
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && listen(listener, 64) == 0
          ? getsockname(listener, pointer, &length) : -1
      }
    }
    guard listener >= 0, status == 0 else { throw CannotListen() }
    self.listener = listener
    self.address = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    Thread.detachNewThread { Self.acceptAll(listener, script) }
  }

  private static func acceptAll(
    _ listener: Int32, _ script: @escaping @Sendable (Exchange) -> Void
  ) {
    while true {
      let connection = accept(listener, nil, nil)
      // The listener was shut down.
      guard connection >= 0 else { break }
      Thread.detachNewThread {
        if let exchange = read(connection) { script(exchange) }
        close(connection)
      }
    }
    close(listener)
  }

  private static func read(_ connection: Int32) -> Exchange? {
    var head: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4_096)
    while !String(decoding: head, as: UTF8.self).contains("\r\n\r\n") {
      let count = recv(connection, &piece, piece.count, 0)
      guard count > 0 else { return nil }
      head += piece[..<count]
    }
    let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3 else { return nil }
    let headers = lines.dropFirst().compactMap { line -> (String, String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      return (line[..<colon].lowercased(), value)
    }
    return Exchange(
      path: String(words[1]), headers: Dictionary(headers) { first, _ in first },
      descriptor: connection)
  }
}
