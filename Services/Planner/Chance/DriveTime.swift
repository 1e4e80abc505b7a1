import FoundationEssentials
import Messages

#if canImport(Glibc)
  import Glibc
#endif

/// How long a drive takes from day to day: its duration, times the exponential of two independent
/// normal variables, one common to all drives of the day and one of its own.
///
/// A lognormal time is never negative, and slow days are farther from the median than quick ones;
/// it describes measured times of streets better than a normal one (A. Richardson, M. Taylor,
/// "Travel time variability on commuter journeys", High Speed Ground Transportation Journal 12,
/// 1978). The duration that the router gives is its median, so that half of all days are slower.
struct DriveTime: Sendable {
  let medianSeconds: Int
  /// The standard deviations of the logarithm.
  let common: Double
  let own: Double

  /// - Parameter spread: of a lognormal time whose standard deviation is a share s of its mean, the
  ///   logarithm has the variance ln(1 + s²).
  init(medianSeconds: Int, _ spread: TravelSpread) {
    self.medianSeconds = medianSeconds
    common = log(1 + spread.common * spread.common).squareRoot()
    own = log(1 + spread.own * spread.own).squareRoot()
  }

  /// The standard deviation of the logarithm.
  var deviation: Double { (common * common + own * own).squareRoot() }

  /// The seconds on a day that is slower than the median by so many standard deviations.
  func seconds(at deviations: Double) -> Double {
    Double(medianSeconds) * exp(deviation * deviations)
  }

  var quantiles: DurationQuantiles {
    let tenth = Normal.quantile(0.9)
    return DurationQuantiles(
      p10Seconds: Int(seconds(at: -tenth).rounded()), p50Seconds: medianSeconds,
      p90Seconds: Int(seconds(at: tenth).rounded()))
  }

  /// The probability that the drive takes at most so long.
  func probability(within seconds: Double) -> Double {
    probability(within: seconds, mean: 0, deviation: deviation)
  }

  /// The probability that the drive takes at most so long, on days on which an earlier one was
  /// slower than its median by so many of its standard deviations.
  ///
  /// Given the sum x of a common and an own part, the common variable is normal, with the mean
  /// x · c / s and the variance o² / s², where c and o are the deviations of both parts, and s that
  /// of their sum.
  func probability(within seconds: Double, after earlier: DriveTime, at deviations: Double)
    -> Double
  {
    let whole = earlier.deviation
    guard whole > 0 else { return probability(within: seconds) }
    let (shared, rest) = (earlier.common / whole, earlier.own / whole)
    return probability(
      within: seconds, mean: common * shared * deviations,
      deviation: (common * common * rest * rest + own * own).squareRoot())
  }

  private func probability(within seconds: Double, mean: Double, deviation: Double) -> Double {
    guard medianSeconds > 0 else { return seconds >= 0 ? 1 : 0 }
    guard seconds > 0 else { return 0 }
    let distance = log(seconds / Double(medianSeconds)) - mean
    guard deviation > 0 else { return distance >= 0 ? 1 : 0 }
    return Normal.probability(distance / deviation)
  }
}

/// The standard normal distribution.
enum Normal {
  /// The probability of at most `x`.
  static func probability(_ x: Double) -> Double { erfc(-x / 2.0.squareRoot()) / 2 }

  /// The `x` of which `probability` is this, by bisection.
  ///
  /// - Precondition: 0 < probability < 1.
  static func quantile(_ probability: Double) -> Double {
    var (low, high) = (-10.0, 10.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if Self.probability(middle) < probability { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The middles of a hundred equally likely parts.
  static let hundredths = (0..<100).map { quantile((Double($0) + 0.5) / 100) }
}
