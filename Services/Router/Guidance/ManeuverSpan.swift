import Messages

/// One or more junctions of a route that are one maneuver to the traveller, or none that needs an
/// instruction.
struct ManeuverSpan {
  /// The instruction; `nil` where it is suppressed.
  let instruction: Instruction?
  /// The piece that follows the maneuver; those before it belong to the maneuver.
  let last: Int
  /// The piece whose street the instruction names, where that is a later one.
  var named: Int?
  /// Whether the street after it needs no instruction later on either.
  var isQuietlyRenamed = false

  struct Instruction {
    let kind: ManeuverKind
    var direction: TurnDirection?
    var exit: Int?
    var context: StepContent.Context = .ordinary

    var isAtRoundabout: Bool { kind == .roundabout || kind == .exitRoundabout }
  }

  /// No instruction up to this piece.
  static func suppressed(through last: Int, isQuietlyRenamed: Bool = false) -> ManeuverSpan {
    ManeuverSpan(instruction: nil, last: last, isQuietlyRenamed: isQuietlyRenamed)
  }
}

extension TurnDirection {
  /// - Parameter angle: degrees to the right, -180 ... 180.
  init(angle: Double) {
    let isRight = angle > 0
    switch abs(angle) {
    case ..<Angles.straightBelow: self = .straight
    case ..<Angles.slightBelow: self = isRight ? .slightRight : .slightLeft
    case ..<Angles.turnBelow: self = isRight ? .right : .left
    default: self = isRight ? .sharpRight : .sharpLeft
    }
  }
}
