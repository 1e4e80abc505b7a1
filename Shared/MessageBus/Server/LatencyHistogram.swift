/// A histogram of latencies: percentiles with a bounded error, in constant memory.
///
/// Buckets grow by powers of two, each split evenly: with 4 bits into sixteen, which makes a
/// percentile at most 6.25 % too high; with 10 bits into 1,024, which gives three significant
/// digits.
///
/// Source: Gil Tene, HdrHistogram, http://hdrhistogram.org: the same layout, with nanoseconds as
/// the unit.
package struct LatencyHistogram: Sendable {
  /// The longest latency with its own bucket, a bit more than an hour; longer ones count as
  /// this.
  package static let maximumNanoseconds: UInt64 = 1 << 42 - 1

  private let bits: Int
  private var counts: [Int]
  package private(set) var count = 0
  /// Of the recorded latencies, in nanoseconds.
  private var sum = 0.0
  /// The longest latency, exactly; zero if none was recorded.
  package private(set) var maximum = Duration.zero

  /// - Parameter bits: each power of two is split into `1 << bits` buckets, 1 ... 16.
  package init(bits: Int = 4) {
    self.bits = min(max(bits, 1), 16)
    counts = Array(
      repeating: 0, count: Self.bucket(of: Self.maximumNanoseconds, bits: self.bits) + 1)
  }

  /// Records one latency; a negative one counts as zero.
  package mutating func record(_ latency: Duration) {
    let latency = max(.zero, latency)
    let (seconds, attoseconds) = latency.components
    let nanoseconds = min(
      Self.maximumNanoseconds,
      UInt64(seconds) &* 1_000_000_000
        &+ UInt64(attoseconds / 1_000_000_000))
    counts[Self.bucket(of: nanoseconds, bits: bits)] += 1
    count += 1
    sum += Double(nanoseconds)
    maximum = max(maximum, latency)
  }

  /// The latency that a fraction of all does not exceed: `percentile(0.99)`. Zero if none was
  /// recorded.
  package func percentile(_ fraction: Double) -> Duration {
    guard count > 0 else { return .zero }
    let rank = min(count, max(1, Int((Double(count) * fraction).rounded(.up))))
    var seen = 0
    for (bucket, inBucket) in counts.enumerated() {
      seen += inBucket
      if seen >= rank { return min(maximum, upperBound(of: bucket)) }
    }
    return maximum
  }

  /// The mean; zero if none was recorded.
  package var mean: Duration { count == 0 ? .zero : .nanoseconds(sum / Double(count)) }

  /// The buckets that are not empty, shortest first: no latency in one exceeds `upTo`.
  private var buckets: [(upTo: Duration, count: Int)] {
    counts.indices.filter { counts[$0] > 0 }
      .map { (min(maximum, upperBound(of: $0)), counts[$0]) }
  }

  /// How many latencies do not exceed each of some bounds, and then how many there are. One that
  /// shares a bucket with a bound may count as longer.
  ///
  /// - Parameter bounds: ascending.
  package func cumulative(upToMilliseconds bounds: [Double]) -> [Int] {
    var (result, seen, next) = ([Int](), 0, 0)
    let filled = buckets
    for bound in bounds {
      while next < filled.count, filled[next].upTo.milliseconds <= bound {
        seen += filled[next].count
        next += 1
      }
      result.append(seen)
    }
    return result + [count]
  }

  /// Adds the counts of another histogram with the same number of bits.
  package mutating func merge(_ other: LatencyHistogram) {
    precondition(bits == other.bits, "histograms of unlike buckets cannot be merged")
    for bucket in counts.indices { counts[bucket] += other.counts[bucket] }
    count += other.count
    sum += other.sum
    maximum = max(maximum, other.maximum)
  }

  /// Small values have a bucket each; above, `bits` bits below the leading one choose it.
  private static func bucket(of value: UInt64, bits: Int) -> Int {
    let power = 63 - max(1, value).leadingZeroBitCount
    guard power >= bits else { return Int(value) }
    let shift = power - bits
    return (shift << bits) + Int(value >> UInt64(shift))
  }

  /// The longest latency that falls into a bucket.
  private func upperBound(of bucket: Int) -> Duration {
    guard bucket >= 1 << bits else { return .nanoseconds(bucket) }
    let shift = bucket >> bits - 1
    let leading = Int64(bucket - shift << bits)
    return .nanoseconds((leading + 1) << Int64(shift) - 1)
  }
}

extension Duration {
  /// This duration in milliseconds, with its fraction.
  package var milliseconds: Double { self / .milliseconds(1) }
}
