import Messages

/// For how long an operation's replies are awaited before another instance is asked, too.
///
/// That is the time within which 19 of 20 replies came of late, so that about one request in twenty
/// is sent twice. Source: Dean and Barroso, "The Tail at Scale", CACM 56 (2013): deferring the
/// second request to the 95th percentile costs 5 % more load.
struct HedgeDelays {
  /// The delay while too few replies came to know better.
  static let first = Duration.seconds(1)
  /// A shorter delay would not be noticed before the next check of what is outstanding.
  static let least = ClientLimits.checkInterval
  /// Replies before an estimate counts.
  private static let learned = 20

  private struct Estimate {
    var replies = 0
    var percentile = Duration.zero

    /// A slower reply raises the estimate nineteen times as much as a quicker one lowers it, so
    /// that it rests where one reply in twenty is slower: 1.2 = 1.0096¹⁹.
    mutating func record(_ latency: Duration) {
      replies += 1
      if replies <= learned {
        percentile = max(percentile, latency)
      } else {
        percentile = latency > percentile ? percentile * 1.2 : percentile / 1.0096
      }
    }
  }

  private var estimates: [String: Estimate] = [:]

  /// Records the time from when a request was first sent until its reply. The time since it was
  /// sent to the second instance would lower the estimate with each slow reply.
  mutating func record(_ operation: Operation, _ latency: Duration) {
    estimates[operation.name, default: Estimate()].record(latency)
  }

  func delay(of operation: Operation) -> Duration {
    guard let estimate = estimates[operation.name], estimate.replies >= Self.learned else {
      return Self.first
    }
    return max(Self.least, estimate.percentile)
  }
}
