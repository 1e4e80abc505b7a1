import Foundation
import Glibc

/// A TCP connection that can send any bytes, unlike an HTTP library.
///
/// Its calls block, so each runs on its own thread and leaves the task threads to the server.
///
/// `@unchecked Sendable`: a test awaits each call before the next, so `received` has one user at a
/// time.
package final class RawClient: @unchecked Sendable {
  private let descriptor: Int32
  private var received = Data()

  /// A call of the system that failed.
  package struct Failure: Error { let what: String }

  /// Connects to a port of this machine. Each call waits for `patience` at most.
  ///
  /// - Throws: `Failure` if nobody listens.
  package init(port: Int, patience: Duration = .patience) throws {
    descriptor = dial(port: port, patience: patience)
    guard descriptor >= 0 else { throw Failure(what: "connect: \(errno)") }
  }

  deinit { close(descriptor) }

  /// Sends bytes as they are.
  ///
  /// - Throws: `Failure` if the server has closed the connection.
  package func send(_ text: String) async throws {
    try await onThread { try self.sendNow(text) }
  }

  /// Ends the sending side; the server can still answer.
  package func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads until the bytes received contain `mark`, and returns all of them.
  ///
  /// - Throws: `Failure` if they never do.
  package func read(until mark: String) async throws -> String {
    try await onThread { try self.readNow(until: mark) }
  }

  /// Reads until the server closes the connection.
  ///
  /// - Throws: `Failure` if it does not within the client's patience.
  package func readToEnd() async throws -> String {
    try await onThread {
      while try self.readMore() {}
      return self.text
    }
  }

  /// Sends a request and reads one response with its body, by the length in its head.
  ///
  /// - Throws: `Failure` if the connection ends before.
  package func exchange(_ request: String) async throws -> Response {
    try await onThread { try self.exchangeNow(request) }
  }

  private func sendNow(_ text: String) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let sent = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { throw Failure(what: "send: \(errno)") }
      bytes = bytes.dropFirst(sent)
    }
  }

  private func readNow(until mark: String) throws -> String {
    while received.range(of: Data(mark.utf8)) == nil {
      guard try readMore() else { throw Failure(what: "closed before “\(mark)”: \(text)") }
    }
    return text
  }

  private func exchangeNow(_ request: String) throws -> Response {
    received = Data()
    try sendNow(request)
    let head = try readNow(until: "\r\n\r\n")
    let response = Response(head)
    let length = response.headers["content-length"].flatMap { Int($0) } ?? 0
    let start = received.range(of: Data("\r\n\r\n".utf8))?.upperBound ?? received.endIndex
    while received.count - start < length, try readMore() {}
    return Response(text)
  }

  private var text: String { String(decoding: received, as: UTF8.self) }

  private func readMore() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count >= 0 else { throw Failure(what: "recv: \(errno), so far: \(text)") }
    received.append(contentsOf: buffer.prefix(count))
    return count > 0
  }
}

/// Runs a blocking call on a new thread.
package func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}

/// A parsed response.
package struct Response: Sendable {
  package let status: Int
  /// By their names in small letters.
  package let headers: [String: String]
  package let body: String

  /// - Parameter text: the head, an empty line, the body.
  package init(_ text: String) {
    let end = text.range(of: "\r\n\r\n")
    let head = text[..<(end?.lowerBound ?? text.endIndex)]
    let lines = head.components(separatedBy: "\r\n")
    status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] =
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    self.headers = headers
    body = end.map { String(text[$0.upperBound...]) } ?? ""
  }
}

/// The text of a request without or with a body.
package func http(
  _ method: String, _ path: String, _ headers: [String] = [], body: String? = nil
) -> String {
  let length = body.map { ["Content-Length: \($0.utf8.count)"] } ?? []
  let lines = ["\(method) \(path) HTTP/1.1", "Host: localhost"] + headers + length
  return lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
}
