#if canImport(Glibc)
  import Glibc
#endif

/// Simulates the error of a satellite receiver: small, and correlated over time.
///
/// A first-order Gauss–Markov process in both directions, the usual model of positioning errors:
/// Gelb, "Applied Optimal Estimation" (1974), section 3.8.
package struct ReceiverNoise: Sendable {
  /// The correlation time, in seconds.
  private static let correlationSeconds = 20.0
  /// 68 % of the values of a two-dimensional normal distribution are within this many deviations.
  private static let deviationsOfAccuracy = 1.51

  private let deviation: Meters
  private var (north, east) = (0.0, 0.0)
  private var last: Double?

  /// - Parameter accuracy: two of three readings are this close to the true position; 0 means no
  ///   error.
  package init(accuracy: Meters) { deviation = accuracy / Self.deviationsOfAccuracy }

  /// What the receiver reports at a position, `seconds` after any start; they must not decrease.
  package mutating func reading(
    of position: Coordinate, at seconds: Double, using random: inout some RandomNumberGenerator
  ) -> Coordinate {
    guard deviation > 0 else { return position }
    let correlation = last.map { exp(-max(0, seconds - $0) / Self.correlationSeconds) } ?? 0
    let fresh = deviation * (1 - correlation * correlation).squareRoot()
    north = correlation * north + fresh * Self.normal(&random)
    east = correlation * east + fresh * Self.normal(&random)
    last = seconds
    return position.moved(by: north, bearing: 0).moved(by: east, bearing: 90)
  }

  /// Source: Box and Muller, "A Note on the Generation of Random Normal Deviates" (1958).
  private static func normal(_ random: inout some RandomNumberGenerator) -> Double {
    let uniform = Double.random(in: Double.leastNonzeroMagnitude..<1, using: &random)
    return (-2 * log(uniform)).squareRoot() * cos(2 * .pi * .random(in: 0..<1, using: &random))
  }
}
