import CommandLineKit
import FoundationEssentials
import MessageBus
import Messages
import TestSupport
import Testing

@testable import MessageBus

/// Slow and stopped instances beside one that answers.
@Suite(.timeLimit(.minutes(10)))
struct HedgingTests {
  /// The gate stays closed until the reply has come: only another instance can have sent it.
  @Test("another instance answers what one is too slow for")
  func slowWorker() async throws {
    try await TestStack.run { stack in
      let gate = Gate()
      defer { gate.open() }
      let holder = Locked<String?>(nil)
      for instance in ["1", "2"] {
        _ = try await stack.echoServer(instance: instance) { request in
          let isFirst = holder.withLock { holder in
            guard request.text == "hold", holder == nil else { return false }
            holder = instance
            return true
          }
          if isFirst { gate.pass() }
          return instance
        }
      }
      let client = try stack.bus().client
      let reply = try await client.send(Echo(text: "hold"))
      #expect(reply.text != holder.withLock { $0 })
    }
  }

  @Test("a change is not sent to a second instance while the first may still make it")
  func changesAreSentOnce() async throws {
    try await TestStack.run { stack in
      let gate = Gate()
      defer { gate.open() }
      let changes = Locked(0)
      for instance in ["1", "2"] {
        let bus = try stack.bus("server-\(instance)")
        var handlers = RequestHandlers<Void>()
        handlers.answer(Echo.self) { _, request, _ in Echo.Reply(text: request.text) }
        handlers.answer(Change.self) { _, _, _ in
          changes.withLock { $0 += 1 }
          gate.pass()
          return Done()
        }
        let server = try RequestServer<Void>(
          service: .router, loop: bus.loop, workers: 2, handlers: handlers, makeWorker: {})
        try await bus.serve(server, as: .router, instance: instance)
      }
      let client = try stack.bus().client
      async let change = client.send(Change())
      while changes.withLock({ $0 == 0 }) { await Task.yield() }
      // A client that repeats changes has done so by now; one that does not passes in any case.
      try await Task.sleep(for: HedgeDelays.first + .milliseconds(200))
      #expect(changes.withLock { $0 } == 1)
      gate.open()
      _ = try await change
    }
  }

  /// The first instance's bytes are held back as if its process was stopped. What it gets when it
  /// goes on is what was sent to it meanwhile.
  @Test("a stopped instance costs one request a delay, and is used again when it goes on")
  func stoppedInstance() async throws {
    try await TestStack.run { stack in
      let served = Locked<Set<String>>([])
      func answer(_ instance: String) -> @Sendable (Echo) -> String {
        { _ in
          served.withLock { _ = $0.insert(instance) }
          return instance
        }
      }
      _ = try await stack.echoServer(instance: "1", answer("1"))
      try await stack.withRelay(.requests) { other, relay in
        _ = try await stack.echoServer(instance: "2", at: other, answer("2"))
        let client = try stack.bus(at: other).client
        var rounds = 0
        while served.withLock({ $0.count }) < 2 || rounds < 40 {
          _ = try await client.send(Echo(text: "before"))
          rounds += 1
        }
        relay.hold()
        for round in 0..<40 {
          #expect(try await client.send(Echo(text: "during \(round)")).text == "2")
        }
        relay.release()
        while try await client.send(Echo(text: "after")).text == "2" {
          // Leaves the relay time to pass on what it held back.
          try await Task.sleep(for: .milliseconds(5))
        }
        // Those that were taken back count, too.
        let sent = String(decoding: relay.passed, as: UTF8.self).ranges(of: "during")
        #expect(sent.count <= 1)
      }
    }
  }

  @Test("an instance that was asked whether it is there is passed over until it says anything")
  func silence() {
    let socket = SilentSocket()
    let one = ServiceConnection(ConnectionID(service: .router, instance: "1"), socket)
    let other = ServiceConnection(ConnectionID(service: .router, instance: "2"), SilentSocket())
    other.outstanding = 9
    #expect(one.burden < other.burden)
    one.suspect()
    one.suspect()
    #expect(one.burden > other.burden)
    #expect(socket.sent == 1, "one ping")
    one.heard()
    #expect(one.burden < other.burden)
  }

  /// Against the percentile of all latencies, for a stationary mix of quick and slow replies.
  @Test("the delay is that within which 19 of 20 replies come")
  func percentile() {
    let seed = UInt64.random(in: 1...UInt64.max)
    var random = SeededGenerator(seed: seed)
    var delays = HedgeDelays()
    #expect(delays.delay(of: Echo.operation) == HedgeDelays.first)
    var later = 0
    for round in 0..<40_000 {
      // 30 to 130 ms, one in fifty 1 s.
      let isSlow = random.next() % 50 == 0
      let latency = Duration.milliseconds(isSlow ? 1_000 : 30 + Int(random.next() % 100))
      if round >= 2_000, latency > delays.delay(of: Echo.operation) { later += 1 }
      delays.record(Echo.operation, latency)
    }
    let share = Double(later) / 38_000
    #expect(share > 0.03 && share < 0.07, "seed \(seed): \(share)")
    for _ in 0..<2_000 { delays.record(Echo.operation, .milliseconds(1)) }
    #expect(delays.delay(of: Echo.operation) == HedgeDelays.least)
  }

  @Test("what a leaving instance refuses waits for the next")
  func leavingInstance() async throws {
    try await TestStack.run { stack in
      let gate = Gate()
      let started = Locked(0)
      let (first, firstBus) = try await stack.echoServer { request in
        started.withLock { $0 += 1 }
        gate.pass()
        return "first"
      }
      let client = try stack.bus(restartGrace: .patience).client
      async let held = client.send(Echo(text: ""))
      while started.withLock({ $0 == 0 }) { await Task.yield() }
      async let drained: Void = first.drain(timeout: .patience)
      var code: ErrorCode?
      while code != .shuttingDown {
        code = await failure {
          try await client.send(
            Echo(text: ""), to: .router, instance: "1", timeout: .milliseconds(50))
        }?.code
      }
      stack.directory.removeSockets(of: .router, instance: "1")
      async let refused = client.send(Echo(text: ""))
      // By now a client that gives up has; one that waits passes in any case.
      try await Task.sleep(for: .milliseconds(120))
      gate.open()
      #expect(try await held.text == "first")
      await drained
      await stack.close(firstBus)
      _ = try await stack.echoServer { _ in "second" }
      #expect(try await refused.text == "second")
    }
  }
}

/// A change, which is repeated only when its instance is gone.
private struct Change: RequestMessage {
  typealias Reply = Done
  static let operation = Operation(.router, "change", version: 1, repetition: .keyed)
}

/// Counts what is sent.
private final class SilentSocket: ClientSocket {
  private(set) var sent = 0

  func send(_ frames: [Data]) -> Bool {
    sent += 1
    return true
  }

  func receive() -> [Data]? { nil }
  func nextEvent() -> ConnectionEvent? { nil }
  func subscribe(to topic: String) {}
  func unsubscribe(from topic: String) {}
  func close() {}
}
