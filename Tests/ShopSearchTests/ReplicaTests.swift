import CommandLineKit
import MessageBus
import Messages
import TestSupport
import Testing

@Suite struct ReplicaTests {
  @Test("a replica copies page by page, then follows the events")
  func copyAndFollow() {
    var model = connected(keys: 5)
    #expect(model.copy == nil)
    #expect(model.replica.position == nil)
    model.deliverAll()
    #expect(isExact(model))
    model.publish(2)
    model.publish(4, isRemoval: true)
    model.publish(9)
    model.deliverAll()
    #expect(isExact(model))
  }

  @Test("nothing is requested before the publisher is connected")
  func noPublisher() {
    var model = ReplicaModel()
    model.publish(1)
    model.deliverAll()
    #expect(model.asked.isEmpty)
    #expect(model.copy == nil)
    #expect(!model.replica.isCurrent)
  }

  @Test("an event between two pages is not lost")
  func eventBetweenPages() {
    var model = connected(keys: 4)
    model.deliverItem()
    model.readPage(0, size: 2)
    model.deliverReply(0)
    // One key of the page that was read, and one of the page that was not.
    model.publish(1)
    model.publish(3)
    model.deliverAll()
    #expect(isExact(model))
  }

  @Test("a page newer than the received events is not current yet")
  func newerPage() {
    var model = connected(keys: 2)
    model.deliverItem()
    model.publish(1)
    model.publish(1)
    model.readPage(0, size: 9)
    model.deliverReply(0)
    #expect(model.copy == model.state, "complete, and newer than the events")
    #expect(!model.replica.isCurrent)
    model.deliverItem()
    #expect(!model.replica.isCurrent)
    #expect(model.copy == model.state, "an event that the page includes does not revert it")
    model.deliverItem()
    #expect(isExact(model))
  }

  @Test("a gap starts a new copy")
  func gap() {
    var model = connected(keys: 3)
    model.deliverAll()
    model.publish(1)
    model.publish(2)
    model.stream.removeFirst()
    model.deliverItem()
    #expect(!model.replica.isCurrent)
    #expect(model.asked.count == 1)
    model.deliverAll()
    #expect(isExact(model))
  }

  @Test("the old copy stays in use until the new one is complete")
  func oldCopy() {
    var model = connected(keys: 3)
    model.deliverAll()
    let old = model.copy
    model.restart()
    model.deliverAll()
    #expect(model.copy == old)
    #expect(!model.replica.isCurrent)
    model.publish(7)
    model.connect()
    while !model.stream.isEmpty { model.deliverItem() }
    model.readPage(0, size: 2)
    model.deliverReply(0)
    #expect(model.copy == old)
    model.deliverAll()
    #expect(isExact(model))
    #expect(model.copy?[7] != nil)
  }

  @Test("a reconnection without missed events needs no new copy")
  func reconnection() {
    var model = connected(keys: 3)
    model.deliverAll()
    model.stream.append(.lost)
    model.deliverAll()
    #expect(!model.replica.isCurrent)
    model.connect()
    model.deliverAll()
    #expect(isExact(model))
    #expect(model.asked.isEmpty && model.replies.isEmpty)
  }

  @Test("a restart between two pages starts the copy again")
  func restartBetweenPages() {
    var model = connected(keys: 4)
    model.deliverItem()
    model.readPage(0, size: 2)
    model.deliverReply(0)
    model.restart()
    // The restarted publisher answers the next page before its restart is noticed.
    model.readPage(0, size: 9)
    model.deliverReply(0)
    #expect(model.copy == nil)
    #expect(model.pauses.count == 1)
    model.connect()
    model.deliverAll()
    #expect(isExact(model))
  }

  @Test("a reply to an earlier attempt is ignored")
  func staleReply() {
    var model = connected(keys: 3)
    model.deliverItem()
    model.readPage(0, size: 9)
    model.publish(1, isRemoval: true)
    model.stream[0] = .gap(model.position)
    model.deliverItem()
    model.deliverReply(0)
    #expect(model.copy == nil)
    model.deliverAll()
    #expect(isExact(model))
  }

  @Test("a page from before the copy began, of an instance that is behind, is asked for again")
  func pageFromBefore() {
    var model = connected(keys: 3)
    model.deliverItem()
    model.readPage(0, size: 9, behind: 1)
    model.deliverReply(0)
    #expect(model.copy == nil, "the event in between would be missing")
    #expect(model.pauses.count == 1)
    model.deliverAll()
    #expect(isExact(model))
  }

  @Test("a failure is followed by a pause and a new attempt")
  func failure() {
    var model = connected(keys: 3)
    model.deliverItem()
    for _ in 1...5 {
      model.failRequest(0)
      #expect(model.asked.isEmpty && model.pauses.count == 1)
      model.endPause(0)
    }
    model.deliverAll()
    #expect(isExact(model))
  }

  @Test("too many events during a copy start it again")
  func tooManyEvents() {
    var model = connected(keys: 3, maximumEvents: 2)
    model.deliverItem()
    for key in 1...3 { model.publish(key) }
    for _ in 1...3 { model.deliverItem() }
    #expect(model.pauses.count == 1)
    model.deliverAll()
    #expect(isExact(model))
  }

  /// Whenever the copy is current, it equals the publisher's state at its position; in the end it
  /// is current.
  @Test(
    "with random delays, losses and restarts, a current copy is exact and finally reached",
    arguments: [UInt64](1...300)) func randomFaults(seed: UInt64)
  {
    var random = SeededGenerator(seed: seed)
    var model = ReplicaModel(maximumEvents: Int.random(in: 1...40, using: &random))
    model.connect()
    for step in 0..<300 {
      self.step(&model, &random)
      if model.replica.isCurrent {
        #expect(model.copy == model.stateAtPosition, "seed \(seed), step \(step)")
      }
    }
    // The next heartbeat reveals what was missed at the end.
    model.stream.append(.gap(model.position))
    model.deliverAll(pageSize: 3)
    #expect(isExact(model), "seed \(seed)")
  }

  private func step(_ model: inout ReplicaModel, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<25:
      model.publish(.random(in: 0..<8, using: &random), isRemoval: .random(using: &random))
    case 25..<50: model.deliverItem()
    case 50..<65 where !model.asked.isEmpty:
      model.readPage(
        .random(in: 0..<model.asked.count, using: &random), size: .random(in: 1...4, using: &random)
      )
    case 65..<85 where !model.replies.isEmpty:
      model.deliverReply(.random(in: 0..<model.replies.count, using: &random))
    case 85..<92 where !model.pauses.isEmpty:
      model.endPause(.random(in: 0..<model.pauses.count, using: &random))
    case 92..<94 where !model.asked.isEmpty:
      model.failRequest(.random(in: 0..<model.asked.count, using: &random))
    case 94: lose(&model, &random)
    case 95:
      model.restart()
      model.connect()
    case 96:
      model.stream.append(.lost)
      model.connect()
    default: break
    }
  }

  /// Drops the newest items in transit; sometimes this is noticed.
  private func lose(_ model: inout ReplicaModel, _ random: inout SeededGenerator) {
    let count = Int.random(in: 0...model.stream.count, using: &random)
    let isEventOnly = model.stream.suffix(count).allSatisfy {
      if case .event = $0 { true } else { false }
    }
    guard isEventOnly else { return }
    model.stream.removeLast(count)
    if .random(using: &random) { model.stream.append(.gap(model.position)) }
  }

  private func connected(keys: Int, maximumEvents: Int = 1_000) -> ReplicaModel {
    var model = ReplicaModel(maximumEvents: maximumEvents)
    for key in 1...keys { model.publish(key) }
    model.stream = []
    model.connect()
    return model
  }

  private func isExact(_ model: ReplicaModel) -> Bool {
    model.replica.isCurrent && model.replica.position == model.position
      && model.copy == model.state
  }
}
