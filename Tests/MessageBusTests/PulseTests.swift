import Messages
import TestSupport
import Testing

@testable import MessageBus

/// Whether a server's workers answer.
@Suite(.timeLimit(.minutes(10))) struct PulseTests {
  @Test("one that does not answer is silent from the second question on, until it does")
  func silence() {
    var pulse = Pulse(allowance: .zero)
    pulse.ask(computed: .zero)
    #expect(pulse.silence == .zero)
    for number in 1...10 {
      pulse.ask(computed: .zero)
      #expect(pulse.silence == Pulse.interval * number)
    }
    pulse.heard()
    #expect(pulse.silence == .zero)
    pulse.ask(computed: .zero)
    #expect(pulse.silence == .zero)
  }

  @Test("a worker that computes is not silent, but not for ever")
  func computing() {
    var pulse = Pulse(allowance: .zero)
    var computed = Duration.zero
    let questions = Int(Pulse.longestComputation / Pulse.interval)
    for _ in 0...questions {
      computed += Pulse.leastComputation
      pulse.ask(computed: computed)
      #expect(pulse.silence == .zero)
    }
    pulse.ask(computed: computed + Pulse.leastComputation)
    #expect(pulse.silence == Pulse.interval)
    pulse.heard()
    pulse.ask(computed: computed)
    // Less than a worker that is at work would have computed.
    pulse.ask(computed: computed + Pulse.leastComputation / 2)
    #expect(pulse.silence == Pulse.interval)
  }

  @Test("what a worker may wait for counts as nothing")
  func allowance() {
    var pulse = Pulse(allowance: .seconds(30))
    for _ in 0...15 { pulse.ask(computed: .zero) }
    #expect(pulse.silence == .zero)
    pulse.ask(computed: .zero)
    #expect(pulse.silence == .seconds(2))
  }

  @Test("a server beats while its worker answers, and not while it is blocked")
  func blockedWorker() async throws {
    try await TestStack.run { stack in
      let (gate, started) = (Gate(), BlockingQueue<Void>(capacity: 1))
      let (server, _) = try await stack.echoServer { request in
        if request.text == "block" {
          _ = started.offer(())
          gate.pass()
        }
        return request.text
      }
      let beats = Locked(0)
      await server.watch(
        allowing: .zero, every: .milliseconds(5), check: { true },
        onBeat: { beats.withLock { $0 += 1 } })
      try await awaiting { beats.withLock { $0 } > 3 }
      let client = try stack.bus().client
      async let blocked = client.send(Echo(text: "block"))
      while started.tryPop() == nil { await Task.yield() }
      try await awaiting { await server.pulse?.silence ?? .zero > .seconds(10) }
      let before = beats.withLock { $0 }
      try await awaiting { await server.pulse?.silence ?? .zero > .seconds(100) }
      #expect(beats.withLock { $0 } == before)
      gate.open()
      #expect(try await blocked.text == "block")
      try await awaiting { beats.withLock { $0 } > before }
    }
  }

  @Test("a server whose check fails, or does not return, does not beat")
  func failedCheck() async throws {
    try await TestStack.run { stack in
      let (server, _) = try await stack.echoServer()
      await server.watch(allowing: .zero, every: .milliseconds(5), check: { false }, onBeat: {})
      try await awaiting { await server.pulse?.silence ?? .zero > .seconds(10) }
      // What answers requests is not silent.
      #expect(try await stack.bus().client.send(Echo(text: "there")).text == "there")
    }
  }

  /// Returns once a condition holds.
  private func awaiting(_ condition: () async -> Bool) async throws {
    while await !condition() {
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}
