import CommandLineKit
import MessageBus

/// A threshold for a load test: `p99=20ms`, `failed=0.1%`, `rate=9000`.
struct ServiceLevelObjective: Sendable, Hashable {
  enum Measure: Sendable, Hashable {
    /// The latency percentile over all requests; failed ones count as slower than any other.
    case percentile(Double)
    /// The fraction of all requests that failed or were not sent.
    case failed
    /// Successful replies per second, at least.
    case rate
  }

  /// As typed.
  let text: String
  let measure: Measure
  /// In milliseconds, as a fraction, or in requests per second.
  let limit: Double

  /// Parses `pN=TIME` (with us, ms or s), `max=TIME`, `failed=N%` and `rate=N`.
  ///
  /// - Throws: `UsageError`.
  init(_ text: String) throws(UsageError) {
    let wrong = UsageError(
      "--slo is a threshold like p99=20ms, p99.9=1s, max=2s, failed=0.1% or rate=9000, "
        + "not “\(text)”.")
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw wrong }
    self.text = text
    switch parts[0] {
    case "failed":
      guard let limit = Self.fraction(parts[1]) else { throw wrong }
      (measure, self.limit) = (.failed, limit)
    case "rate":
      guard let limit = Double(parts[1]), limit > 0, limit.isFinite else { throw wrong }
      (measure, self.limit) = (.rate, limit)
    case "max":
      guard let limit = Self.milliseconds(parts[1]) else { throw wrong }
      (measure, self.limit) = (.percentile(1), limit)
    default:
      guard parts[0].first == "p", let percent = Double(parts[0].dropFirst()),
        percent > 0, percent <= 100, let limit = Self.milliseconds(parts[1])
      else { throw wrong }
      (measure, self.limit) = (.percentile(percent / 100), limit)
    }
  }

  /// Parses `0.1%` or `0` as a fraction, 0 ... 1.
  static func fraction(_ text: Substring) -> Double? {
    let isPercent = text.last == "%"
    guard let number = Double(isPercent ? text.dropLast() : text), number >= 0 else { return nil }
    let fraction = isPercent ? number / 100 : number
    return fraction <= 1 ? fraction : nil
  }

  private static func milliseconds(_ text: Substring) -> Double? {
    for (unit, scale) in [("us", 0.001), ("µs", 0.001), ("ms", 1), ("s", 1000)] {
      guard text.hasSuffix(unit) else { continue }
      guard let number = Double(text.dropLast(unit.count)), number > 0, number.isFinite else {
        return nil
      }
      return number * scale
    }
    return nil
  }
}

/// A threshold and the measured value.
struct ServiceLevelResult: Encodable, Sendable, Hashable {
  let threshold: String
  /// In the threshold's unit: milliseconds, a fraction, or requests per second; `null` where too
  /// few requests succeeded for a value.
  let measured: Double?
  let isMet: Bool

  private enum CodingKeys: String, CodingKey {
    case threshold, measured
    case isMet = "met"
  }

  init(_ objective: ServiceLevelObjective, _ tally: LoadTally) {
    threshold = objective.text
    switch objective.measure {
    case .percentile(let fraction):
      measured = tally.latency(of: fraction)?.milliseconds
      isMet = measured.map { $0 <= objective.limit } ?? false
    case .failed:
      let all = tally.sent + tally.unsent
      let fraction = all == 0 ? 1 : Double(tally.failed + tally.unsent) / Double(all)
      measured = fraction
      isMet = fraction <= objective.limit
    case .rate:
      measured = tally.requestsPerSecond
      isMet = tally.requestsPerSecond >= objective.limit
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(threshold, forKey: .threshold)
    try container.encode(measured, forKey: .measured)
    try container.encode(isMet, forKey: .isMet)
  }
}
