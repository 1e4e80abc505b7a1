/// How much the duration of a drive varies from day to day, around that of the reply.
///
/// Both are standard deviations, relative to the duration. The first part is common to all drives
/// of that day and hour (weather, an event); the second is this drive's own (signals, a lorry that
/// unloads). They are independent of each other, so the whole is the root of the sum of squares.
package struct TravelSpread: Codable, Sendable, Hashable {
  /// 0 for a drive that takes as long every day.
  package let common: Double
  package let own: Double

  package init(common: Double, own: Double) {
    self.common = common
    self.own = own
  }
}

/// How likely a trip arrives by its deadline, and how long its drives take on quick and slow days.
package struct OnTimeChance: Codable, Sendable, Hashable {
  /// 0 ... 1, to the thousandth: that the arrival is not after the deadline, and the shop open for
  /// the whole visit.
  package let probability: Double
  /// By drive, in order.
  package let drives: [DurationQuantiles]

  package init(probability: Double, drives: [DurationQuantiles]) {
    self.probability = probability
    self.drives = drives
  }
}

/// The durations that a drive keeps to on one, five and nine of ten days, in whole seconds.
package struct DurationQuantiles: Codable, Sendable, Hashable {
  package let p10Seconds: Int
  /// The duration that the plan counts with.
  package let p50Seconds: Int
  package let p90Seconds: Int

  package init(p10Seconds: Int, p50Seconds: Int, p90Seconds: Int) {
    self.p10Seconds = p10Seconds
    self.p50Seconds = p50Seconds
    self.p90Seconds = p90Seconds
  }
}
