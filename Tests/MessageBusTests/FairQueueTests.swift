import CommandLineKit
import FoundationEssentials
import Messages
import TestSupport
import Testing

@testable import MessageBus

/// What waits in a server: in turns, and within bounds.
@Suite(.timeLimit(.minutes(10)))
struct FairQueueTests {
  private func drained(_ queue: FairQueue<Character, String>) -> [String] {
    var queue = queue
    var elements: [String] = []
    while let (element, caller, _) = queue.popFirst() {
      queue.finished(caller, after: .zero)
      elements.append(element)
    }
    return elements
  }

  private func filled(
    _ elements: [String], capacity: Int = 100, byteCapacity: Int = 1_000, bytes: Int = 0
  ) -> FairQueue<Character, String> {
    var queue = FairQueue<Character, String>(
      capacity: capacity, byteCapacity: byteCapacity, places: .each(1, spare: 0))
    for element in elements { _ = queue.offer(element, of: caller(element), bytes: bytes) }
    return queue
  }

  /// The caller of `a1` is `a`.
  private func caller(_ element: String) -> Character { element.first ?? "?" }

  @Test("callers take turns, each with its own in order")
  func turns() {
    let queue = filled(["a1", "a2", "a3", "a4", "b1", "c1", "c2"])
    #expect(drained(queue) == ["a1", "b1", "c1", "a2", "c2", "a3", "a4"])
    #expect(queue.ahead(of: "b") == 2 + 1 + 2)
    #expect(queue.ahead(of: "d") == 3)
  }

  @Test("a full queue takes one more of a caller with less, and gives up the newest of the longest")
  func displacing() {
    var queue = filled(["a1", "a2", "a3", "b1"], capacity: 4)
    let first = queue.offer("b2", of: caller("b"), bytes: 0)
    #expect(first.isQueued && first.displaced == ["a3"])
    let second = queue.offer("b3", of: caller("b"), bytes: 0)
    #expect(!second.isQueued && second.displaced == [])
    let third = queue.offer("c1", of: caller("c"), bytes: 0)
    #expect(third.isQueued && third.displaced.count == 1)
    #expect(queue.count == 4)
  }

  @Test("large bodies are bounded by their bytes, and a single one may be larger")
  func bytes() {
    var queue = filled(["a1", "a2", "a3"], byteCapacity: 100, bytes: 40)
    #expect(drained(queue) == ["a1", "a2"])
    let other = queue.offer("b1", of: caller("b"), bytes: 30)
    #expect(other.isQueued && other.displaced == ["a2"])
    #expect(drained(filled(["a1"], byteCapacity: 100, bytes: 500)) == ["a1"])
  }

  /// Against lists that are served in turns.
  @Test("any order of arrivals and departures leaves every caller its own order")
  func model() {
    let seed = UInt64.random(in: 1...UInt64.max)
    var random = SeededGenerator(seed: seed)
    var queue = FairQueue<Character, String>(
      capacity: 20, byteCapacity: 200, places: .each(1, spare: 0))
    var lists: [Character: [String]] = [:]
    for number in 0..<20_000 {
      if Int.random(in: 0..<5, using: &random) < 3 {
        let name = ["a", "b", "c"][Int.random(in: 0..<3, using: &random)]
        let size = Int.random(in: 0..<40, using: &random)
        let (isQueued, displaced) = queue.offer("\(name)\(number)", of: caller(name), bytes: size)
        for loser in displaced {
          #expect(lists[caller(loser)]?.popLast() == loser, "seed \(seed)")
        }
        if isQueued { lists[caller(name), default: []].append("\(name)\(number)") }
      } else if let (element, caller, _) = queue.popFirst() {
        queue.finished(caller, after: .milliseconds(Int.random(in: 0...9, using: &random)))
        #expect(lists[caller]?.removeFirst() == element, "seed \(seed)")
      }
      let waiting = lists.values.map(\.count).reduce(0, +)
      #expect(queue.count == waiting, "seed \(seed)")
      #expect(queue.count <= 20 && queue.bytes <= 200, "seed \(seed)")
    }
    for element in drained(queue) {
      #expect(lists[caller(element)]?.removeFirst() == element, "seed \(seed)")
    }
    #expect(lists.values.joined().isEmpty, "seed \(seed)")
  }

  /// One request is held while a client fills the queue; then another client asks once.
  @Test("a client that floods a server neither keeps another out nor before itself")
  func flood() async throws {
    try await TestStack.run { stack in
      let gate = Gate()
      let served = Locked<[String]>([])
      var limits = ServerLimits()
      limits.queued = 10
      _ = try await stack.echoServer(limits: limits) { request in
        served.withLock { $0.append(request.text) }
        if request.text == "held" { gate.pass() }
        return ""
      }
      let flooding = try stack.bus().client
      let other = try stack.bus().client
      async let held = flooding.send(Echo(text: "held"))
      while served.withLock({ $0.isEmpty }) { await Task.yield() }
      let refused = Locked(0)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<20 {
          group.addTask {
            let failure = await failure { try await flooding.send(Echo(text: "flood")) }
            if failure?.code == .overloaded { refused.withLock { $0 += 1 } }
          }
        }
        while refused.withLock({ $0 < 10 }) { await Task.yield() }
        group.addTask { _ = await failure { try await other.send(Echo(text: "other")) } }
        // Its place was another's: that one is refused now.
        while refused.withLock({ $0 < 11 }) { await Task.yield() }
        gate.open()
      }
      _ = try await held
      let order = served.withLock { $0 }
      #expect(order.count == 11)
      let place = try #require(order.firstIndex(of: "other"))
      #expect(place <= 2)
    }
  }

  @Test("bodies beyond the bound in bytes are refused")
  func heavyBodies() async throws {
    try await TestStack.run { stack in
      let gate = Gate()
      let started = Locked(0)
      var limits = ServerLimits()
      limits.queuedBytes = 10_000
      _ = try await stack.echoServer(limits: limits) { _ in
        started.withLock { $0 += 1 }
        gate.pass()
        return ""
      }
      let client = try stack.bus().client
      async let held = client.send(Echo(text: ""))
      while started.withLock({ $0 == 0 }) { await Task.yield() }
      let text = String(repeating: "x", count: 3_000)
      let codes = await withTaskGroup(of: ErrorCode?.self) { group in
        for _ in 0..<8 {
          group.addTask { await failure { try await client.send(Echo(text: text)) }?.code }
        }
        var codes: [ErrorCode?] = []
        for await code in group {
          codes.append(code)
          // Three fit.
          if codes.count == 5 { gate.open() }
        }
        return codes
      }
      #expect(codes.count { $0 == .overloaded } == 5)
      #expect(codes.count { $0 == nil } == 3)
      _ = try await held
    }
  }

  /// More replies than the system's buffers hold are made while none can leave.
  @Test("every reply of a server that is stopped arrives")
  func lastReplies() async throws {
    try await TestStack.run { stack in
      let gate = Gate()
      let bus = try stack.bus("server")
      var handlers = RequestHandlers<Void>()
      handlers.answer(Echo.self) { _, request, _ in
        gate.pass()
        return Echo.Reply(text: request.text)
      }
      var limits = ServerLimits()
      limits.lastReplies = .patience
      let server = try RequestServer<Void>(
        service: .router, loop: bus.loop, workers: 1, limits: limits, handlers: handlers,
        runtime: [
          CountedOperations.operation.name: { CountedOperations.Reply(names: ["\($0.queued)"]) }
        ], makeWorker: {})
      try await bus.serve(server, as: .router, instance: "1")
      let watching = try stack.bus().client
      try await stack.withRelay(.requests) { other, relay in
        let client = try stack.bus(at: other).client
        let text = String(repeating: "x", count: 20_000)
        let answered = try await withThrowingTaskGroup(of: Bool.self) { group in
          for _ in 0..<200 {
            group.addTask { await failure { try await client.send(Echo(text: text)) } == nil }
          }
          while try await watching.send(CountedOperations(), to: .router).names != ["199"] {}
          relay.hold()
          gate.open()
          await server.drain(timeout: .patience)
          async let closed: Void = stack.close(bus)
          relay.release()
          await closed
          return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(answered == 200)
      }
    }
  }
}
