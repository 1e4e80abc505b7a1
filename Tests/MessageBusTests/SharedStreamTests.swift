import MessageBus
import Messages
import Testing

/// Instances that publish one and the same stream.
@Suite(.timeLimit(.minutes(10))) struct SharedStreamTests {
  @Test func eachEventIsHeardOnceAndAnotherInstanceTakesOver() async throws {
    try await TestStack.run { stack in
      let buses = [try stack.bus("one"), try stack.bus("two")]
      for (number, bus) in buses.enumerated() {
        bus.publisher.resume(SharedNote.self, at: StreamPosition(epoch: "log", sequence: 7))
        try await bus.publish(as: .router, instance: "\(number + 1)")
      }
      var heard: [UInt64] = []
      var told: [String] = []
      loop: for await item in try stack.bus().subscriber.events(SharedNote.self) {
        switch item {
        case .live(let position):
          told.append("live \(position.epoch) \(position.sequence)")
          // The first instance is gone by then, the second time.
          for bus in told.count == 1 ? buses : [buses[1]] {
            for number in 1...3 { try bus.publisher.publish(SharedNote(number: number)) }
          }
        case .event(let note, let position):
          heard.append(position.sequence)
          #expect(note.number == Int(position.sequence - 8) % 3 + 1)
          if heard.count == 3 { await stack.close(buses[0]) }
          if heard.count == 6 { break loop }
        case .gap: told.append("gap")
        case .lost: told.append("lost")
        }
      }
      #expect(heard == [8, 9, 10, 11, 12, 13])
      #expect(told == ["live log 7", "lost", "live log 10"])
    }
  }

  @Test func aStreamThatGoesOnElsewhereIsAGap() async throws {
    try await TestStack.run { stack in
      let publishing = try stack.bus("publisher")
      try await publishing.publish(as: .router, instance: "1")
      var told: [StreamPosition] = []
      for await item in try stack.bus().subscriber.events(SharedNote.self) {
        switch item {
        case .live:
          publishing.publisher.resume(
            SharedNote.self, at: StreamPosition(epoch: "log", sequence: 4))
          try publishing.publisher.publish(SharedNote(number: 1))
        case .gap(let position): told.append(position)
        case .event(_, let position):
          told.append(position)
          #expect(position == StreamPosition(epoch: "log", sequence: 5))
        case .lost: Issue.record("nothing was lost")
        }
        if told.last?.sequence == 5 { break }
      }
      #expect(told.first == StreamPosition(epoch: "log", sequence: 4))
    }
  }
}

private struct SharedNote: EventMessage {
  static let topic = Topic(.router, "shared-note", version: 1, isShared: true)
  let number: Int
}
