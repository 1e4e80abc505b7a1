import CommandLineKit
import Foundation
import Messages
import TestSupport
import Testing

@testable import MessageBus

/// The time that a request has.
@Suite struct RequestDeadlineTests {
  @Test("a late reply is a time-out") func lateReply() async throws {
    try await TestStack.run { stack in
      let gate = Gate()
      _ = try await stack.echoServer { _ in
        gate.pass()
        return "late"
      }
      let client = try stack.bus().client
      let failure = await failure {
        try await client.send(Echo(text: ""), timeout: .milliseconds(50))
      }
      #expect(failure?.code == .deadlineExceeded)
      gate.open()
    }
  }

  @Test("a request whose caller could not take it back expires by the server's clock")
  func expiredByTheClock() throws {
    let arrival = ContinuousClock.now
    for (wait, isExpired) in [(99, false), (100, true), (5_000, true)] {
      let pending = PendingRequest(
        client: Data(), socket: 0, caller: nil, asker: .connection(Data()),
        frames: RequestFrames(
          requestID: Data(), operation: Echo.operation.name,
          header: Data(#"{"timeoutMilliseconds":100}"#.utf8), body: Data()),
        arrival: arrival, now: { arrival + .milliseconds(wait) }, statisticsName: "", spanID: nil)
      var cache = HeaderCache()
      let code: ErrorCode?
      do throws(ServiceError) {
        _ = try pending.context(&cache)
        code = nil
      } catch {
        code = error.code
      }
      #expect(code == (isExpired ? .deadlineExceeded : nil), "after \(wait) ms")
    }
  }

  @Test("an expired request is not handled") func expiredRequest() async throws {
    try await TestStack.run { stack in
      let gate = Gate()
      let served = Locked<[String]>([])
      _ = try await stack.echoServer { request in
        served.withLock { $0.append(request.text) }
        if request.text == "first" { gate.pass() }
        return request.text
      }
      let client = try stack.bus().client
      async let first = client.send(Echo(text: "first"))
      while served.withLock({ $0.isEmpty }) { await Task.yield() }
      let late = await failure {
        try await client.send(Echo(text: "given up"), timeout: .milliseconds(30))
      }
      #expect(late?.code == .deadlineExceeded)
      // Its time is counted from its arrival; what comes behind it on the connection arrives later.
      _ = try await client.send(CountedOperations(), to: .router)
      // It is over 30 ms after that, which nothing else tells.
      try await Task.sleep(for: .milliseconds(60))
      gate.open()
      #expect(try await first.text == "first")
      #expect(try await client.send(Echo(text: "next")).text == "next")
      #expect(served.withLock { $0 } == ["first", "next"])
    }
  }

  @Test("a client keeps a bounded number of bytes of requests, until their time is up")
  func outstandingBytes() async throws {
    try await TestStack.run { stack in
      _ = try await stack.echoServer { $0.text }
      try await stack.withRelay(.requests) { directory, relay in
        let client = try stack.bus(at: directory).client
        _ = try await client.send(Echo(text: "connected"))
        relay.hold()
        let body = Data(count: WireLimits.maximumBodyBytes)
        let room = ClientLimits.outstandingBytes / body.count
        let codes = await withTaskGroup(of: ErrorCode?.self) { group in
          for _ in 0..<room + 2 {
            group.addTask {
              await failure {
                try await client.send(
                  body, as: Echo.operation, timeout: .seconds(5), traceID: nil)
              }?.code
            }
          }
          return await group.reduce(into: []) { $0.append($1) }
        }
        let late = Array(repeating: ErrorCode?.some(.deadlineExceeded), count: room)
        #expect(codes == [.overloaded, .overloaded] + late)
        let next = await failure {
          try await client.send(
            body, as: Echo.operation, timeout: .milliseconds(50), traceID: nil)
        }
        #expect(next?.code == .deadlineExceeded, "there is room again")
      }
    }
  }
}
