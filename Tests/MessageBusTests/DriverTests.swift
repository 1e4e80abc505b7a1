import FoundationEssentials
import MessageBus
import Messages
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct DriverTests {
  /// Sends the numbers 0 ..< count, `window` at a time.
  struct Counting: RequestDriver {
    let count: Int
    let window: Int
    var sent = 0
    var texts: [Int: String] = [:]
    var errors: [ErrorCode] = []
    /// When to begin; `nil` at once.
    var start: ContinuousClock.Instant?

    var ended: Int { texts.count + errors.count }

    mutating func next(at now: ContinuousClock.Instant) -> DriverStep {
      if let start, now < start { return .wait(until: start) }
      if ended == count { return .finish }
      guard sent < count, sent - ended < window else { return .wait(until: nil) }
      defer { sent += 1 }
      return .send(number: sent, body: Data(#"{"text":"\#(sent)"}"#.utf8))
    }

    mutating func ended(
      _ number: Int, _ outcome: Result<Data, ServiceError>, at now: ContinuousClock.Instant
    ) {
      do throws(ServiceError) {
        texts[number] = try MessageCoder.decode(Echo.Reply.self, from: outcome.get()).text
      } catch {
        errors.append(error.code)
      }
    }
  }

  private func run(_ driver: Counting, on client: RequestClient) async throws -> Counting {
    try await client.drive(driver, operation: Echo.operation, timeout: .patience)
  }

  @Test(arguments: [1, 7, 2_000]) func everyRequestHasItsReply(window: Int) async throws {
    try await TestStack.run { stack in
      _ = try await stack.echoServer(instance: "1", workers: 2, limits: .roomy)
      _ = try await stack.echoServer(instance: "2", limits: .roomy)
      let driver = try await run(Counting(count: 2_000, window: window), on: stack.bus().client)
      let expected = Dictionary(uniqueKeysWithValues: (0..<2_000).map { ($0, "\($0)") })
      #expect(driver.texts == expected)
      #expect(driver.errors == [])
    }
  }

  @Test("without an instance each request fails with unavailable") func noInstance() async throws {
    try await TestStack.run { stack in
      let driver = try await run(Counting(count: 20, window: 3), on: stack.bus().client)
      #expect(driver.errors == Array(repeating: .unavailable, count: 20))
    }
  }

  @Test func waitsUntilTheGivenTime() async throws {
    try await TestStack.run { stack in
      _ = try await stack.echoServer()
      let start = ContinuousClock.now.advanced(by: .milliseconds(30))
      let driver = Counting(count: 3, window: 1, start: start)
      #expect(try await run(driver, on: stack.bus().client).texts.count == 3)
      #expect(ContinuousClock.now >= start)
    }
  }

  @Test("outstanding requests move to another instance when theirs dies")
  func failover() async throws {
    try await TestStack.run { stack in
      let gate = Gate()
      let arrived = Locked(0)
      let dying = try await stack.echoServer(instance: "1") { request in
        arrived.withLock { $0 += 1 }
        gate.pass()
        return request.text
      }
      let client = try stack.bus().client
      async let driver = run(Counting(count: 5, window: 5), on: client)
      while arrived.withLock({ $0 }) == 0 { await Task.yield() }
      _ = try await stack.echoServer(instance: "2")
      // The client discovers it only with a request to it, or by listing the directory.
      _ = try await client.send(Echo(text: ""), to: .router, instance: "2")
      await stack.close(dying.bus)
      #expect(try await driver.texts.count == 5)
      gate.open()
    }
  }

  @Test func closingTheBusEndsADriver() async throws {
    try await TestStack.run { stack in
      let gate = Gate()
      _ = try await stack.echoServer { request in
        gate.pass()
        return request.text
      }
      let bus = try stack.bus("client")
      let client = bus.client
      async let driver = run(Counting(count: 5, window: 5), on: client)
      // The connection is established once another request has been sent over it.
      _ = await failure { try await client.send(Echo(text: ""), timeout: .milliseconds(50)) }
      await stack.close(bus)
      #expect(try await driver.texts.isEmpty)
      gate.open()
    }
  }

  /// A change.
  private struct Write: RequestMessage {
    typealias Reply = Echo.Reply
    static let operation = Messages.Operation(.router, "write", version: 1, repetition: .keyed)
    let text: String
  }

  @Test("changes are driven, too, each under a key of its own")
  func changes() async throws {
    try await TestStack.run { stack in
      let keys = Locked<[String?]>([])
      let bus = try stack.bus("server")
      var handlers = RequestHandlers<Void>()
      handlers.answer(Write.self) { _, request, context in
        keys.withLock { $0.append(context.idempotencyKey) }
        return Echo.Reply(text: request.text)
      }
      let server = try RequestServer<Void>(
        service: .router, loop: bus.loop, workers: 1, limits: .roomy, handlers: handlers,
        runtime: [:], makeWorker: {})
      try await bus.serve(server, as: .router, instance: "1")
      // Each request says itself what it is.
      let driver = try await stack.bus().client.drive(
        Writing(counting: Counting(count: 40, window: 5)), operation: Echo.operation,
        timeout: .patience)
      #expect(driver.counting.texts.count == 40)
      let seen = keys.withLock { $0.compactMap { $0 } }
      #expect(seen.count == 40 && Set(seen).count == 40)
    }
  }

  /// The same as `Counting`, of changes.
  private struct Writing: RequestDriver {
    var counting: Counting

    func operation(of number: Int) -> Messages.Operation? { Write.operation }
    mutating func next(at now: ContinuousClock.Instant) -> DriverStep { counting.next(at: now) }
    mutating func ended(
      _ number: Int, _ outcome: Result<Data, ServiceError>, at now: ContinuousClock.Instant
    ) {
      counting.ended(number, outcome, at: now)
    }
  }
}

extension ServerLimits {
  /// Refuses nothing that these tests send.
  fileprivate static var roomy: ServerLimits {
    var limits = ServerLimits()
    limits.queued = 10_000
    return limits
  }
}
