import MessageBus
import Messages
import Testing

/// Topics whose instances all publish the same stream.
@Suite(.timeLimit(.minutes(10))) struct SharedStreamTests {
  @Test("each event is received once, and another instance takes over")
  func failover() async throws {
    try await TestStack.run { stack in
      let buses = [try stack.bus("one"), try stack.bus("two")]
      for bus in buses {
        bus.publisher.resume(SharedNote.self, at: StreamPosition(epoch: "log", sequence: 7))
      }
      try await buses[0].publish(as: .router, instance: "1")
      var received: [UInt64] = []
      var items: [String] = []
      loop: for await item in try stack.bus().subscriber.events(SharedNote.self) {
        switch item {
        case .live(let position):
          items.append("live \(position.epoch) \(position.sequence)")
          // Only now, so that the first instance is the one that is followed.
          if items.count == 1 { try await buses[1].publish(as: .router, instance: "2") }
          // The second time, the first instance is gone.
          for bus in items.count == 1 ? buses : [buses[1]] {
            for number in 1...3 { try bus.publisher.publish(SharedNote(number: number)) }
          }
        case .event(let note, let position):
          received.append(position.sequence)
          #expect(note.number == Int(position.sequence - 8) % 3 + 1)
          if received.count == 3 { await stack.close(buses[0]) }
          if received.count == 6 { break loop }
        case .gap: items.append("gap")
        case .lost: items.append("lost")
        case .refused: items.append("refused")
        }
      }
      #expect(received == [8, 9, 10, 11, 12, 13])
      #expect(items == ["live log 7", "lost", "live log 10"])
    }
  }

  @Test("the only instance is followed again when it comes back")
  func onlyInstanceReturns() async throws {
    try await TestStack.run { stack in
      let first = try stack.bus("one")
      try await first.publish(as: .router, instance: "1")
      var items: [String] = []
      loop: for await item in try stack.bus().subscriber.events(SharedNote.self) {
        switch item {
        case .live where items.isEmpty:
          items.append("live")
          await stack.close(first)
        case .live:
          items.append("live")
          break loop
        case .lost:
          items.append("lost")
          try await stack.bus("one").publish(as: .router, instance: "1")
        case .event, .gap, .refused: items.append("unexpected")
        }
      }
      #expect(items == ["live", "lost", "live"])
    }
  }

  @Test("a stream that resumes at another position has a gap") func resume() async throws {
    try await TestStack.run { stack in
      let publishing = try stack.bus("publisher")
      try await publishing.publish(as: .router, instance: "1")
      var items: [StreamPosition] = []
      for await item in try stack.bus().subscriber.events(SharedNote.self) {
        switch item {
        case .live:
          publishing.publisher.resume(
            SharedNote.self, at: StreamPosition(epoch: "log", sequence: 4))
          try publishing.publisher.publish(SharedNote(number: 1))
        case .gap(let position): items.append(position)
        case .event(_, let position):
          items.append(position)
          #expect(position == StreamPosition(epoch: "log", sequence: 5))
        case .lost, .refused: Issue.record("nothing was lost")
        }
        if items.last?.sequence == 5 { break }
      }
      #expect(items.first == StreamPosition(epoch: "log", sequence: 4))
    }
  }
}

private struct SharedNote: EventMessage {
  static let topic = Topic(.router, "shared-note", version: 1, isShared: true)
  let number: Int
}
