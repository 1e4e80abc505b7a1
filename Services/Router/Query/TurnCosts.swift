#if canImport(Glibc)
  import Glibc
#endif

/// What turning costs, in milliseconds.
///
/// Source: the car profile of OSRM: a sigmoid of the angle up to 7.5 s where at least three roads
/// meet, 20 s more for a U-turn, 2 s for signals. The map does not say on which side one drives, so
/// left and right cost the same. Ours: 3 s for every crossing of streets, straight on too, because
/// OSRM's times are known for being too short in towns (its issues 463 and 4903).
package struct TurnCosts: Sendable {
  /// What the sharpest turn costs.
  package static let sharpestMilliseconds = 7_500.0
  package static let uTurnMilliseconds: UInt32 = 20_000
  package static let signalsMilliseconds: UInt32 = 2_000
  /// Slowing down, looking, waiting where streets cross.
  package static let crossingMilliseconds: UInt32 = 3_000

  /// By steps of 1.5 degrees, 0 ... 120.
  private let byAngle: [UInt32]

  package init() {
    byAngle = (0...120).map { step in
      let share = 1 / (1 + exp(-(13 * Double(step) / 120 - 6.5)))
      return UInt32((Self.sharpestMilliseconds * share).rounded())
    }
  }

  /// - Parameter angle: in steps of 1.5 degrees, -120 ... 120.
  func milliseconds(angle: Int8, flags: TurnFlags) -> UInt32 {
    var cost: UInt32 = 0
    if flags.contains(.junction) || flags.contains(.uTurn) {
      cost += byAngle[Int(angle.magnitude)]
    }
    if flags.contains(.uTurn) { cost += Self.uTurnMilliseconds }
    if flags.contains(.signals) { cost += Self.signalsMilliseconds }
    if flags.contains(.crossing) { cost += Self.crossingMilliseconds }
    return cost
  }
}
