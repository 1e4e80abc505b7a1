/// Counts latencies so that percentiles can be told within 6 %, in constant room.
///
/// Buckets grow by powers of two, each split into sixteen, as in HdrHistogram.
package struct LatencyHistogram: Sendable {
  private static let subBuckets = 16
  private var counts = [Int](repeating: 0, count: 40 * 16)
  package private(set) var count = 0

  package init() {}

  /// Counts one latency; times under a microsecond count as one.
  package mutating func record(_ latency: Duration) {
    let microseconds = UInt64(max(1, latency / .microseconds(1)))
    counts[min(counts.count - 1, Self.bucket(of: microseconds))] += 1
    count += 1
  }

  /// The latency that a part of all is not above: `percentile(0.99)`. Zero where none was counted.
  package func percentile(_ part: Double) -> Duration {
    guard count > 0 else { return .zero }
    let rank = max(1, Int((Double(count) * part).rounded(.up)))
    var seen = 0
    for (bucket, inBucket) in counts.enumerated() {
      seen += inBucket
      if seen >= rank { return .microseconds(Self.upperBound(of: bucket)) }
    }
    return .microseconds(Self.upperBound(of: counts.count - 1))
  }

  /// Adds the counts of another histogram.
  package mutating func merge(_ other: LatencyHistogram) {
    for bucket in counts.indices { counts[bucket] += other.counts[bucket] }
    count += other.count
  }

  private static func bucket(of value: UInt64) -> Int {
    guard value >= subBuckets else { return Int(value) }
    let power = 63 - value.leadingZeroBitCount
    let shift = power - 4
    return (shift + 1) * subBuckets + Int(value >> UInt64(shift)) - subBuckets
  }

  /// The largest value that falls into a bucket.
  private static func upperBound(of bucket: Int) -> Int64 {
    guard bucket >= subBuckets else { return Int64(bucket) }
    let shift = bucket / subBuckets - 1
    let leading = Int64(bucket % subBuckets + subBuckets)
    return ((leading + 1) << Int64(shift)) - 1
  }
}

extension Duration {
  /// This duration in milliseconds, with its fraction.
  package var milliseconds: Double { self / .milliseconds(1) }
}
