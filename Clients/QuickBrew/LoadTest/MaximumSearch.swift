/// The search for the highest rate that a service holds: doubling, then halving the gap.
struct MaximumSearch: Sendable, Hashable {
  static let firstRate = 100.0
  /// The search ends where the limit is known so well.
  private static let precision = 1.05

  /// The highest rate that held, in requests per second; `nil` for none yet.
  private(set) var highest: Double?
  private var lowestFailed: Double?
  private var rate: Double
  /// Whether the rate has failed once; noise of the machine may have been the cause.
  private var isRepeated = false

  init(from first: Double) { rate = first }

  /// The next rate to try; `nil` where the search has ended.
  var next: Double? {
    if isRepeated { return rate }
    guard let lowestFailed else { return rate <= LoadLimits.rate.upperBound ? rate : nil }
    guard let highest else { return rate >= 1 ? rate : nil }
    return lowestFailed / highest > Self.precision ? rate : nil
  }

  /// Records what became of `next`.
  mutating func record(isGood: Bool) {
    if isGood {
      highest = rate
    } else if !isRepeated {
      isRepeated = true
      return
    } else {
      lowestFailed = rate
    }
    isRepeated = false
    switch (highest, lowestFailed) {
    case (let low?, let high?): rate = (low * high).squareRoot()
    case (let low?, nil): rate = low * 2
    case (nil, _): rate /= 2
    }
  }
}

/// The rates that were tried, in order.
struct LoadSearchReport: Encodable, Sendable {
  /// The highest rate that met every threshold; `nil` where none did.
  let maximumPerSecond: Double?
  let steps: [LoadReport]
}
