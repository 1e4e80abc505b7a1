import Glibc

/// Processor time of the calling thread, so that other work on the machine counts little. Of each
/// measured step it keeps the median and the 99th percentile, round by round.
struct Stopwatch {
  private struct Step {
    let name: String
    var rounds: [Percentiles] = []
  }

  private var steps: [Step] = []

  /// The processor time this thread has used, in µs.
  static var threadMicroseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }

  /// The µs of processor time that each item takes.
  static func times<Item>(
    of items: some Sequence<Item>, _ body: (Item) throws -> Void
  ) rethrows -> [Double] {
    try items.map { item in
      let start = threadMicroseconds
      try body(item)
      return threadMicroseconds - start
    }
  }

  /// The same as percentiles.
  static func microseconds<Item>(
    of items: some Sequence<Item>, _ body: (Item) throws -> Void
  ) rethrows -> Percentiles {
    Percentiles(try times(of: items, body))
  }

  /// Prints the processor time of an item: "candidates: p50 11.5 µs, p99 26.4 µs".
  static func report<Item>(
    _ what: String, over items: some Sequence<Item>, _ body: (Item) throws -> Void
  ) rethrows {
    print("\(what): \(try microseconds(of: items, body).text("µs"))")
  }

  /// Measures one round of a step: `body` on each item.
  mutating func measure<Item>(
    _ name: String, over items: some Collection<Item>, _ body: (Item) throws -> Void
  ) rethrows {
    let round = try Self.microseconds(of: items, body)
    if !steps.contains(where: { $0.name == name }) { steps.append(Step(name: name)) }
    guard let index = steps.firstIndex(where: { $0.name == name }), !items.isEmpty else { return }
    steps[index].rounds.append(round)
  }

  /// Measures one round of a step that is repeated.
  mutating func measure(_ name: String, times: Int, _ body: () throws -> Void) rethrows {
    try measure(name, over: 0..<times) { _ in try body() }
  }

  /// "search: 11.5 µs (11.2–12.0), p99 26.4 µs": the median round, the fastest and the slowest.
  var lines: [String] {
    steps.map { step in
      let medians = Percentiles(step.rounds.map { $0.value(0.5) })
      let high = Percentiles(step.rounds.map { $0.value(0.99) }).value(0.5)
      let spread =
        step.rounds.count > 1
        ? " (\(Self.rounded(medians.value(0)))–\(Self.rounded(medians.value(1))))" : ""
      return "\(step.name): \(Self.rounded(medians.value(0.5))) µs\(spread), "
        + "p99 \(Self.rounded(high)) µs"
    }
  }

  private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
