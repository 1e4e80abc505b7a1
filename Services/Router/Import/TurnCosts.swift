import Messages

#if canImport(Glibc)
  import Glibc
#endif

/// The costs of turns for one profile, in hundredths of a second.
///
/// Numbers without another source are those of the profiles of OSRM (`car.lua`, `bicycle.lua`,
/// `foot.lua`, `lib/obstacles.lua`).
struct TurnCosts {
  /// The features of a turn that determine its cost.
  struct Turn {
    /// In steps of 1.5 degrees, positive to the right, -120 ... 120.
    let angle: Int8
    let flags: TurnFlags
    var control = NodeTags.Control.none
    var isGated = false
    var isTolled = false
    /// From or onto a roundabout, where there is no oncoming traffic.
    var isAtRoundabout = false
  }

  /// `u_turn_penalty`; on foot our own.
  private let uTurn: UInt16
  private let signals: UInt16 = 200
  private let stop: UInt16
  private let giveWay: UInt16
  private let gate: UInt16
  private let tollBooth: UInt16
  /// By steps of 1.5 degrees, -120 ... 120.
  private let byAngle: [UInt16]
  /// The extra cost of crossing oncoming traffic, likewise.
  private let oncoming: [UInt16]

  init(for profile: TravelProfile, driving side: DrivingSide) {
    uTurn = profile == .foot ? 200 : 2_000
    stop = profile == .foot ? 0 : 200
    giveWay = profile == .foot ? 0 : 100
    // The mean of OSRM's (60 s for cars, none for others) and Valhalla's (`kDefaultGateCost`, 30
    // s).
    gate = profile == .car ? 4_500 : 1_500
    // Valhalla's `kDefaultTollBoothCost`.
    tollBooth = profile == .car ? 1_500 : 0
    let angles = (-120...120).map { Double($0) * 1.5 * (side == .right ? 1 : -1) }
    byAngle = angles.map { UInt16((Self.bend(profile, $0) * 100).rounded()) }
    oncoming = angles.map { angle in
      // `oncoming_turn_penalty`.
      guard profile == .car, angle < 0 else { return 0 }
      return UInt16((200 / (1 + exp(-(13 * -angle / 180 - 3.25)))).rounded())
    }
  }

  /// Seconds by the angle, positive towards the driving side: `turn_penalty` and `turn_bias`; for
  /// bicycles half of OSRM's 6 s, since Valhalla's turns cost at most 1.5 s (`kTCUnfavorableSharp`
  /// of `sif/bicyclecost.cc`).
  private static func bend(_ profile: TravelProfile, _ angle: Double) -> Double {
    let (sharpest, bias) =
      switch profile {
      case .car: (7.5, 1.075)
      case .bicycle: (3.0, 1.4)
      case .foot: (0.0, 1.0)
      }
    let sideBias = angle >= 0 ? bias : 1 / bias
    return sharpest / (1 + exp(-(13 / sideBias * abs(angle) / 180 - 6.5 * sideBias)))
  }

  func cost(of turn: Turn) -> UInt16 {
    var cost: UInt16 = 0
    let isUTurn = turn.flags.contains(.uTurn)
    if turn.flags.contains(.junction) || isUTurn { cost += byAngle[Int(turn.angle) + 120] }
    if turn.flags.contains(.junction), !isUTurn, !turn.isAtRoundabout {
      cost += oncoming[Int(turn.angle) + 120]
    }
    if isUTurn { cost += uTurn }
    switch turn.control {
    case .none: break
    case .signals: cost += signals
    case .stop, .minorStop: cost += stop
    case .giveWay: cost += giveWay
    }
    if turn.isGated { cost += gate }
    if turn.isTolled { cost += tollBooth }
    return cost
  }
}
