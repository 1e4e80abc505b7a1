/// Counts latencies so that percentiles can be told within a bounded error, in constant room.
///
/// Buckets grow by powers of two, each split into equally many: with 4 bits sixteen, which makes a
/// percentile at most 6.25 % too high; with 10 bits 1,024, which gives three significant digits.
///
/// Source: Gil Tene, HdrHistogram, http://hdrhistogram.org: the same layout, with nanoseconds as
/// the unit.
package struct LatencyHistogram: Sendable {
  /// The longest that is told apart; longer counts as this. A bit more than an hour.
  package static let maximumNanoseconds: UInt64 = 1 << 42 - 1

  private let bits: Int
  private var counts: [Int]
  package private(set) var count = 0
  /// The sum and the sum of squares of what was counted, in nanoseconds.
  private var sum = 0.0
  private var squares = 0.0
  /// The longest, exactly; zero where none was counted.
  package private(set) var maximum = Duration.zero

  /// - Parameter bits: each power of two is split into `1 << bits` buckets, 1 ... 16.
  package init(bits: Int = 4) {
    self.bits = min(max(bits, 1), 16)
    counts = Array(
      repeating: 0, count: Self.bucket(of: Self.maximumNanoseconds, bits: self.bits) + 1)
  }

  /// Counts one latency; a negative one counts as none.
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
    squares += Double(nanoseconds) * Double(nanoseconds)
    maximum = max(maximum, latency)
  }

  /// The latency that a part of all is not above: `percentile(0.99)`. Zero where none was counted.
  package func percentile(_ part: Double) -> Duration {
    guard count > 0 else { return .zero }
    let rank = min(count, max(1, Int((Double(count) * part).rounded(.up))))
    var seen = 0
    for (bucket, inBucket) in counts.enumerated() {
      seen += inBucket
      if seen >= rank { return min(maximum, upperBound(of: bucket)) }
    }
    return maximum
  }

  /// The mean; zero where none was counted.
  package var mean: Duration { count == 0 ? .zero : .nanoseconds(sum / Double(count)) }

  /// The standard deviation of all that was counted; zero where none was.
  package var deviation: Duration {
    guard count > 0 else { return .zero }
    let mean = sum / Double(count)
    return .nanoseconds(max(0, squares / Double(count) - mean * mean).squareRoot())
  }

  /// The buckets that hold something, shortest first: no latency in one is above `upTo`.
  package var buckets: [(upTo: Duration, count: Int)] {
    counts.indices.filter { counts[$0] > 0 }
      .map { (min(maximum, upperBound(of: $0)), counts[$0]) }
  }

  /// Adds the counts of another histogram of as many bits.
  package mutating func merge(_ other: LatencyHistogram) {
    precondition(bits == other.bits, "histograms of unlike buckets cannot be merged")
    for bucket in counts.indices { counts[bucket] += other.counts[bucket] }
    count += other.count
    sum += other.sum
    squares += other.squares
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
