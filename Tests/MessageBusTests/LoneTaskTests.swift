import MessageBus
import Messages
import Testing

@testable import MessageBus

/// Where brief handlers compute.
@Suite(.timeLimit(.minutes(10)))
struct LoneTaskTests {
  @Test("a lone brief task is on the loop's thread, before and after it has waited for others")
  func alone() async throws {
    try await TestStack.run { stack in
      let bus = try stack.bus("server")
      let other = try await stack.echoServer(instance: "2").bus
      try await serve(on: bus, isBrief: true) { _ in
        let before = bus.loop.isCurrent
        async let first = other.client.send(Echo(text: "a"), to: .router, instance: "2")
        async let second = other.client.send(Echo(text: "b"), to: .router, instance: "2")
        let texts = try await first.text + second.text
        return "\(before) \(texts) \(bus.loop.isCurrent)"
      }
      let client = try stack.bus().client
      for _ in 0..<20 {
        let reply = try await client.send(Echo(text: ""), to: .router, instance: "1")
        #expect(reply.text == "true ab true")
      }
    }
  }

  @Test("a second task is on another thread")
  func together() async throws {
    try await TestStack.run { stack in
      let bus = try stack.bus("server")
      let (gate, opened) = AsyncStream<Void>.makeStream()
      let started = Locked(0)
      try await serve(on: bus, isBrief: true) { text in
        started.withLock { $0 += 1 }
        if text == "held" { for await _ in gate { break } }
        return "\(bus.loop.isCurrent)"
      }
      let client = try stack.bus().client
      async let held = client.send(Echo(text: "held"), to: .router, instance: "1")
      while started.withLock({ $0 == 0 }) { await Task.yield() }
      for _ in 0..<20 {
        let reply = try await client.send(Echo(text: ""), to: .router, instance: "1")
        #expect(reply.text == "false")
      }
      opened.yield()
      #expect(try await held.text == "true")
    }
  }

  @Test("a task that may compute for long is never on the loop's thread")
  func long() async throws {
    try await TestStack.run { stack in
      let bus = try stack.bus("server")
      try await serve(on: bus, isBrief: false) { _ in "\(bus.loop.isCurrent)" }
      let client = try stack.bus().client
      #expect(try await client.send(Echo(text: "")).text == "false")
    }
  }

  private func serve(
    on bus: Bus, isBrief: Bool, _ answer: @escaping @Sendable (String) async throws -> String
  ) async throws {
    var handlers = RequestHandlers<Void>()
    handlers.answerAsync(Echo.self, isBrief: isBrief) { request, _ in
      Echo.Reply(text: try await answer(request.text))
    }
    let server = try RequestServer<Void>(
      service: .router, loop: bus.loop, workers: 1, handlers: handlers, makeWorker: {})
    try await bus.serve(server, as: .router, instance: "1")
  }
}
