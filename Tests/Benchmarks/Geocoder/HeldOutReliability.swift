import Foundation

/// How often hits of some confidence are right on each of several maps, and how often the other
/// maps let one expect that: each map in turn is left out of what it is judged by.
package struct HeldOutReliability: Sendable {
  private var maps: [(name: String, reliability: Reliability)] = []

  package init() {}

  package mutating func add(
    _ name: String, _ confidences: [(confidence: Double, isRight: Bool)]
  ) {
    if maps.last?.name != name { maps.append((name, Reliability())) }
    maps[maps.count - 1].reliability.add(confidences)
  }

  /// A row for each bin with hits: the share that is right, that fitted to the other maps (the mean
  /// over the hits), and the map with at least `leastHits` whose share is farthest from its fit.
  package var lines: [String] {
    let fits = maps.indices.map { left in
      Self.fit(maps.indices.filter { $0 != left }.map { maps[$0].reliability })
    }
    return Reliability.bins.indices.compactMap { bin in
      let hits = maps.reduce(0) { $0 + $1.reliability.all[bin] }
      guard hits > 0 else { return nil }
      let right = maps.reduce(0) { $0 + $1.reliability.right[bin] }
      let expected = maps.indices.reduce(0.0) {
        $0 + fits[$1][bin] * Double(maps[$1].reliability.all[bin])
      }
      let gaps = maps.indices.filter { maps[$0].reliability.all[bin] >= Self.leastHits }
        .map { ($0, (maps[$0].reliability.rate(bin) ?? 0) - fits[$0][bin]) }
      let worst = gaps.max { abs($0.1) < abs($1.1) }
      let least = worst.map { "\(String(format: "%+.1f", $0.1 * 100)) \(maps[$0.0].name)" } ?? "–"
      let upper = bin + 1 < Reliability.bins.count ? Reliability.bins[bin + 1] : 1
      return "| \(Reliability.bins[bin]) – \(upper) | \(hits) | "
        + String(
          format: "%.1f | %.1f", Double(right) / Double(hits) * 100, expected / Double(hits) * 100)
        + " | \(least) |"
    }
  }

  private static let leastHits = 30

  /// The share of right hits of each bin that rises with confidence and is nearest to the counts:
  /// isotonic regression by pooling adjacent violators (Ayer et al., 1955). A bin without hits has
  /// the share of the bin below it, those below all hits that of the first with some.
  package static func fit(_ maps: [Reliability]) -> [Double] {
    var pools: [(right: Int, all: Int, bins: Int)] = []
    for bin in Reliability.bins.indices {
      let all = maps.reduce(0) { $0 + $1.all[bin] }
      guard all > 0 || pools.isEmpty else {
        pools[pools.count - 1].bins += 1
        continue
      }
      pools.append((maps.reduce(0) { $0 + $1.right[bin] }, all, 1))
      while pools.count > 1,
        case let (low, high) = (pools[pools.count - 2], pools[pools.count - 1]),
        low.right * high.all >= high.right * low.all
      {
        pools.removeLast()
        pools[pools.count - 1] = (
          low.right + high.right, low.all + high.all, low.bins + high.bins
        )
      }
    }
    return pools.flatMap { pool in
      Array(repeating: Double(pool.right) / Double(max(1, pool.all)), count: pool.bins)
    }
  }
}
