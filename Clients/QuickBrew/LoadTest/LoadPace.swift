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
  /// The fraction of replies that are kept for verification, 0 ... 1.
  let sampledFraction: Double
  let seed: UInt64
  /// How long the rate of an open loop climbs evenly from nothing, before `duration` begins.
  var ramp = Duration.zero

  /// The same at another rate.
  func at(_ rate: Double) -> LoadPlan {
    LoadPlan(
      pace: .rate(rate), duration: duration, sampledFraction: sampledFraction, seed: seed,
      ramp: ramp)
  }

  /// From the start to the end.
  var whole: Duration { ramp + duration }

  /// How many requests an open loop sends; `nil` for a closed one.
  var planned: Int? {
    guard case .rate(let rate) = pace else { return nil }
    return max(1, Int((rate * (duration / .seconds(1)) + onRamp(rate)).rounded()))
  }

  /// When the request `number`, from 0, of an open loop is due, after the start.
  ///
  /// While the rate climbs to r in R seconds, r·t²/(2R) requests are due by the time t.
  func due(_ number: Int, rate: Double) -> Duration {
    let number = Double(number)
    let climbing = onRamp(rate)
    let seconds = ramp / .seconds(1)
    let after =
      number < climbing
      ? (2 * seconds * number / rate).squareRoot() : seconds + (number - climbing) / rate
    return .nanoseconds(Int64((after * 1e9).rounded()))
  }

  /// The requests of the climb.
  private func onRamp(_ rate: Double) -> Double { rate * (ramp / .seconds(1)) / 2 }
}
