import Foundation
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
        case .gap, .lost, .refused: Issue.record("nothing was lost")
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
        case .event, .gap, .refused: items.append("unexpected")
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

  /// A number that is not finite cannot be encoded.
  @Test("an event without a subscriber is numbered, but not encoded") func skipped() async throws {
    try await TestStack.run { stack in
      let publishing = try stack.bus("publisher")
      try await publishing.publish(as: .router, instance: "1")
      let publisher = publishing.publisher
      for _ in 0..<3 { try publisher.publish(Reading(value: .nan)) }
      #expect(publisher.position(of: Reading.self).sequence == 3)
      #expect(publisher.published == 3)
      for await item in try stack.bus().subscriber.events(Reading.self) {
        switch item {
        case .live(let position):
          #expect(position == publisher.position(of: Reading.self))
          #expect(throws: EncodingError.self) { try publisher.publish(Reading(value: .nan)) }
          try publisher.publish(Reading(value: 1))
          continue
        case .event(let reading, let position):
          #expect(reading.value == 1)
          #expect(position.sequence == 4)
        case .gap, .lost, .refused: Issue.record("nothing was lost")
        }
        break
      }
    }
  }

  @Test("subscribers that come and go while events are published miss none in between")
  func comingAndGoing() async throws {
    try await TestStack.run { stack in
      let publishing = try stack.bus("publisher")
      try await publishing.publish(as: .router, instance: "1")
      let publisher = publishing.publisher
      let isDone = Locked(false)
      let thread = NamedThread("events") {
        var number = 0
        while !isDone.withLock({ $0 }) {
          number += 1
          try? publisher.publish(Note(number: number))
          if number.isMultiple(of: 50) {
            // So that the subscriber keeps up.
            Thread.sleep(forTimeInterval: 0.001)
          }
        }
      }
      for _ in 0..<10 {
        // A process alone: what is still under way to one that left is not for this one.
        let bus = try stack.bus()
        var last: UInt64?
        var count = 0
        for await item in bus.subscriber.events(Note.self) {
          switch item {
          case .live(let position): last = position.sequence
          case .event(let note, let position):
            #expect(position.sequence == UInt64(note.number))
            if let last { #expect(position.sequence == last + 1) }
            last = position.sequence
            count += 1
          case .gap, .lost, .refused: Issue.record("nothing was lost")
          }
          if count == 20 { break }
        }
      }
      isDone.withLock { $0 = true }
      thread.join()
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

private struct Reading: EventMessage {
  static let topic = Topic(.router, "reading", version: 1)
  let value: Double
}

/// Which events are sent and which only numbered, and what a heartbeat says meanwhile.
@Suite struct PublishedStreamsTests {
  private func position(_ sequence: UInt64) -> StreamPosition {
    StreamPosition(epoch: "e", sequence: sequence)
  }

  @Test("a subscription to a topic, or to its beginning, ends skipping")
  func subscriptions() {
    let streams = Streams()
    #expect(streams.skip("a.b/1"))
    #expect(streams.value.sent("a.b/1") == position(1))
    for topic in ["a.b/1", "a.", ""] {
      #expect(streams.subscribe(topic))
      #expect(!streams.skip("a.b/1"))
      streams.value.unsubscribe(topic)
      #expect(streams.skip("a.b/1"))
    }
    #expect(streams.subscribe("a.b/12"))
    #expect(streams.skip("a.b/1"))
    #expect(streams.value.published == 5)
  }

  @Test("an event behind queued ones is queued, and sent after them")
  func queuedEvents() {
    let streams = Streams()
    #expect(streams.queue("t") == 1)
    #expect(!streams.skip("t"), "1 is not sent yet")
    #expect(streams.queue("t") == 2)
    #expect(streams.value.sent("t") == position(0))
    streams.value.markSent("t", at: position(1))
    #expect(streams.value.sent("t") == position(1))
    streams.value.markSent("t", at: position(2))
    #expect(streams.skip("t"))
    #expect(streams.value.sent("t") == position(3))
    #expect(streams.value.assigned("t") == position(3))
    streams.value.resume("t", at: StreamPosition(epoch: "log", sequence: 70))
    #expect(!streams.skip("t"))
    #expect(streams.value.sent("t") == position(3))
    #expect(streams.value.assigned("t") == StreamPosition(epoch: "log", sequence: 70))
  }

  @Test("with more subscriptions than are listed, nothing is skipped")
  func tooMany() {
    let streams = Streams()
    for number in 0..<PublisherLimits.topics { #expect(streams.subscribe("topic-\(number)")) }
    #expect(streams.skip("t"))
    #expect(!streams.subscribe("t"))
    #expect(!streams.skip("t"))
  }
}

/// `#expect` takes no mutating call of a value.
private final class Streams {
  var value = PublishedStreams(epoch: "e")

  func skip(_ topic: String) -> Bool { value.skip(topic) }
  func subscribe(_ topic: String) -> Bool { value.subscribe(topic) }
  func queue(_ topic: String) -> UInt64 { value.queue(topic).sequence }
}
