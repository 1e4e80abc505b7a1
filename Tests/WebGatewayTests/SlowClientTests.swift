import Foundation
import Glibc
import MessageBus
import TestSupport
import Testing

@testable import WebGateway

/// Clients that send a byte now and then.
@Suite(.timeLimit(.minutes(10))) struct SlowClientTests {
  private static let stranger = "192.0.2.7"
  /// An answer, and an end, that never comes is waited for no longer than this.
  private static let patience = Duration.seconds(60)
  private let start = ContinuousClock.now
  private let limits = HTTPLimits(
    connections: 64, connectionsByAddress: 3, requestSeconds: 10, bodyBytesPerSecond: 100,
    idleSeconds: 30)

  private func after(_ seconds: Double) -> ConnectionTable.Instant { start + .seconds(seconds) }

  @Test("a head must be complete within its time, whether it is the first or a later one")
  func heads() {
    var table = ConnectionTable(limits)
    #expect(table.open(1, from: Self.stranger, at: start) == [])
    #expect(table.open(2, from: Self.stranger, at: after(5)) == [])
    #expect(table.overdue(at: after(9)) == [])
    #expect(table.overdue(at: after(10)) == [1])
    #expect(table.overdue(at: after(11)) == [], "each is shut once")
    table.complete(2)
    #expect(table.overdue(at: after(1_000)) == [], "whoever waits for an answer may wait")
    table.answered(2, at: after(1_000))
    #expect(table.overdue(at: after(1_039)) == [])
    #expect(table.overdue(at: after(1_040)) == [2])
  }

  @Test("a body must keep its pace: each part gives time for as much more")
  func bodies() {
    var table = ConnectionTable(limits)
    for descriptor: Int32 in [1, 2] {
      _ = table.open(descriptor, from: Self.stranger, at: start)
      table.beginBody(descriptor, at: after(9))
    }
    for _ in 0..<10 { table.receive(1, on: 1) }
    for _ in 0..<10 { table.receive(100, on: 2) }
    #expect(table.overdue(at: after(19)) == [])
    #expect(table.overdue(at: after(20)) == [1])
    #expect(table.overdue(at: after(28)) == [])
    #expect(table.overdue(at: after(29)) == [2])
  }

  @Test("an address has its share of connections, a proxy and this machine any number")
  func byAddress() {
    var table = ConnectionTable(limits)
    for descriptor: Int32 in 1...3 {
      #expect(table.open(descriptor, from: Self.stranger, at: start) == [])
    }
    #expect(table.open(4, from: Self.stranger, at: start) == [4])
    table.close(4)
    #expect(table.open(4, from: "192.0.2.8", at: start) == [])
    table.close(1)
    #expect(table.open(5, from: Self.stranger, at: start) == [])
    for descriptor: Int32 in 10..<30 {
      #expect(table.open(descriptor, from: HTTPLimits.local, at: start) == [])
    }
  }

  @Test("where there is little room the slowest to ask go, and never who waits for an answer")
  func crowd() {
    var table = ConnectionTable(limits)
    // All but a sixteenth of the connections.
    for descriptor: Int32 in 0..<60 {
      #expect(table.open(descriptor, from: HTTPLimits.local, at: after(Double(descriptor))) == [])
    }
    table.complete(0)
    table.answered(1, at: after(60))
    #expect(table.open(60, from: HTTPLimits.local, at: after(60)) == [2])
    #expect(table.open(61, from: HTTPLimits.local, at: after(60)) == [3], "2 is still there")
    for descriptor: Int32 in 0...61 { table.complete(descriptor) }
    #expect(table.open(62, from: HTTPLimits.local, at: after(61)) == [], "not the new one itself")
  }

  @Test("a client that goes on sending a head, or a body, byte by byte is disconnected")
  func drops() async throws {
    // No other bound is reached meanwhile.
    let limits = HTTPLimits(
      headerBytes: 1 << 26, bodyBytes: 1 << 30, requestSeconds: 1, bodyBytesPerSecond: 1 << 30,
      idleSeconds: 3_600)
    let server = try HTTPServer(port: 0, limits: limits) { _ in HTTPResponse(200) }
    for start in ["GET / HTTP/1.1\r\nX: ", http("POST", "/", ["Content-Length: 1000000000"])] {
      let client = try RawClient(port: server.port, patience: Self.patience)
      try await client.send(start)
      try await client.send("x")
      // Without the deadline it would stay open for an hour, and this throws.
      #expect(try await client.readToEnd() == "")
    }
  }

  @Test(
    "thousands of heads that grow byte by byte keep nobody from answers, wherever they come from",
    .enabled("so many files may not be open here", hasRoom),
    arguments: ["127.0.0.2", "127.0.0.1"])
  func thousands(source: String) async throws {
    let limits = HTTPLimits(connections: 256, connectionsByAddress: 100, requestSeconds: 1_000)
    let server = try HTTPServer(port: 0, limits: limits) { _ in HTTPResponse(200) }
    let port = server.port
    var crowd: [Int32] = []
    var answered = 0
    for _ in 0..<30 {
      crowd += try await onThread { (0..<100).map { _ in dial(port: port, from: source) } }
      // Those that are shut by now accept no more.
      for descriptor in crowd { _ = send(descriptor, "G", 1, Int32(MSG_NOSIGNAL)) }
      for _ in 0..<5 {
        let guest = try RawClient(port: port, patience: Self.patience)
        if try await guest.exchange(http("GET", "/")).status == 200 { answered += 1 }
      }
    }
    for descriptor in crowd { close(descriptor) }
    #expect(!crowd.contains { $0 < 0 })
    #expect(answered == 150)
  }

  /// Raises the limit of open files to what the connections need.
  @Sendable private static func hasRoom() -> Bool {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(resource, &limit) == 0, limit.rlim_max >= 8_000 else { return false }
    limit.rlim_cur = max(limit.rlim_cur, 8_000)
    return setrlimit(resource, &limit) == 0
  }
}
