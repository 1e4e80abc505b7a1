import FoundationEssentials
import MessageBus
import Messages
import Testing

@testable import MessageBus

/// Requests that several workers answer together.
@Suite(.timeLimit(.minutes(10)))
struct SharedAnswerTests {
  @Test("the answers come in the order of the items, from any number of workers")
  func order() async throws {
    for workers in 1...3 {
      try await TestStack.run { stack in
        try await Self.serve(on: stack, workers: workers) { $0 * $0 }
        let client = try stack.bus().client
        for count in [0, 1, 2, 50] {
          let reply = try await client.send(Squares(numbers: Array(0..<count)))
          #expect(reply.squares == (0..<count).map { $0 * $0 })
        }
      }
    }
  }

  @Test("a worker that joins answers the next item, and the last one makes the reply")
  func together() throws {
    // Each of the first two items waits for the other one.
    let gates = [Gate(), Gate()]
    let answer = SharedAnswer<Void>(
      count: 5,
      answer: { _, number in
        guard number < 2 else { return }
        gates[1 - number].open()
        gates[number].pass()
      }, reply: { Data("reply".utf8) })
    let replies = Locked<[Data]>([])
    let threads = (0..<3).map { number in
      NamedThread("worker-\(number)") {
        var worker: Void = ()
        if let reply = try? answer.run(on: &worker)?.get() { replies.withLock { $0.append(reply) } }
      }
    }
    for thread in threads { thread.join() }
    #expect(replies.withLock { $0 } == [Data("reply".utf8)])
    var late: Void = ()
    if answer.run(on: &late) != nil { Issue.record("a second reply") }
  }

  @Test("an item that fails fails the request, and the others are left out")
  func failure() async throws {
    try await TestStack.run { stack in
      let answered = Locked<[Int]>([])
      try await Self.serve(on: stack, workers: 1) { number in
        answered.withLock { $0.append(number) }
        if number == 3 { throw ServiceError(.notFound, "No square.") }
        return number
      }
      let client = try stack.bus().client
      let error = await #expect(throws: ServiceError.self) {
        try await client.send(Squares(numbers: Array(0..<9)))
      }
      #expect(error?.code == .notFound)
      #expect(answered.withLock { $0 } == [0, 1, 2, 3])
      #expect(try await client.send(Squares(numbers: [1])).squares == [1])
    }
  }

  private static func serve(
    on stack: TestStack, workers: Int, _ square: @escaping @Sendable (Int) throws -> Int
  ) async throws {
    let bus = try stack.bus("server")
    var handlers = RequestHandlers<Void>()
    handlers.answerTogether(Squares.self) {
      $0.numbers
    } answer: { _, number, _ in
      try square(number)
    } reply: {
      Squares.Reply(squares: $0)
    }
    let server = try RequestServer<Void>(
      service: .router, loop: bus.loop, workers: workers, handlers: handlers, makeWorker: {})
    try await bus.serve(server, as: .router, instance: "1")
  }
}

private struct Squares: RequestMessage {
  struct Reply: Codable, Sendable { let squares: [Int] }
  static let operation = Operation(.router, "squares", version: 1)
  let numbers: [Int]
}
