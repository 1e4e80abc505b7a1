/// The stops with the least sums.
struct LeastSums {
  /// The least first; of equal ones the lesser number.
  private(set) var stops: [Int] = []
  /// How many others have a sum, and the least of these.
  private(set) var others = 0
  private(set) var leastOfOthers: Int?

  /// - Parameter sums: by stop; `nil` for none.
  init(_ sums: [UInt64?], count: Int) {
    let limit = Self.limit(sums, count)
    var best: [(sum: UInt64, stop: Int)] = []
    for (stop, sum) in sums.enumerated() {
      guard let sum else { continue }
      if sum < limit { best.append((sum, stop)) } else { add(other: sum, 1) }
    }
    best.sort { $0 < $1 }
    for (sum, _) in best.dropFirst(max(0, count)) { add(other: sum, 1) }
    stops = best.prefix(max(0, count)).map(\.stop)
  }

  private mutating func add(other sum: UInt64, _ count: Int) {
    others += count
    leastOfOthers = min(leastOfOthers ?? .max, Int(sum))
  }

  /// A sum that the wanted ones are below, with few others: counted by whole seconds, instead of
  /// sorting all.
  private static func limit(_ sums: [UInt64?], _ count: Int) -> UInt64 {
    let buckets = 1 << 15
    var counts = [Int](repeating: 0, count: buckets)
    for sum in sums { if let sum { counts[min(buckets - 1, Int(sum / 1000))] += 1 } }
    var total = 0
    for (second, found) in counts.dropLast().enumerated() {
      total += found
      if total >= count { return UInt64(second + 1) * 1000 }
    }
    return .max
  }
}
