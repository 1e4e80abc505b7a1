#if canImport(Glibc)
  import Glibc
#endif

/// How a satellite receiver is off: a little, and the same way for a while.
///
/// A Gauss–Markov process of first order in both directions, as the errors of positioning commonly
/// are taken: Gelb, "Applied Optimal Estimation" (1974), section 3.8.
package struct ReceiverError: Sendable {
  /// How long an error lasts, in seconds.
  private static let memorySeconds = 20.0
  /// Of a normal error in two directions 68 % are within so many deviations.
  private static let deviationsOfAccuracy = 1.51

  private let deviation: Meters
  private var (north, east) = (0.0, 0.0)
  private var last: Double?

  /// - Parameter accuracy: two of three readings are so close to the place; 0 means no error.
  package init(accuracy: Meters) { deviation = accuracy / Self.deviationsOfAccuracy }

  /// What the receiver tells of a place, so many seconds after any start; they do not go back.
  package mutating func reading(
    of place: Coordinate, at seconds: Double, using random: inout some RandomNumberGenerator
  ) -> Coordinate {
    guard deviation > 0 else { return place }
    let kept = last.map { exp(-max(0, seconds - $0) / Self.memorySeconds) } ?? 0
    let fresh = deviation * (1 - kept * kept).squareRoot()
    north = kept * north + fresh * Self.normal(&random)
    east = kept * east + fresh * Self.normal(&random)
    last = seconds
    return place.moved(by: north, bearing: 0).moved(by: east, bearing: 90)
  }

  /// Source: Box and Muller, "A Note on the Generation of Random Normal Deviates" (1958).
  private static func normal(_ random: inout some RandomNumberGenerator) -> Double {
    let share = Double.random(in: Double.leastNonzeroMagnitude..<1, using: &random)
    return (-2 * log(share)).squareRoot() * cos(2 * .pi * .random(in: 0..<1, using: &random))
  }
}
