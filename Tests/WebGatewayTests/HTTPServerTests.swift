import Foundation
import MessageBus
import TestSupport
import Testing
import WebGateway

/// Suspends its callers until it is opened.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

private func text(_ text: String, _ status: Int = 200) -> HTTPResponse {
  HTTPResponse(status, "text/plain", Data(text.utf8))
}

private func serve(
  limits: HTTPLimits = HTTPLimits(), _ handler: @escaping HTTPServer.Handler
) throws -> HTTPServer {
  try HTTPServer(port: 0, limits: limits, handler: handler)
}

@Suite(.timeLimit(.minutes(10))) struct HTTPServerTests {
  @Test("the handler gets the request and the client the response")
  func exchange() async throws {
    let server = try serve { request in
      let body = String(decoding: request.body, as: UTF8.self)
      return text(
        "\(request.method) \(request.path) \(request.query["a b"] ?? "-") "
          + "\(request.headers["x-test"] ?? "-") \(body)", 201)
    }
    let client = try RawClient(port: server.port)
    let response = try await client.exchange(
      http("POST", "/caf%C3%A9?a%20b=c%26d", ["X-Test: yes"], body: "hello"))
    #expect(response.status == 201)
    #expect(response.headers["content-type"] == "text/plain")
    #expect(response.body == "POST /café c&d yes hello")
  }

  @Test(
    "a header that may come once only is refused when it comes twice",
    arguments: ["Host: localhost", "Content-Length: 2", "content-length: 3"])
  func repeatedHeaders(header: String) async throws {
    let server = try serve { _ in text("served") }
    let client = try RawClient(port: server.port)
    try await client.send(
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\(header)\r\n"
        + "Connection: close\r\n\r\nab")
    #expect(Response(try await client.readToEnd()).status == 400)
  }

  @Test("a connection serves several requests")
  func keepAlive() async throws {
    let server = try serve { text($0.path) }
    let client = try RawClient(port: server.port)
    #expect(try await client.exchange(http("GET", "/one")).body == "/one")
    #expect(try await client.exchange(http("GET", "/two")).body == "/two")
  }

  @Test("a HEAD request gets the length without a body")
  func head() async throws {
    let server = try serve { _ in text("four") }
    let client = try RawClient(port: server.port)
    try await client.send(http("HEAD", "/", ["Connection: close"]))
    let response = Response(try await client.readToEnd())
    #expect(response.headers["content-length"] == "4")
    #expect(response.body == "")
  }

  @Test("a slow response delays no other client")
  func slowHandler() async throws {
    let gate = Gate()
    let server = try serve { request in
      if request.path == "/slow" { await gate.wait() }
      return text(request.path)
    }
    let slow = try RawClient(port: server.port)
    try await slow.send(http("GET", "/slow"))
    let quick = try RawClient(port: server.port)
    #expect(try await quick.exchange(http("GET", "/quick")).body == "/quick")
    await gate.open()
    #expect(try await slow.read(until: "/slow").hasPrefix("HTTP/1.1 200"))
  }

  @Test("many clients are served concurrently")
  func manyClients() async throws {
    let server = try serve { request in
      await Task.yield()
      return text(request.path)
    }
    let port = server.port
    let bodies = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<50 {
        group.addTask {
          let client = try RawClient(port: port)
          return try await client.exchange(http("GET", "/\(number)")).body == "/\(number)"
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(bodies == Array(repeating: true, count: 50))
  }
}

@Suite(.timeLimit(.minutes(10))) struct HTTPLimitTests {
  let limits = HTTPLimits(headerBytes: 4_096, bodyBytes: 1_000)

  @Test("browsers and the bus's two ports leave an eighth of the descriptors for all else")
  func descriptors() {
    for files in [256, 1_024, 16_384, 32_768, 1 << 20] {
      let bus = 2 * ConnectionBounds(openFiles: files).inAll
      #expect(8 * (HTTPLimits(openFiles: files).connections + bus) <= 7 * files)
    }
    #expect(HTTPLimits(openFiles: 32_768).connections == HTTPLimits().connections)
  }

  @Test("a body of the maximum size is accepted, one byte more is not")
  func bodyLimit() async throws {
    let server = try serve(limits: limits) { text("\($0.body.count)") }
    let fits = String(repeating: "x", count: 1_000)
    let client = try RawClient(port: server.port)
    #expect(try await client.exchange(http("POST", "/", body: fits)).body == "1000")
    let response = try await client.exchange(
      http("POST", "/", ["Connection: close"], body: fits + "x"))
    #expect(response.status == 413)
  }

  @Test("a body with too large a length is refused before it is sent")
  func declaredLength() async throws {
    let server = try serve(limits: limits) { _ in text("unreached") }
    let client = try RawClient(port: server.port)
    try await client.send(http("POST", "/", ["Content-Length: 100000000000000000000000"]))
    let huge = try await client.readToEnd()
    #expect(huge.hasPrefix("HTTP/1.1 413") || huge.hasPrefix("HTTP/1.1 400"), "\(huge)")
    let other = try RawClient(port: server.port)
    try await other.send(http("POST", "/", ["Content-Length: 100000000"]))
    #expect(Response(try await other.read(until: "tooLarge")).status == 413)
  }

  @Test("a chunked body is counted as it arrives")
  func chunked() async throws {
    let server = try serve(limits: limits) { text("\($0.body.count)") }
    let chunk = "200\r\n" + String(repeating: "x", count: 512) + "\r\n"
    let client = try RawClient(port: server.port)
    let head = http("POST", "/", ["Transfer-Encoding: chunked"])
    #expect(try await client.exchange(head + chunk + "0\r\n\r\n").body == "512")
    #expect(try await client.exchange(head + chunk + chunk + "0\r\n\r\n").status == 413)
  }

  @Test("a client that sends an endless body is disconnected")
  func endlessBody() async throws {
    let server = try serve(limits: limits) { _ in text("unreached") }
    let client = try RawClient(port: server.port)
    let chunk = "200\r\n" + String(repeating: "x", count: 512) + "\r\n"
    try await client.send(http("POST", "/", ["Transfer-Encoding: chunked"]) + chunk)
    await #expect(throws: RawClient.Failure.self) {
      let many = String(repeating: chunk, count: 1_000)
      for _ in 0..<100 { try await client.send(many) }
    }
  }

  @Test("too large headers are refused")
  func headerLimit() async throws {
    let server = try serve(limits: limits) { _ in text("unreached") }
    let client = try RawClient(port: server.port)
    try await client.send(http("GET", "/", ["X-Long: \(String(repeating: "x", count: 5_000))"]))
    #expect((400..<500).contains(Response(try await client.readToEnd()).status))
  }

  @Test("a query with too many names is refused, not waited for", arguments: [201, 500, 1_000])
  func argumentLimit(count: Int) async throws {
    let server = try serve { text("\($0.arguments.count)") }
    func request(_ count: Int) -> String {
      http("GET", "/?" + (1...count).map { "name\($0)=1" }.joined(separator: "&"))
    }
    let client = try RawClient(port: server.port)
    try await client.send(request(count))
    #expect(Response(try await client.readToEnd()).status == 414)
    #expect(try await RawClient(port: server.port).exchange(request(200)).body == "200")
  }

  @Test(
    "a malformed request is refused", arguments: ["GET / HTTP/1.1\r\n\r\n", "nonsense\r\n\r\n"])
  func malformed(request: String) async throws {
    let server = try serve { _ in text("unreached") }
    let client = try RawClient(port: server.port)
    try await client.send(request)
    #expect(!(try await client.readToEnd()).contains("unreached"))
    // The server still answers.
    #expect(try await RawClient(port: server.port).exchange(http("GET", "/")).status == 200)
  }

  @Test("clients that disconnect half-way do no harm")
  func earlyDisconnect() async throws {
    let server = try serve { _ in text("fine") }
    for _ in 0..<20 {
      for start in ["POST / HTTP/1.1\r\nHost: lo", http("POST", "/", ["Content-Length: 9"]) + "a"] {
        try await RawClient(port: server.port).send(start)
      }
    }
    #expect(try await RawClient(port: server.port).exchange(http("GET", "/")).body == "fine")
  }
}

@Suite(.timeLimit(.minutes(10))) struct HTTPStreamTests {
  @Test("streamed bytes arrive as they are written")
  func streaming() async throws {
    let stream = BodyStream(capacity: 1_000)
    let server = try serve { _ in HTTPResponse(200, body: .stream(stream)) }
    let client = try RawClient(port: server.port)
    try await client.send(http("GET", "/", ["Connection: close"]))
    _ = try await client.read(until: "\r\n\r\n")
    for word in ["one", "two", "three"] {
      #expect(stream.write(Data(word.utf8)))
      _ = try await client.read(until: word)
    }
    stream.finish()
    #expect(try await client.readToEnd().hasSuffix("0\r\n\r\n"))
    #expect(!stream.write(Data("late".utf8)))
  }

  @Test("a client that disconnects ends the stream")
  func clientGone() async throws {
    let stream = BodyStream(capacity: 1_000_000)
    let server = try serve { _ in HTTPResponse(200, body: .stream(stream)) }
    var client: RawClient? = try RawClient(port: server.port)
    try await client?.send(http("GET", "/"))
    _ = try await client?.read(until: "\r\n\r\n")
    client = nil
    let gone = Gate()
    stream.onAbandon { Task { await gone.open() } }
    // Only a write shows that the client has disconnected.
    while stream.write(Data("hello?".utf8)) { await Task.yield() }
    await gone.wait()
  }

  @Test("a client that does not keep up is disconnected")
  func slowReader() {
    let stream = BodyStream(capacity: 10)
    #expect(stream.write(Data(repeating: 0, count: 10)))
    #expect(!stream.write(Data([0])))
    #expect(!stream.write(Data()))
  }
}

@Suite(.timeLimit(.minutes(10))) struct HTTPStopTests {
  @Test("a stopping server finishes the requests under way")
  func drain() async throws {
    let gate = Gate()
    let started = Gate()
    let server = try serve { _ in
      await started.open()
      await gate.wait()
      return text("done")
    }
    let client = try RawClient(port: server.port)
    try await client.send(http("GET", "/"))
    await started.wait()
    async let stopped: Void = server.stop()
    await gate.open()
    #expect(try await client.read(until: "done").hasPrefix("HTTP/1.1 200"))
    await stopped
    #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
  }

  @Test("a handler that never returns does not keep the server from stopping")
  func hungHandler() async throws {
    let started = Gate()
    let server = try serve { _ in
      await started.open()
      // Stands for work that only cancelling ends; the test does not wait that long.
      try? await Task.sleep(for: .seconds(3_600))
      return text("never")
    }
    let client = try RawClient(port: server.port)
    try await client.send(http("GET", "/"))
    await started.wait()
    await server.stop(drainTimeout: .zero)
    #expect(!(try await client.readToEnd()).contains("never"))
  }

  @Test("a stopping server ends its streams")
  func stopStreams() async throws {
    let stream = BodyStream(capacity: 1_000)
    let server = try serve { _ in HTTPResponse(200, body: .stream(stream)) }
    let client = try RawClient(port: server.port)
    try await client.send(http("GET", "/"))
    stream.write(Data("hello".utf8))
    _ = try await client.read(until: "hello")
    await server.stop()
    #expect(try await client.readToEnd().hasSuffix("0\r\n\r\n"))
  }

  @Test("a port in use is named in the error")
  func portInUse() async throws {
    let server = try serve { _ in text("first") }
    let port = server.port
    #expect(throws: HTTPServerError.portTaken(address: "127.0.0.1", port: port)) {
      try HTTPServer(port: port) { _ in text("second") }
    }
  }

  @Test("an invalid address is named in the error")
  func invalidAddress() {
    #expect(throws: HTTPServerError.notAnAddress("localhost")) {
      try HTTPServer(address: "localhost", port: 0) { _ in text("unreached") }
    }
  }
}
