import Messages

/// Something to do where one piece of a drive ends and another begins, or nothing to do where there
/// might seem to be.
struct Move {
  /// What to tell; `nil` where the junction is passed without a word.
  let step: Step?
  /// The piece that the move ends on; those before it belong to the move.
  let last: Int

  struct Step {
    let kind: ManeuverKind
    var direction: TurnDirection?
    var exit: Int?
    var situation: StepContent.Situation = .ordinary
  }

  /// Nothing is said, up to this piece.
  static func silent(through last: Int) -> Move { Move(step: nil, last: last) }
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
