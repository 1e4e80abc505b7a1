import CommandLineKit
import MessageBus
import Messages
import TestSupport
import Testing

@Suite struct ReplicaTests {
  @Test func copiesPageByPageAndThenFollows() {
    var model = connected(keys: 5)
    #expect(model.copy == nil)
    #expect(model.replica.position == nil)
    model.settle()
    #expect(isExact(model))
    model.publish(2)
    model.publish(4, isRemoval: true)
    model.publish(9)
    model.settle()
    #expect(isExact(model))
  }

  @Test func asksForNothingBeforeThePublisherIsThere() {
    var model = ReplicaModel()
    model.publish(1)
    model.settle()
    #expect(model.asked.isEmpty)
    #expect(model.copy == nil)
    #expect(!model.replica.isCurrent)
  }

  @Test func anEventBetweenTwoPagesIsNotLost() {
    var model = connected(keys: 4)
    model.deliverItem()
    model.readPage(0, size: 2)
    model.deliverReply(0)
    // Of the page that was read, and of the one that was not.
    model.publish(1)
    model.publish(3)
    model.settle()
    #expect(isExact(model))
  }

  @Test func aPageThatIsNewerThanTheEventsSeenIsNotCalledCurrent() {
    var model = connected(keys: 2)
    model.deliverItem()
    model.publish(1)
    model.publish(1)
    model.readPage(0, size: 9)
    model.deliverReply(0)
    #expect(model.copy == model.state, "whole, and newer than the events")
    #expect(!model.replica.isCurrent)
    model.deliverItem()
    #expect(!model.replica.isCurrent)
    #expect(model.copy == model.state, "an event that the page had seen does not turn it back")
    model.deliverItem()
    #expect(isExact(model))
  }

  @Test func aGapIsFollowedByANewCopy() {
    var model = connected(keys: 3)
    model.settle()
    model.publish(1)
    model.publish(2)
    model.stream.removeFirst()
    model.deliverItem()
    #expect(!model.replica.isCurrent)
    #expect(model.asked.count == 1)
    model.settle()
    #expect(isExact(model))
  }

  @Test func theOldCopyStaysInUseWhileThePublisherIsAwayAndWhileTheNewOneIsMade() {
    var model = connected(keys: 3)
    model.settle()
    let old = model.copy
    model.restart()
    model.settle()
    #expect(model.copy == old)
    #expect(!model.replica.isCurrent)
    model.publish(7)
    model.connect()
    while !model.stream.isEmpty { model.deliverItem() }
    model.readPage(0, size: 2)
    model.deliverReply(0)
    #expect(model.copy == old)
    model.settle()
    #expect(isExact(model))
    #expect(model.copy?[7] != nil)
  }

  @Test func aConnectionThatComesBackWithNothingMissedNeedsNoCopy() {
    var model = connected(keys: 3)
    model.settle()
    model.stream.append(.lost)
    model.settle()
    #expect(!model.replica.isCurrent)
    model.connect()
    model.settle()
    #expect(isExact(model))
    #expect(model.asked.isEmpty && model.replies.isEmpty)
  }

  @Test func aRestartBetweenTwoPagesBeginsAnew() {
    var model = connected(keys: 4)
    model.deliverItem()
    model.readPage(0, size: 2)
    model.deliverReply(0)
    model.restart()
    // The next page is read by the new life before the end of the old one is noticed.
    model.readPage(0, size: 9)
    model.deliverReply(0)
    #expect(model.copy == nil)
    #expect(model.pauses.count == 1)
    model.connect()
    model.settle()
    #expect(isExact(model))
  }

  @Test func aReplyToAnEarlierAttemptIsIgnored() {
    var model = connected(keys: 3)
    model.deliverItem()
    model.readPage(0, size: 9)
    model.publish(1, isRemoval: true)
    model.stream[0] = .gap(model.position)
    model.deliverItem()
    model.deliverReply(0)
    #expect(model.copy == nil)
    model.settle()
    #expect(isExact(model))
  }

  @Test func aFailureIsFollowedByAPauseAndANewAttempt() {
    var model = connected(keys: 3)
    model.deliverItem()
    for _ in 1...5 {
      model.failRequest(0)
      #expect(model.asked.isEmpty && model.pauses.count == 1)
      model.endPause(0)
    }
    model.settle()
    #expect(isExact(model))
  }

  @Test func tooManyEventsWhileCopyingBeginAnew() {
    var model = connected(keys: 3, maximumEvents: 2)
    model.deliverItem()
    for key in 1...3 { model.publish(key) }
    for _ in 1...3 { model.deliverItem() }
    #expect(model.pauses.count == 1)
    model.settle()
    #expect(isExact(model))
  }

  /// Whatever is delayed, lost or restarted: a copy that calls itself current is the publisher's
  /// state at the position it tells, and in the end it is current.
  @Test(arguments: [UInt64](1...300)) func whateverHappens(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var model = ReplicaModel(maximumEvents: Int.random(in: 1...40, using: &random))
    model.connect()
    for step in 0..<300 {
      happen(&model, &random)
      if model.replica.isCurrent {
        #expect(model.copy == model.claimed, "seed \(seed), step \(step)")
      }
    }
    // The next heartbeat tells what was missed at the end.
    model.stream.append(.gap(model.position))
    model.settle(pageSize: 3)
    #expect(isExact(model), "seed \(seed)")
  }

  private func happen(_ model: inout ReplicaModel, _ random: inout SeededGenerator) {
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

  /// Loses the newest items on their way; sometimes it is noticed.
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
