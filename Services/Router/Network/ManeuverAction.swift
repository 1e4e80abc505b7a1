import Messages

/// What a relation says of a turn.
struct ManeuverAction: Equatable, Sendable {
  /// `nil` where no instruction is given.
  let kind: ManeuverKind?
  /// `nil` for that of the angle.
  let direction: TurnDirection?

  private static let directions = TurnDirection.allCases
  private static let kinds = ManeuverKind.allCases

  /// The words of the map, which are those of OSRM's answers.
  init?(_ word: String, direction: String?) {
    switch word.lowercased().replacing(" ", with: "_") {
    case "suppress", "suppressed": kind = nil
    case "turn": kind = .turn
    case "continue": kind = .continue
    case "new_name": kind = .newName
    case "merge": kind = .merge
    case "fork": kind = .fork
    case "on_ramp", "off_ramp": kind = .ramp
    case "end_of_road": kind = .endOfRoad
    case "uturn", "u_turn": kind = .uTurn
    default: return nil
    }
    switch direction?.lowercased().replacing(" ", with: "_") {
    case nil: self.direction = kind == .uTurn ? .uturn : nil
    case "straight", "through": self.direction = .straight
    case "slight_right": self.direction = .slightRight
    case "right": self.direction = .right
    case "sharp_right": self.direction = .sharpRight
    case "uturn", "reverse": self.direction = .uturn
    case "sharp_left": self.direction = .sharpLeft
    case "left": self.direction = .left
    case "slight_left": self.direction = .slightLeft
    default: return nil
    }
  }

  /// Bits 0 ..< 8 the kind, 8 ..< 16 the direction, from 1 on; 0 for none.
  var packed: UInt32 {
    let number = kind.flatMap { Self.kinds.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    let side = direction.flatMap { Self.directions.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    return UInt32(number | side << 8)
  }

  /// `nil` for what no action is packed to.
  init?(packed: UInt32) {
    let (number, side) = (Int(packed & 0xff), Int(packed >> 8))
    guard number <= Self.kinds.count, side <= Self.directions.count else { return nil }
    kind = number == 0 ? nil : Self.kinds[number - 1]
    direction = side == 0 ? nil : Self.directions[side - 1]
  }
}
