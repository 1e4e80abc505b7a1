import MessageBus
import Messages
import TestSupport
import Testing

/// `traceparent`, and the spans that a server exports.
@Suite(.timeLimit(.minutes(10)))
struct TraceContextTests {
  private static let trace = "0af7651916cd43dd8448eb211c80319c"
  private static let span = "b7ad6b7169203331"

  /// Source: the examples and rules of W3C's Trace Context.
  @Test("traceparent is read as the standard has it, and written as it was read")
  func traceparent() throws {
    let text = "00-\(Self.trace)-\(Self.span)-01"
    let context = try #require(TraceContext(traceparent: text))
    #expect(context.traceID == Self.trace && context.spanID == Self.span && context.isSampled)
    #expect(context.traceparent == text)
    let quiet = try #require(TraceContext(traceparent: "00-\(Self.trace)-\(Self.span)-00"))
    #expect(!quiet.isSampled && quiet.inSpan(TraceContext.newSpanID()) == quiet)
    #expect(
      TraceContext(traceparent: "cc-\(Self.trace)-\(Self.span)-01-what-the-future-will-be-like")
        == context)
    let zeros = String(repeating: "0", count: 32)
    for wrong in [
      "", "00", "ff-\(Self.trace)-\(Self.span)-01", text + "-more", text.uppercased(),
      "00-\(zeros)-\(Self.span)-01", "00-\(Self.trace)-\(zeros.prefix(16))-01",
      "00-\(Self.trace)-\(Self.span)", "00-\(Self.trace)-\(Self.span)-1", "0" + text,
    ] {
      #expect(TraceContext(traceparent: wrong) == nil, "\(wrong)")
    }
  }

  @Test("a new trace and its spans have identifiers of their own, in hexadecimal digits")
  func new() throws {
    let (first, second) = (TraceContext(), TraceContext())
    #expect(first.traceID != second.traceID && first.traceparent == nil)
    let child = first.inSpan(TraceContext.newSpanID())
    let written = try #require(child.traceparent)
    #expect(TraceContext(traceparent: written) == child)
    // A caller's own text is no identifier that others could read.
    #expect(TraceContext(traceID: "mine").inSpan(Self.span).traceparent == nil)
  }

  @Test("a server exports a span of each request, within its caller's, unless that is not wanted")
  func exported() async throws {
    try await TestStack.run { stack in
      let queue = SpanQueue()
      let (server, bus) = try await stack.echoServer(exported: queue) { text in
        if text.text == "no" { throw ServiceError(.notFound, "No.") }
        if text.text == "broken" { throw ServiceError(.internal, "Broken.") }
        return text.text
      }
      let client = try stack.bus().client
      for (text, flags) in [("fine", "01"), ("no", "01"), ("broken", "01"), ("unwanted", "00")] {
        let context = TraceContext(traceparent: "00-\(Self.trace)-\(Self.span)-\(flags)")
        _ = try? await RequestClient.$trace.withValue(context) {
          try await client.send(Echo(text: text))
        }
      }
      _ = try await client.send(Echo(text: "alone"))
      _ = try await client.send(Echo(text: "of another text"), traceID: "mine")
      await server.drain(timeout: .patience)
      await stack.close(bus)
      let spans = Self.spans(of: queue)
      #expect(spans.map(\.parentSpanId) == [Self.span, Self.span, Self.span, nil])
      #expect(spans.map(\.status) == [["code": 1], ["code": 1], ["code": 2], ["code": 1]])
      #expect(spans.prefix(3).allSatisfy { $0.traceId == Self.trace })
      #expect(Set(spans.map(\.spanId)).count == 4 && spans[3].traceId != Self.trace)
      #expect(spans.allSatisfy { $0.startTimeUnixNano <= $0.endTimeUnixNano })
    }
  }

  @Test("what a task asks of other services is within the span of its own request")
  func handedOn() async throws {
    for queue in [SpanQueue(), nil] {
      try await TestStack.run { stack in
        var handlers = RequestHandlers<Void>()
        handlers.answerAsync(Echo.self) { _, _ in
          Echo.Reply(text: RequestClient.trace?.traceparent ?? "none")
        }
        let bus = try stack.bus("server")
        let server = try RequestServer<Void>(
          service: .router, loop: bus.loop, workers: 1, handlers: handlers, exported: queue,
          makeWorker: {})
        try await bus.serve(server, as: .router, instance: "1")
        let client = try stack.bus().client
        let context = TraceContext(traceparent: "00-\(Self.trace)-\(Self.span)-01")
        let seen = try await RequestClient.$trace.withValue(context) {
          try await client.send(Echo(text: "")).text
        }
        await server.drain(timeout: .patience)
        await stack.close(bus)
        // Who records nothing hands on what it was given.
        let span = queue.map { Self.spans(of: $0).first?.spanId ?? "" } ?? Self.span
        #expect(seen == "00-\(Self.trace)-\(span)-01")
      }
    }
  }

  @Test("a full queue drops what comes, and counts it as what a collector refuses")
  func bounded() {
    for isAccepted in [true, false] {
      let queue = SpanQueue()
      for _ in 0..<SpanQueue.capacity + 3 {
        queue.add {
          OpenTelemetryTrace.Span(
            TraceContext().inSpan(Self.span), parent: nil, name: "x", start: .now,
            duration: .zero, isFault: false, [])
        }
      }
      #expect(queue.counts == ["spansExported": 0, "spansDropped": 3])
      let spans = Self.spans(of: queue, isAccepted: isAccepted)
      #expect(spans.count == SpanQueue.capacity)
      #expect(
        queue.counts
          == (isAccepted
            ? ["spansExported": SpanQueue.capacity, "spansDropped": 3]
            : ["spansExported": 0, "spansDropped": SpanQueue.capacity + 3]))
    }
  }

  private static func spans(
    of queue: SpanQueue, isAccepted: Bool = true
  ) -> [OpenTelemetryTrace.Span] {
    queue.close(within: .zero)
    var spans: [OpenTelemetryTrace.Span] = []
    queue.export {
      spans += $0
      return isAccepted
    }
    return spans
  }
}
