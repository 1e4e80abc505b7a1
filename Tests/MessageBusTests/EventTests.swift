import MessageBus
import Messages
import Testing

@testable import MessageBus

@Suite(.timeLimit(.minutes(10)))
struct EventTests {
  @Test func eventsArriveInOrderAndWithoutAGap() async throws {
    try await TestStack.run { stack in
      let publishing = try stack.bus("publisher")
      try await publishing.publish(as: .router, instance: "1")
      let stream = try stack.bus().subscriber.events(Note.self)
      var seen: [Int] = []
      for await item in stream {
        switch item {
        case .live(let position):
          #expect(position.sequence == 0)
          for number in 1...1000 { try publishing.publisher.publish(Note(number: number)) }
        case .event(let note, let position):
          #expect(position.sequence == UInt64(note.number))
          seen.append(note.number)
        case .gap, .lost: Issue.record("nothing was lost")
        }
        if seen.count == 1000 { break }
      }
      #expect(seen == Array(1...1000))
    }
  }

  @Test func subscriberThatComesFirstWaitsForThePublisher() async throws {
    try await TestStack.run { stack in
      let stream = try stack.bus().subscriber.events(Note.self)
      let publishing = try stack.bus("publisher")
      try publishing.publisher.publish(Note(number: 1))
      try await publishing.publish(as: .router, instance: "1")
      for await item in stream {
        guard case .live(let position) = item else {
          Issue.record("the stream begins with its position")
          break
        }
        #expect(position == publishing.publisher.position(of: Note.self))
        break
      }
    }
  }

  @Test func aRestartedPublisherHasANewEpoch() async throws {
    try await TestStack.run { stack in
      let first = try stack.bus("publisher")
      try await first.publish(as: .router, instance: "1")
      let stream = try stack.bus().subscriber.events(Note.self)
      var items: [String] = []
      var epochs: Set<String> = []
      loop: for await item in stream {
        switch item {
        case .live(let position):
          items.append("live")
          epochs.insert(position.epoch)
          guard epochs.count == 1 else { break loop }
          await stack.close(first)
        case .lost:
          items.append("lost")
          try await stack.bus("publisher").publish(as: .router, instance: "1")
        case .event, .gap: items.append("unexpected")
        }
      }
      #expect(items == ["live", "lost", "live"])
    }
  }

  @Test("a second subscription also begins with the position") func secondOne() async throws {
    try await TestStack.run { stack in
      let publishing = try stack.bus("publisher")
      try await publishing.publish(as: .router, instance: "1")
      let subscriber = try stack.bus().subscriber
      for _ in 0..<2 {
        for await item in subscriber.events(Note.self) {
          guard case .live = item else { continue }
          break
        }
      }
    }
  }

  @Test(arguments: [
    // Positions received, epoch and sequence, `~` for a heartbeat; how each is classified.
    ("a0~ a1 a2", "live next next"),
    ("a5 a6", "live next"),
    ("a5~ a7", "live gap"),
    ("a5~ a5~ a6~", "live nothing gap"),
    ("a5~ a6 a6", "live next nothing"),
    ("a5~ b1", "live gap"),
    ("a5~ b0~ b1", "live gap next"),
  ])
  func positionsAreClassified(_ seen: String, _ expected: String) throws {
    var tracker = StreamTracker()
    let classifications = try seen.split(separator: " ").map { position in
      let sequence = try #require(UInt64(position.dropFirst().filter(\.isNumber)))
      return tracker.observe(
        StreamPosition(epoch: String(position.prefix(1)), sequence: sequence),
        isHeartbeat: position.hasSuffix("~"))
    }
    #expect(classifications.map { "\($0)" }.joined(separator: " ") == expected)
  }
}
