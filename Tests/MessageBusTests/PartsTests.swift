import CommandLineKit
import MessageBus
import Messages
import TestSupport
import Testing

struct PartsTests {
  @Test func mailboxKeepsOrderAndCapacity() {
    let mailbox = BlockingQueue<Int>(capacity: 3)
    #expect([1, 2, 3, 4].map { mailbox.offer($0) } == [true, true, true, false])
    #expect(mailbox.pop() == 1)
    #expect(mailbox.offer(5))
    mailbox.close()
    #expect(!mailbox.offer(6))
    #expect([mailbox.pop(), mailbox.pop(), mailbox.pop(), mailbox.pop()] == [2, 3, 5, nil])
  }

  @Test func mailboxAcceptsAsManyAsThereIsRoomFor() {
    let mailbox = BlockingQueue<Int>(capacity: 3)
    #expect(mailbox.tryPop() == nil)
    #expect(mailbox.offer(contentsOf: [1, 2]) == 2)
    #expect(mailbox.offer(contentsOf: [3, 4, 5]) == 1)
    #expect(mailbox.offer(contentsOf: []) == 0)
    #expect([mailbox.tryPop(), mailbox.pop(), mailbox.tryPop()] == [1, 2, 3])
    #expect(mailbox.tryPop() == nil)
    mailbox.close()
    #expect(mailbox.offer(contentsOf: [6]) == 0)
  }

  /// Each of several waiting consumers is woken by its element.
  @Test func mailboxWakesAsManyAsThereAreElements() {
    let mailbox = BlockingQueue<Int>(capacity: 10)
    let received = BlockingQueue<Int>(capacity: 10)
    let threads = (0..<3).map { number in
      NamedThread("consumer-\(number)") {
        if let element = mailbox.pop() { _ = received.offer(element) }
      }
    }
    #expect(mailbox.offer(contentsOf: [1, 2, 3]) == 3)
    #expect(Set((0..<3).compactMap { _ in received.pop() }) == [1, 2, 3])
    for thread in threads { thread.join() }
  }

  @Test func histogramIsWithinSixPercent() {
    var generator = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: 1...UInt64.max, using: &generator)
    var random = SeededGenerator(seed: seed)
    var histogram = LatencyHistogram()
    var all: [Double] = []
    for _ in 0..<10_000 {
      let power = Double(random.next() % 70_000) / 10_000
      let microseconds = Int64(1 + 0.5 * (1 + power) * (power * power * power) * 10)
      histogram.record(.microseconds(microseconds))
      all.append(Double(microseconds))
    }
    all.sort()
    for part in [0.01, 0.5, 0.9, 0.99, 1] {
      let exact = all[max(0, Int((part * 10_000).rounded(.up)) - 1)]
      let estimate = histogram.percentile(part).milliseconds * 1000
      #expect(estimate >= exact && estimate <= exact * 1.0625 + 1, "seed \(seed), part \(part)")
    }
    #expect(LatencyHistogram().percentile(0.5) == .zero)
  }

  /// With ten bits three digits are exact, from a nanosecond to an hour.
  @Test func histogramKeepsThreeDigits() {
    for nanoseconds in [1, 1023, 1024, 1025, 98_765, 123_456_789, 3_600_000_000_000] as [Int64] {
      var histogram = LatencyHistogram(bits: 10)
      histogram.record(.nanoseconds(nanoseconds))
      histogram.record(.seconds(4_000))
      let estimate = histogram.percentile(0.5) / .nanoseconds(1)
      #expect(estimate >= Double(nanoseconds) && estimate <= Double(nanoseconds) * 1.001)
      #expect(histogram.maximum == .seconds(4_000))
      #expect(histogram.percentile(1) == .seconds(4_000))
    }
  }

  @Test func histogramsAddUp() {
    var first = LatencyHistogram()
    var second = LatencyHistogram()
    for milliseconds in 1...4 { first.record(.milliseconds(milliseconds)) }
    second.record(.milliseconds(10))
    first.merge(second)
    #expect(first.count == 5)
    #expect(first.mean == .milliseconds(4))
    #expect(first.maximum == .milliseconds(10))
    #expect(first.cumulative(upToMilliseconds: [2.5, 5, 20]) == [2, 4, 5, 5])
    #expect(first.percentile(0.8) >= .milliseconds(4))
  }

  @Test func budgetAllowsAFifthAndTenASecond() {
    let start = ContinuousClock.now
    var budget = RetryBudget(now: start)
    let atFirst = (0..<20).count { _ in budget.withdraw(now: start) }
    #expect(atFirst == 10)
    for _ in 0..<50 { budget.deposit() }
    #expect((0..<20).count { _ in budget.withdraw(now: start) } == 10)
    let later = start.advanced(by: .milliseconds(500))
    #expect((0..<20).count { _ in budget.withdraw(now: later) } == 5)
  }

  @Test func instancesAreListedByNumber() async throws {
    try await TestStack.run { stack in
      for instance in ["10", "2", "1"] { _ = try await stack.echoServer(instance: instance) }
      #expect(stack.directory.instances(of: .router) == ["1", "2", "10"])
      #expect(stack.directory.instances(of: .geocoder) == [])
    }
  }
}
