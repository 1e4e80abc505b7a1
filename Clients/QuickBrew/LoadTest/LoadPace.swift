/// How fast requests are sent.
enum LoadPace: Sendable, Hashable {
  /// An open loop: requests per second, sent independently of the replies.
  case rate(Double)
  /// A closed loop: the number of concurrent requests. Each reply triggers the next request.
  case closed(Int)
}

/// What a run sends, and for how long.
struct LoadPlan: Sendable, Hashable {
  let pace: LoadPace
  let duration: Duration
  let seed: UInt64

  /// The same at another rate.
  func at(_ rate: Double) -> LoadPlan {
    LoadPlan(pace: .rate(rate), duration: duration, seed: seed)
  }
}
