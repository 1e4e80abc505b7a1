import MessageBus

/// A histogram as the percentile text that HdrHistogram's plotters read, in milliseconds.
///
/// Source: HdrHistogram, `outputPercentileDistribution`: five lines for each halving of the
/// distance to 100 %.
enum PercentileText {
  private static let ticksPerHalfDistance = 5.0

  static func render(_ histogram: LatencyHistogram) -> String {
    var text = "       Value     Percentile TotalCount 1/(1-Percentile)\n\n"
    let total = histogram.count
    var level = 0.0
    var seen = 0
    for (upTo, count) in histogram.buckets {
      seen += count
      if seen == total {
        text += line(upTo, at: level, seen)
        text += line(upTo, at: 1, seen)
      }
      while seen < total, level <= Double(seen) / Double(total) {
        text += line(upTo, at: level, seen)
        level = next(after: level)
      }
    }
    let mean = number(histogram.mean)
    let deviation = number(histogram.deviation)
    text += "#[Mean    = \(padded(mean, 12)), StdDeviation   = \(padded(deviation, 12))]\n"
    let longest = number(histogram.maximum)
    text += "#[Max     = \(padded(longest, 12)), Total count    = \(padded("\(total)", 12))]\n"
    return text
  }

  private static func line(_ value: Duration, at level: Double, _ seen: Int) -> String {
    let start =
      padded(number(value), 12) + " " + Formats.decimal(level, places: 12) + " "
      + padded("\(seen)", 10)
    if level == 1 { return start + "\n" }
    return start + " " + padded(Formats.decimal(1 / (1 - level), places: 2), 14) + "\n"
  }

  /// The next percentile: the step halves whenever the distance to 100 % has.
  private static func next(after level: Double) -> Double {
    var left = 1 - level
    var steps = 2 * ticksPerHalfDistance
    while left <= 0.5 {
      left *= 2
      steps *= 2
    }
    return level + 1 / steps
  }

  private static func number(_ duration: Duration) -> String {
    Formats.decimal(duration.milliseconds, places: 3)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
