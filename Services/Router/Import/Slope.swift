import Messages

#if canImport(Glibc)
  import Glibc
#endif

/// How much of their speed on the level travellers keep on a slope.
enum Slope {
  /// No road is steeper over the length that slopes are measured on; what is comes from the
  /// heights' errors.
  static let steepest = 0.35

  /// Tobler's hiking function, as a share of its speed on the level: 6 exp(-3.5 |s + 0.05|)
  /// km/h for a rise of s metres a metre, quickest at 5 % downhill. Source: W. Tobler, "Three
  /// presentations on geographical analysis and modeling", NCGIA technical report 93-1, 1993.
  static func walked(_ slope: Double) -> Double {
    let slope = min(steepest, max(-steepest, slope))
    return exp(-3.5 * (abs(slope + 0.05) - 0.05))
  }

  /// The speed at which a rider of constant power rides, as a share of that on the level; at least
  /// a pushed bicycle's, which slopes slow down as they do walkers.
  ///
  /// Power is spent on the air, the tyres and the slope: P = k v³ + m g (c + s) v. Source: the
  /// model of David Gordon Wilson, "Bicycling Science", chapter 4, with BRouter's numbers
  /// (`StdPath.computeKinematic`): P 100 W, m 90 kg, c 0.01, k 0.225 kg/m, never beyond 45 km/h.
  ///
  /// - Parameter kilometersPerHour: on the level. Where it is below the usual one, as on gravel and
  ///   among walkers, nobody rides faster downhill.
  static func ridden(_ slope: Double, _ kilometersPerHour: Double) -> Double {
    let slope = min(steepest, max(-steepest, slope))
    let share = min(topSpeed, speed(slope)) / speed(0)
    let pushed =
      RoadTags.shareOfWalking * FootRules.usual * walked(slope) / max(1, kilometersPerHour)
    // Stored speeds are rounded down.
    let quickest = kilometersPerHour < BicycleRules.usual - 0.1 ? 1 : Double.infinity
    return max(min(share, quickest), min(1, pushed))
  }

  /// Metres a second on a slope with that power.
  private static func speed(_ slope: Double) -> Double {
    let weight = 90 * 9.81 * (0.01 + slope)
    // Newton's method from above, where the curve is convex: some steps to a millimetre a second.
    var speed = 30.0
    for _ in 0..<40 {
      let excess = 0.225 * speed * speed * speed + weight * speed - 100
      let gradient = 0.675 * speed * speed + weight
      guard gradient > 0 else { break }
      let next = speed - excess / gradient
      if abs(next - speed) < 0.001 { return next }
      speed = next
    }
    return speed
  }

  private static let topSpeed = 45 / 3.6
}
