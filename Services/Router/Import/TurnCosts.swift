import Messages

#if canImport(Glibc)
  import Glibc
#endif

/// What turning costs, in hundredths of a second.
///
/// Source: the profiles of OSRM: a sigmoid of the angle where at least three roads meet, for cars
/// up to 7.5 s, for bicycles up to 6 s, on foot none; for a U-turn 20 s more, on foot 2 s; 2 s for
/// signals. Ours: 3 s for a car at every crossing of streets, straight on too, because OSRM's times
/// are known for being too short in towns (its issues 463 and 4903).
struct TurnCosts {
  private let uTurn: UInt16
  private let signals: UInt16 = 200
  /// Slowing down, looking, waiting where streets cross.
  private let crossing: UInt16
  /// By steps of 1.5 degrees, 0 ... 120.
  private let byAngle: [UInt16]

  init(for profile: TravelProfile) {
    let sharpest =
      switch profile {
      case .car: 750.0
      case .bicycle: 600.0
      case .foot: 0.0
      }
    uTurn = profile == .foot ? 200 : 2_000
    crossing = profile == .car ? 300 : 0
    byAngle = (0...120).map { step in
      let share = 1 / (1 + exp(-(13 * Double(step) / 120 - 6.5)))
      return UInt16((sharpest * share).rounded())
    }
  }

  /// - Parameter angle: in steps of 1.5 degrees, -120 ... 120.
  func cost(angle: Int8, flags: TurnFlags) -> UInt16 {
    var cost: UInt16 = 0
    if flags.contains(.junction) || flags.contains(.uTurn) { cost += byAngle[Int(angle.magnitude)] }
    if flags.contains(.uTurn) { cost += uTurn }
    if flags.contains(.signals) { cost += signals }
    if flags.contains(.crossing) { cost += crossing }
    return cost
  }
}
