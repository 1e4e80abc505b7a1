import CommandLineKit
import FoundationEssentials
import Messages
import TestSupport
import Testing

@testable import MessageBus

/// Turns by what callers cost, and the places that stay free for others.
@Suite(.timeLimit(.minutes(10)))
struct FairQueueCostTests {
  private typealias Queue = FairQueue<Character, Int>

  private func queue(_ places: Queue.Places = .each(1, spare: 0)) -> Queue {
    Queue(capacity: 1_000, byteCapacity: 0, places: places)
  }

  /// Runs a number of elements one after the other; says whose they were.
  private func run(_ queue: inout Queue, _ count: Int, cost: (Character) -> Int) -> String {
    var order = ""
    for _ in 0..<count {
      guard let (_, caller, _) = queue.popFirst() else { break }
      queue.finished(caller, after: .milliseconds(cost(caller)))
      order.append(caller)
    }
    return order
  }

  private func fill(_ queue: inout Queue, _ caller: Character, _ count: Int) {
    for number in 0..<count { _ = queue.offer(number, of: caller, bytes: 0) }
  }

  @Test("who costs ten times as much gets a tenth of the turns")
  func byCost() {
    var queue = queue()
    fill(&queue, "a", 100)
    fill(&queue, "b", 100)
    #expect(run(&queue, 22) { $0 == "a" ? 10 : 1 } == "abbbbbbbbbbabbbbbbbbbb")
  }

  @Test("whoever comes later is next, and has saved up nothing")
  func latecomer() {
    var queue = queue()
    fill(&queue, "a", 100)
    #expect(run(&queue, 50) { _ in 10 } == String(repeating: "a", count: 50))
    fill(&queue, "b", 100)
    // Where its costs are those of others, it has every second turn from now on.
    #expect(run(&queue, 8) { _ in 10 } == "babababa")
  }

  @Test("what a caller has cost beyond others is remembered while others wait")
  func remembered() {
    var queue = queue()
    fill(&queue, "a", 1)
    fill(&queue, "b", 100)
    #expect(run(&queue, 3) { $0 == "a" ? 50 : 10 } == "abb")
    fill(&queue, "a", 1)
    #expect(run(&queue, 4) { _ in 10 } == "bbba")
  }

  @Test("a caller has its own places, the last one is for somebody who has none")
  func places() {
    var queue = queue(.each(3, spare: 2))
    for caller in "abcd" { fill(&queue, caller, 10) }
    var running = ""
    while let (_, caller, _) = queue.popFirst() { running.append(caller) }
    #expect(running == "abcd")
    queue = self.queue(.each(3, spare: 2))
    fill(&queue, "a", 10)
    running = ""
    while let (_, caller, _) = queue.popFirst() { running.append(caller) }
    #expect(running == "aaa")
    #expect(queue.mayStart("b"))
    fill(&queue, "b", 10)
    while let (_, caller, _) = queue.popFirst() { running.append(caller) }
    #expect(running == "aaab", "the last place is for a third")
    #expect(!queue.mayStart("b") && queue.mayStart("c"))
    fill(&queue, "c", 10)
    #expect(queue.popFirst()?.caller == "c")
    #expect(!queue.hasNext && !queue.mayStart("d"))
  }

  /// Against a queue that looks at everything it has ever been told.
  @Test("random arrivals and ends are served in the order of a simple simulation")
  func oracle() {
    for seed in Seeds.all(40) {
      var random = SeededGenerator(seed: seed)
      let places = Queue.Places.each(
        Int.random(in: 1...3, using: &random), spare: Int.random(in: 0...2, using: &random))
      var queue = queue(places)
      var slow = SlowFairQueue(places: places)
      let costs = "abcdef".map { ($0, Int.random(in: 1...50, using: &random)) }
      let busy = Int.random(in: 2...8, using: &random)
      for number in 0..<2_000 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<busy / 2:
          let caller = costs.randomElement(using: &random)?.0 ?? "a"
          _ = queue.offer(number, of: caller, bytes: 0)
          slow.offer(number, of: caller)
        case ..<busy:
          guard let index = slow.running.indices.randomElement(using: &random) else { continue }
          let caller = slow.running[index]
          let usual = costs.first { $0.0 == caller }?.1 ?? 0
          let cost = Int.random(in: 0...usual, using: &random)
          queue.finished(caller, after: .milliseconds(cost))
          slow.finished(index, after: cost)
        default:
          let (next, expected) = (queue.popFirst(), slow.popFirst())
          #expect(next?.element == expected?.element, "seed \(seed), step \(number)")
          #expect(next?.caller == expected?.caller, "seed \(seed), step \(number)")
        }
        #expect(queue.count == slow.waiting.count && queue.running == slow.running.count)
      }
    }
  }

  /// Two that always wait get the same, whatever each element of theirs costs: Start-time Fair
  /// Queuing differs by one element of each at most.
  @Test("of callers who always wait none gets more than an element beyond another")
  func share() {
    for seed in Seeds.all(20) {
      var random = SeededGenerator(seed: seed)
      var queue = queue()
      let most: [Character: Int] = ["a": 1, "b": 20, "c": 300]
      for caller in most.keys { fill(&queue, caller, 2) }
      var spent: [Character: Int] = [:]
      for _ in 0..<3_000 {
        guard let (_, caller, _) = queue.popFirst() else { break }
        let cost = Int.random(in: 0...(most[caller] ?? 0), using: &random)
        fill(&queue, caller, 1)
        queue.finished(caller, after: .milliseconds(cost))
        spent[caller, default: 0] += cost
        for (one, other) in [("a", "b"), ("b", "c"), ("a", "c")] as [(Character, Character)] {
          let difference = spent[one, default: 0] - spent[other, default: 0]
          let bound = (most[one] ?? 0) + (most[other] ?? 0)
          #expect(abs(difference) <= bound, "seed \(seed)")
        }
      }
    }
  }

  @Test("a thousand callers that came once and cost much are not remembered for ever")
  func forgetting() {
    var queue = FairQueue<Int, Int>(capacity: 10, byteCapacity: 0, places: .each(1, spare: 0))
    _ = queue.offer(0, of: -1, bytes: 0)
    for caller in 0..<1_000 {
      _ = queue.offer(caller, of: caller, bytes: 0)
      if let (_, caller, _) = queue.popFirst() { queue.finished(caller, after: .seconds(100)) }
    }
    #expect(queue.remembered < 200)
  }
}

/// The same queue without a thought of speed: everybody is remembered, and everything searched.
private struct SlowFairQueue {
  let places: FairQueue<Character, Int>.Places
  var waiting: [(element: Int, caller: Character)] = []
  var running: [Character] = []
  private var spent: [Character: Int] = [:]
  private var turns: [Character] = []
  private var level = 0

  init(places: FairQueue<Character, Int>.Places) { self.places = places }

  private func isIdle(_ caller: Character) -> Bool {
    !running.contains(caller) && !waiting.contains { $0.caller == caller }
  }

  mutating func offer(_ element: Int, of caller: Character) {
    if isIdle(caller) { spent[caller] = max(spent[caller] ?? 0, level) }
    if !turns.contains(caller) { turns.append(caller) }
    waiting.append((element, caller))
  }

  mutating func popFirst() -> (element: Int, caller: Character)? {
    let free = places.all - running.count
    let candidates = turns.filter { caller in
      let own = running.count { $0 == caller }
      return waiting.contains { $0.caller == caller }
        && (own == 0 ? free > 0 : free > 1 && own < places.perCaller)
    }
    // `min` returns the first of equals.
    guard let caller = candidates.min(by: { spent[$0] ?? 0 < spent[$1] ?? 0 }),
      let index = waiting.firstIndex(where: { $0.caller == caller })
    else { return nil }
    level = max(level, spent[caller] ?? 0)
    running.append(caller)
    turns.removeAll { $0 == caller }
    turns.append(caller)
    return waiting.remove(at: index)
  }

  mutating func finished(_ index: Int, after cost: Int) {
    spent[running.remove(at: index), default: 0] += cost
    if running.isEmpty, waiting.isEmpty { (spent, turns, level) = ([:], [], 0) }
  }
}
