import CommandLineKit
import FoundationEssentials
import Messages
import TestSupport
import Testing

@testable import MessageBus

/// Requests that their callers take back.
@Suite(.timeLimit(.minutes(5)))
struct CancellationTests {
  @Test("a cancelled request that is being answered ends before its next part")
  func betweenParts() async throws {
    try await TestStack.run { stack in
      let bench = try await SlicedBench(stack)
      let client = try stack.bus().client
      let asked = Task { await failure { try await client.send(Echo(text: "long")) } }
      await bench.reaches(part: 1)
      asked.cancel()
      #expect(await asked.value?.code == .deadlineExceeded)
      // Behind the cancellation on the same connection.
      _ = try await client.send(CountedOperations(), to: .router)
      bench.gate.open()
      // The only worker is free again, after a single part of a million.
      #expect(try await client.send(Echo(text: "short")).text == "short")
      #expect(bench.parts == 1)
    }
  }

  @Test("a request whose time is over ends before its next part") func expired() async throws {
    try await TestStack.run { stack in
      let bench = try await SlicedBench(stack)
      let client = try stack.bus().client
      let late = await failure {
        try await client.send(Echo(text: "long"), timeout: .milliseconds(30))
      }
      #expect(late?.code == .deadlineExceeded)
      _ = try await client.send(CountedOperations(), to: .router)
      bench.gate.open()
      #expect(try await client.send(Echo(text: "short")).text == "short")
      #expect(bench.parts <= 1)
    }
  }

  @Test("a cancelled request that waits is not handled") func inTheQueue() async throws {
    try await TestStack.run { stack in
      let bench = try await SlicedBench(stack)
      let client = try stack.bus().client
      async let first = client.send(Echo(text: "one part"))
      await bench.reaches(part: 1)
      let asked = Task { await failure { try await client.send(Echo(text: "given up")) } }
      while try await client.send(PendingOperations(), to: .router).count < 2 {}
      asked.cancel()
      _ = await asked.value
      _ = try await client.send(CountedOperations(), to: .router)
      bench.gate.open()
      #expect(try await first.text == "one part")
      #expect(try await client.send(Echo(text: "short")).text == "short")
      #expect(bench.handled == ["one part", "short"])
    }
  }

  @Test("cancelling a request cancels what is asked to answer it") func throughAService()
    async throws
  {
    try await TestStack.run { stack in
      let bench = try await SlicedBench(stack)
      let front = try stack.bus("front")
      var handlers = RequestHandlers<Void>()
      let ends = Locked<[Bool]>([])
      handlers.answerAsync(Errand.self) { request, _ in
        do {
          return Errand.Reply(text: try await front.client.send(Echo(text: request.text)).text)
        } catch {
          ends.withLock { $0.append(Task.isCancelled) }
          throw error
        }
      }
      let server = try RequestServer<Void>(
        service: .planner, loop: front.loop, workers: 1, handlers: handlers, makeWorker: {})
      try await front.serve(server, as: .planner, instance: "1")
      let client = try stack.bus().client
      let asked = Task { await failure { try await client.send(Errand(text: "long")) } }
      await bench.reaches(part: 1)
      asked.cancel()
      _ = await asked.value
      while ends.withLock({ $0.isEmpty }) { await Task.yield() }
      #expect(ends.withLock { $0 } == [true])
      // Behind the cancellation on the connection of the service in front.
      _ = try await front.client.send(CountedOperations(), to: .router)
      bench.gate.open()
      #expect(try await client.send(Echo(text: "short")).text == "short")
      #expect(bench.parts == 1)
    }
  }

  @Test("nobody cancels the request of another connection") func ofAnother() async throws {
    try await TestStack.run { stack in
      let bench = try await SlicedBench(stack)
      let busy = try stack.bus().client
      async let first = busy.send(Echo(text: "one part"))
      await bench.reaches(part: 1)
      // Both clients number their requests from 1.
      let (one, other) = (try stack.bus().client, try stack.bus().client)
      let asked = Task { await failure { try await other.send(Echo(text: "given up")) } }
      while try await busy.send(PendingOperations(), to: .router).count < 2 {}
      async let kept = one.send(Echo(text: "short"))
      while try await busy.send(PendingOperations(), to: .router).count < 3 {}
      asked.cancel()
      _ = await asked.value
      _ = try await other.send(CountedOperations(), to: .router)
      bench.gate.open()
      #expect(try await kept.text == "short")
      #expect(try await first.text == "one part")
    }
  }

  @Test("a change that was sent is made, although its caller is gone") func changes() async throws {
    try await TestStack.run { stack in
      let gate = Gate()
      let (begun, made) = (Locked(false), Locked(false))
      let bus = try stack.bus("server")
      var handlers = RequestHandlers<Void>()
      handlers.answer(Change.self) { _, _, context in
        begun.withLock { $0 = true }
        gate.pass()
        try context.checkIsWanted()
        made.withLock { $0 = true }
        return Change.Reply()
      }
      handlers.answer(Echo.self) { _, request, _ in Echo.Reply(text: request.text) }
      let server = try RequestServer<Void>(
        service: .router, loop: bus.loop, workers: 1, handlers: handlers, makeWorker: {})
      try await bus.serve(server, as: .router, instance: "1")
      let client = try stack.bus().client
      let asked = Task { try? await client.send(Change()) }
      while !begun.withLock({ $0 }) { await Task.yield() }
      asked.cancel()
      _ = await asked.value
      gate.open()
      _ = try await client.send(Echo(text: "after"))
      #expect(made.withLock { $0 })
    }
  }
}

/// A service with one worker, whose answers have many parts: of all but "short" and "one part" a
/// million. The first one waits for the gate.
private final class SlicedBench: Sendable {
  let gate = Gate()
  private let seen = Locked<(parts: Int, handled: [String])>((0, []))

  var parts: Int { seen.withLock { $0.parts } }
  var handled: [String] { seen.withLock { $0.handled } }

  init(_ stack: TestStack) async throws {
    let bus = try stack.bus("server")
    var handlers = RequestHandlers<Void>()
    handlers.answer(Echo.self) { [seen, gate] _, request, context in
      seen.withLock { $0.handled.append(request.text) }
      let parts = ["short": 0, "one part": 1][request.text] ?? 1_000_000
      for _ in 0..<parts {
        try context.checkIsWanted()
        seen.withLock { $0.parts += 1 }
        gate.pass()
      }
      return Echo.Reply(text: request.text)
    }
    let server = try RequestServer<Void>(
      service: .router, loop: bus.loop, workers: 1, handlers: handlers,
      runtime: [
        CountedOperations.operation.name: { _ in CountedOperations.Reply(names: []) },
        PendingOperations.operation.name: { PendingOperations.Reply(count: $0.queued + 1) },
      ], makeWorker: {})
    try await bus.serve(server, as: .router, instance: "1")
  }

  func reaches(part: Int) async { while parts < part { await Task.yield() } }
}

/// How many requests wait, and the one that is being handled.
private struct PendingOperations: RequestMessage {
  struct Reply: Codable, Sendable { let count: Int }
  static let operation = Operation(everyService: "pending", version: 1)
}

private struct Errand: RequestMessage {
  typealias Reply = Echo.Reply
  static let operation = Operation(.planner, "errand", version: 1)
  let text: String
}

private struct Change: RequestMessage {
  struct Reply: Codable, Sendable {}
  static let operation = Operation(.router, "change", version: 1, repetition: .keyed)
}
