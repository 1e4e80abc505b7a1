import MessageBus
import Messages
import TestSupport
import Testing

/// What a server tells a log of the requests that it answers.
@Suite(.timeLimit(.minutes(10)))
struct RequestLogTests {
  private struct Fault: Error {}

  @Test("a log has the service's own faults with their trace; every request where it wants them")
  func entries() async throws {
    for hasAll in [false, true] {
      try await TestStack.run { stack in
        let entries = Locked<[String]>([])
        let log = RequestLog(hasAll: hasAll) { request in
          #expect(request.latency > .zero && request.operation == Echo.operation.name)
          let code = request.error?.code.description ?? "answered"
          entries.withLock { $0.append("\(request.traceID) \(code)") }
        }
        let (server, bus) = try await stack.echoServer(log: log) { text in
          if text.text == "no" { throw ServiceError(.notFound, "No.") }
          if text.text == "broken" { throw Fault() }
          return text.text
        }
        let client = try stack.bus().client
        for text in ["fine", "no", "broken"] {
          _ = try? await client.send(Echo(text: text), traceID: "the \(text)")
        }
        // The reply is on its way before the entry is written.
        await server.drain(timeout: .patience)
        await stack.close(bus)
        let faults = ["the broken internal"]
        #expect(
          entries.withLock(\.self)
            == (hasAll ? ["the fine answered", "the no notFound"] + faults : faults))
      }
    }
  }
}
