import CommandLineKit
import MessageBus
import Messages
import TestSupport
import Testing

@testable import MessageBus

/// The only instance of a service cannot be reached for longer than requests may take, and for so
/// long that both sides give their connection up.
@Suite(.timeLimit(.minutes(10)))
struct PartitionTests {
  /// Long enough for the heartbeats to find it.
  private static let partition = Duration.milliseconds(Int(Heartbeat.timeoutMilliseconds) * 3 / 2)

  @Test("requests end at their deadlines meanwhile, and are answered again afterwards")
  func requests() async throws {
    try await TestStack.run { stack in
      let served = Locked<[String: Int]>([:])
      _ = try await stack.echoServer { request in
        served.withLock { $0[request.text, default: 0] += 1 }
        return request.text
      }
      try await stack.withRelay(.requests) { directory, relay in
        let client = try stack.bus(at: directory).client
        #expect(try await client.send(Echo(text: "before")).text == "before")
        relay.hold()
        // The one that was sent first may take longer, and ends last.
        let ended = Locked<[String]>([])
        await withTaskGroup { group in
          for (text, seconds) in [("patient", 3), ("hasty", 1)] {
            group.addTask {
              _ = try? await client.send(Echo(text: text), timeout: .seconds(seconds))
              ended.withLock { $0.append(text) }
            }
          }
        }
        #expect(ended.withLock { $0 } == ["hasty", "patient"])
        let end = ContinuousClock.now + Self.partition
        var failures: [ErrorCode] = []
        while ContinuousClock.now < end {
          let text = "during \(failures.count)"
          let failure = await #expect(throws: ServiceError.self) {
            try await client.send(Echo(text: text), timeout: .seconds(1))
          }
          failures.append(try #require(failure).code)
        }
        #expect(failures.count > 1 && failures.allSatisfy(\.isRetryable), "\(failures)")
        relay.release()
        #expect(try await client.send(Echo(text: "after")).text == "after")
        #expect(served.withLock { $0.values.allSatisfy { $0 == 1 } })
      }
    }
  }

  @Test("a subscriber hears that events were lost, and follows the stream again")
  func events() async throws {
    try await TestStack.run { stack in
      let publishing = try stack.bus("publisher")
      try await publishing.publish(as: .router, instance: "1")
      try await stack.withRelay(.events) { directory, relay in
        var items = try stack.bus(at: directory).subscriber.events(Note.self).makeAsyncIterator()
        guard case .live = await items.next() else { throw Unexpected("not live") }
        let publisher = publishing.publisher
        try publisher.publish(Note(number: 0))
        relay.hold()
        for number in 1...100 { try publisher.publish(Note(number: number)) }
        // Without heartbeats the subscriber would hear nothing before the line is back.
        let limit = Task {
          // Heartbeats depend on real time.
          try await Task.sleep(for: Self.partition * 5)
          relay.release()
        }
        var isLost = false
        while !isLost, let item = await items.next() {
          if case .lost = item { isLost = true }
          if case .event(let note, _) = item, note.number > 0 { break }
        }
        #expect(isLost, "a subscriber must hear that it is cut off")
        limit.cancel()
        try publisher.publish(Note(number: 101))
        relay.release()
        try publisher.publish(Note(number: 102))
        var (last, isContinuous) = (-1, true)
        while last < 102, let item = await items.next() {
          switch item {
          case .live:
            isContinuous = false
            try publisher.publish(Note(number: 102))
          case .gap, .lost, .refused: isContinuous = false
          case .event(let note, _):
            #expect(!isContinuous || note.number == last + 1, "a silent gap after \(last)")
            (last, isContinuous) = (note.number, true)
          }
        }
        #expect(last == 102)
      }
    }
  }
}
