import MessageBus
import Messages
import Testing

/// `service.trace/1`: what a server remembers of the requests of a trace.
@Suite(.timeLimit(.minutes(10)))
struct SpanTests {
  @Test("an instance tells the requests of a trace, by arrival, and of no other")
  func spansOfATrace() async throws {
    try await TestStack.run { stack in
      _ = try await stack.echoServer { text in
        if text.text == "no" { throw ServiceError(.notFound, "No.") }
        return text.text
      }
      let client = try stack.bus().client
      _ = try await client.send(Echo(text: "a"), traceID: "mine")
      _ = try await client.send(Echo(text: "b"), traceID: "mine too")
      _ = try? await client.send(Echo(text: "no"), traceID: "mine")
      let spans = try await client.send(TraceRequest(traceID: "mine"), to: .router).spans
      #expect(spans.map(\.operation) == [Echo.operation.name, Echo.operation.name])
      #expect(spans.map(\.isFailure) == [false, true])
      for span in spans {
        #expect(span.startMicroseconds > 1_700_000_000_000_000)
        let parts =
          span.queueMicroseconds + span.decodeMicroseconds + span.handlerMicroseconds
          + span.encodeMicroseconds
        // Each is rounded by itself.
        #expect(abs(parts - span.durationMicroseconds) <= 2)
      }
      #expect(spans[0].startMicroseconds <= spans[1].startMicroseconds)
      #expect(try await client.send(TraceRequest(traceID: "min"), to: .router).spans.isEmpty)
      #expect(try await client.send(TraceRequest(traceID: ""), to: .router).spans.isEmpty)
    }
  }

  @Test("the memory of a server is bounded: the oldest requests are forgotten")
  func bounded() async throws {
    try await TestStack.run { stack in
      _ = try await stack.echoServer()
      let client = try stack.bus().client
      _ = try await client.send(Echo(text: "first"), traceID: "first")
      for _ in 0..<TraceLimits.spans { _ = try await client.send(Echo(text: "x"), traceID: "rest") }
      #expect(try await client.send(TraceRequest(traceID: "first"), to: .router).spans.isEmpty)
      let rest = try await client.send(TraceRequest(traceID: "rest"), to: .router).spans
      #expect(rest.count == TraceLimits.spans)
    }
  }
}
