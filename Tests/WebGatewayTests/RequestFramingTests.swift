import Foundation
import MessageBus
import TestSupport
import Testing
import WebGateway

/// Requests that two servers could read in two ways, alone and behind the proxies of Debian.
@Suite(.timeLimit(.minutes(10))) struct RequestFramingTests {
  private static let hidden = "GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n"

  private static func post(_ lines: [String], _ body: String, _ version: String = "1.1") -> String {
    (["POST /open HTTP/\(version)"] + lines).joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  /// A request with a second one in its body, which only one reader sees: that of the chunks, or
  /// that of the length.
  private static func ambiguous(_ first: String, _ second: String) -> String {
    post(["Host: localhost", first, second], "0\r\n\r\n" + hidden)
  }

  private static let length = "Content-Length: \(5 + hidden.utf8.count)"

  /// What libmicrohttpd shows of a request, so that it is refused.
  private static let refused: [(name: String, request: String)] = [
    ("both lengths", ambiguous(length, "Transfer-Encoding: chunked")),
    ("both, the other way round", ambiguous("Transfer-Encoding: chunked", length)),
    ("a space before the colon", ambiguous(length, "Transfer-Encoding : chunked")),
    ("a tab before the colon", ambiguous(length, "Transfer-Encoding\t: chunked")),
    ("an unknown coding", ambiguous(length, "Transfer-Encoding: xchunked")),
    ("two codings", ambiguous("X-A: b", "Transfer-Encoding: chunked, identity")),
    (
      "two lines of codings", ambiguous("Transfer-Encoding: identity", "Transfer-Encoding: chunked")
    ),
    ("a quoted coding", ambiguous(length, "Transfer-Encoding: \"chunked\"")),
    (
      "chunks in HTTP/1.0",
      post(["Host: localhost", "Transfer-Encoding: chunked"], "0\r\n\r\n", "1.0")
    ),
    ("a signed length", post(["Host: localhost", "Content-Length: +2"], "ab")),
    ("a list of lengths", post(["Host: localhost", "Content-Length: 2, 2"], "ab")),
    ("a length in hexadecimal", post(["Host: localhost", "Content-Length: 0x2"], "ab")),
    ("two lengths", post(["Host: localhost", "Content-Length: 2", "Content-Length: 2"], "ab")),
    ("a name in parentheses", post(["Host: localhost", "(X): y"], "")),
    ("two hosts", post(["Host: localhost", "Host: localhost"], "")),
    ("a host with a user", post(["Host: localhost:80@evil.example"], "")),
    ("a host with a path", post(["Host: localhost/evil"], "")),
    ("a host with a text for a port", post(["Host: localhost:80x"], "")),
    ("a host with half a bracket", post(["Host: [::1"], "")),
    ("a zero byte in the path", "GET /open%00/hidden HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ("a zero byte in the query", "GET /open?a=b%00c HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ("a control byte in the path", "GET /open\u{1} HTTP/1.1\r\nHost: localhost\r\n\r\n"),
  ]

  /// What only its parser sees, and takes.
  private static let unseen: [(name: String, request: String)] = [
    ("a folded coding", ambiguous(length, "Transfer-Encoding:\r\n chunked")),
    ("a folded length", post(["Host: localhost", "Content-Length:\r\n 2"], "ab")),
    ("a header behind a bare LF", ambiguous(length, "X-A: b\nTransfer-Encoding: chunked")),
    ("a header behind a bare CR", ambiguous(length, "X-A: b\rTransfer-Encoding: chunked")),
    (
      "a head of bare LFs",
      post(["Host: localhost", length, ""], "").replacing("\r", with: "") + hidden
    ),
    ("a tab before the coding", ambiguous(length, "Transfer-Encoding:\tchunked")),
    ("a vertical tab before the coding", ambiguous(length, "Transfer-Encoding:\u{b}chunked")),
    ("a zero byte in a header", ambiguous(length, "X-A: b\0\r\nTransfer-Encoding: chunked")),
    (
      "a body of a GET",
      "GET /open HTTP/1.1\r\nHost: localhost\r\n\(length)\r\n\r\n0\r\n\r\n" + hidden
    ),
    (
      "an extension of a chunk with a bare LF",
      post(
        ["Host: localhost", "Transfer-Encoding: chunked"],
        "2;\nxx\r\n4c\r\n0\r\n\r\n" + hidden + "\r\n0\r\n\r\n")
    ),
    (
      "a chunk as long as a word has room for",
      post(
        ["Host: localhost", "Transfer-Encoding: chunked"], "10000000000000002\r\nab\r\n" + hidden)
    ),
    (
      "a chunk's length with a prefix",
      post(["Host: localhost", "Transfer-Encoding: chunked"], "0x2\r\nab\r\n0\r\n\r\n" + hidden)
    ),
    ("two spaces in the first line", "GET  /open  HTTP/1.1\r\nHost: localhost\r\n\r\n" + hidden),
    (
      "an address with another host",
      "GET http://other.example/hidden HTTP/1.1\r\nHost: localhost\r\n\r\n"
    ),
    ("an empty line first", "\r\n" + ambiguous(length, "X-A: b")),
  ]

  /// What a server was asked for.
  private typealias Paths = Locked<[String]>

  private static func serve(_ asked: Paths) throws -> HTTPServer {
    try HTTPServer(port: 0, limits: HTTPLimits()) { request in
      asked.withLock { $0.append(request.path) }
      return HTTPResponse(200, "text/plain", Data(request.path.utf8))
    }
  }

  @Test("a request that can be read in two ways is refused, and ends the connection")
  func refusals() async throws {
    let asked = Paths([])
    let server = try Self.serve(asked)
    for (name, request) in Self.refused {
      let client = try RawClient(port: server.port)
      try await client.send(request)
      let text = try await client.readToEnd()
      #expect(Response(text).status == 400, "\(name): \(text.prefix(200))")
      #expect(!text.contains("HTTP/1.1 200"), "\(name): \(text)")
    }
    #expect(asked.withLock { $0 } == [])
  }

  @Test(
    "usual hosts are accepted",
    arguments: [
      "localhost", "localhost:8080", "127.0.0.1:80", "[::1]", "[::1]:8080", "a-b.example", "",
    ])
  func hosts(_ host: String) async throws {
    let asked = Paths([])
    let server = try Self.serve(asked)
    let client = try RawClient(port: server.port)
    try await client.send("GET /open HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
    #expect(Response(try await client.readToEnd()).status == 200)
  }

  // MARK: Proxies

  /// A proxy that keeps connections to the server, and lets nobody to `/hidden`.
  private struct Proxy: Sendable {
    let program: String
    let arguments: [String]
    /// With PORT, TO and DIR in it.
    let configuration: String
  }

  private static let proxies = [
    Proxy(
      program: "/usr/bin/caddy",
      arguments: ["run", "--adapter", "caddyfile", "--config", "DIR/proxy"],
      configuration: """
        {
          admin off
          auto_https off
        }
        http://127.0.0.1:PORT, http://localhost:PORT, http://:PORT {
          bind 127.0.0.1
          respond /hidden* 403
          reverse_proxy 127.0.0.1:TO
        }
        """),
    Proxy(
      program: "/usr/sbin/nginx", arguments: ["-p", "DIR", "-c", "DIR/proxy", "-e", "DIR/errors"],
      configuration: """
        daemon off;
        master_process off;
        pid DIR/pid;
        events {}
        http {
          access_log off;
          client_body_temp_path DIR/body; proxy_temp_path DIR/proxied; fastcgi_temp_path DIR/f;
          uwsgi_temp_path DIR/u; scgi_temp_path DIR/s;
          upstream gateway { server 127.0.0.1:TO; keepalive 4; }
          server {
            listen 127.0.0.1:PORT;
            location /hidden { return 403; }
            location / {
              proxy_pass http://gateway; proxy_http_version 1.1; proxy_set_header Connection "";
              proxy_request_buffering off;
            }
          }
        }
        """),
    Proxy(
      program: "/usr/sbin/haproxy", arguments: ["-db", "-f", "DIR/proxy"],
      configuration: """
        defaults
          mode http
          timeout client 20s
          timeout server 20s
          timeout connect 20s
          http-reuse always
        frontend guests
          bind 127.0.0.1:PORT
          http-request deny if { path_beg /hidden }
          default_backend gateway
        backend gateway
          server one 127.0.0.1:TO

        """),
  ]

  private static func withProxy(
    _ proxy: Proxy, to server: HTTPServer, _ body: (Int) async throws -> Void
  ) async throws {
    try await TemporaryDirectory.with { directory in
      let port = try freePorts()
      func filled(_ text: String) -> String {
        text.replacing("PORT", with: "\(port)").replacing("TO", with: "\(server.port)")
          .replacing("DIR", with: directory.path)
      }
      try Data(filled(proxy.configuration).utf8)
        .write(to: URL(filePath: directory.path("proxy")))
      let process = try ChildProcess(
        proxy.program, proxy.arguments.map(filled),
        environment: ["HOME": directory.path, "XDG_DATA_HOME": directory.path],
        output: .file(directory.path("output")), errors: .file(directory.path("output")))
      defer { process.terminate() }
      while (try? RawClient(port: port)) == nil {
        try #require(process.isRunning, "\(proxy.program) has ended")
        // Another process without a notification, so it is polled.
        try await Task.sleep(for: .milliseconds(20))
      }
      try await body(port)
      await process.kill()
    }
  }

  @Test("behind a proxy no request comes through in the body of another", arguments: 0..<3)
  func smuggling(index: Int) async throws {
    let asked = Paths([])
    let server = try Self.serve(asked)
    try await Self.withProxy(Self.proxies[index], to: server) { port in
      // It forwards what is plain, and nothing to where nobody may go.
      for (request, status) in [
        (Self.post(["Host: localhost", "Content-Length: 2"], "ab"), 200), (Self.hidden, 403),
      ] {
        #expect(try await RawClient(port: port).exchange(request).status == status)
      }
      for (name, request) in Self.refused + Self.unseen {
        let client = try RawClient(port: port)
        try await client.send(request)
        // The end of what this client says, so that no proxy waits for more of it.
        client.finish()
        _ = try? await client.readToEnd()
        // The next one, on a connection that the proxy may have kept.
        let next = try await RawClient(port: port)
          .exchange("GET /next HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(next.status == 200 && next.body == "/next", "\(name): \(next)")
      }
      #expect(asked.withLock { $0 }.allSatisfy { !$0.contains("hidden") })
      #expect(
        asked.withLock { $0.count { $0 == "/next" } } == Self.refused.count + Self.unseen.count)
    }
  }
}
