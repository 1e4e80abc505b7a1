import FoundationEssentials
import MessageBus
import Messages
import TestSupport
import Testing

@Suite struct ServiceClientTests {
  private static func context(timeLeft: Duration) -> RequestContext {
    RequestContext(deadline: .now.advanced(by: timeLeft))
  }

  @Test("a request is not sent after the deadline")
  func expired() async {
    let bus = ScriptedBus().answering("planner.map/1") { _ in "{}" }
    let client = bus.within(Self.context(timeLeft: .zero), reserve: .zero, for: "test")
    let error = await #expect(throws: ServiceError.self) {
      try await client.send(MapInfoRequest())
    }
    #expect(
      error
        == ServiceError(
          .deadlineExceeded, "The time for the test ran out before planner.map/1."))
    #expect(bus.sent.isEmpty)
  }

  @Test("a request before the deadline gets the remaining time, the reserve less")
  func remainingTime() async throws {
    let seen = Locked<[(timeout: Duration?, traceID: String?)]>([])
    let context = Self.context(timeLeft: .seconds(1_000))
    let client = SpyClient(seen: seen).within(context, reserve: .seconds(10), for: "test")
    _ = try? await client.send(MapInfoRequest())
    _ = try? await client.send(MapInfoRequest(), timeout: .seconds(2), traceID: "own")
    let calls = seen.withLock { $0 }
    #expect(calls.map(\.traceID) == [nil, "own"])
    let first = try #require(calls[0].timeout)
    #expect(first <= .seconds(990) && first > .seconds(890))
    #expect(calls[1].timeout == .seconds(2))
  }

  @Test(
    "an error about the request is unchanged, a failure of the service names it",
    arguments: ErrorCode.table.map(\.code))
  func named(code: ErrorCode) async throws {
    let failure = ServiceError(code, "It failed.", suggestions: ["this"])
    let bus = ScriptedBus().answering("planner.map/1") { _ in throw failure }
    let error = await #expect(throws: ServiceError.self) {
      try await bus.named(in: "test").send(MapInfoRequest())
    }
    let unchanged: Set<ErrorCode> = [
      .invalidRequest, .notFound, .noRoute, .outsideMap, .ambiguous, .conflict, .tooManyPins,
      .unauthorised,
    ]
    let expected =
      unchanged.contains(code)
      ? failure
      : ServiceError(
        code == .shuttingDown ? .unavailable : code, "The test needs planner: It failed.",
        suggestions: ["this"])
    #expect(error == expected)
  }
}

/// Records the time-outs and trace IDs of requests, and answers none.
private struct SpyClient: ServiceClient {
  let seen: Locked<[(timeout: Duration?, traceID: String?)]>

  func send(
    _ body: Data, as operation: Operation, timeout: Duration?, traceID: String?
  ) async throws(ServiceError) -> Data {
    seen.withLock { $0.append((timeout, traceID)) }
    throw ServiceError(.unavailable, "Nobody answers.")
  }
}
