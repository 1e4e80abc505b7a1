#if canImport(Glibc)
  import Glibc
#endif

/// Times of this thread's own work, so that other work on the machine counts little: of each thing
/// measured the median and the 99th percentile, round by round.
struct Stopwatch {
  private struct Rounds {
    let what: String
    var medians: [Double] = []
    var highs: [Double] = []
  }

  private var rounds: [Rounds] = []

  mutating func measure<Item>(
    _ what: String, over items: some Collection<Item>, _ body: (Item) throws -> Void
  ) rethrows {
    var left = items[...].makeIterator()
    try measure(what, times: items.count) { if let item = left.next() { try body(item) } }
  }

  mutating func measure(_ what: String, times: Int, _ body: () throws -> Void) rethrows {
    var found: [Double] = []
    for _ in 0..<times {
      let start = Self.threadMicroseconds
      try body()
      found.append(Self.threadMicroseconds - start)
    }
    found.sort()
    if !rounds.contains(where: { $0.what == what }) { rounds.append(Rounds(what: what)) }
    guard let index = rounds.firstIndex(where: { $0.what == what }), times > 0 else { return }
    rounds[index].medians.append(found[(times - 1) / 2])
    rounds[index].highs.append(found[(times - 1) * 99 / 100])
  }

  /// "search: 11.5 µs (11.2–12.0), p99 26.4 µs": the median round, the quickest and the slowest.
  var lines: [String] {
    rounds.map { round in
      let medians = round.medians.sorted()
      let at = { (index: Int) in Self.rounded(medians[index]) }
      let high = Self.rounded(round.highs.sorted()[medians.count / 2])
      let spread = medians.count > 1 ? " (\(at(0))–\(at(medians.count - 1)))" : ""
      return "\(round.what): \(at(medians.count / 2)) µs\(spread), p99 \(high) µs"
    }
  }

  private static var threadMicroseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }

  private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
