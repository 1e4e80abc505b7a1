import Messages

/// Something to do where one piece of a drive ends and another begins, or nothing to do where there
/// might seem to be.
struct ManeuverSpan {
  /// What to tell; `nil` where the junction is passed without a word.
  let instruction: Instruction?
  /// The piece that the move ends on; those before it belong to the move.
  let last: Int

  struct Instruction {
    let kind: ManeuverKind
    var direction: TurnDirection?
    var exit: Int?
    var context: StepContent.Context = .ordinary
  }

  /// Nothing is said, up to this piece.
  static func suppressed(through last: Int) -> ManeuverSpan {
    ManeuverSpan(instruction: nil, last: last)
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
