import Messages

/// A junction as the driver comes to it, with the way that the drive takes.
struct JunctionAnalysis {
  /// A way on is plain where every other one lies so much farther from straight ahead; degrees.
  static let obviousMargin = 30.0
  /// No bend that is sharper is a plain way on.
  static let obviousBelow = 60.0
  /// Two ways on that lie closer split like a fork; degrees.
  static let forkBelow = 75.0

  let network: RoadNetwork
  let before: RoadView
  let here: RoadView
  let junction: Junction
  /// The street that was told last.
  let announced: Street

  private var angle: Double { before.angle(to: here) }
  private var isStaying: Bool {
    network.isSame(before.street, here.street) || network.isSame(announced, here.street)
  }

  /// The other roads one sees: mouths of driveways and paths are none to who stays on a road.
  private var visible: [Junction.Arm] {
    let ignoresMinor = !before.isMinor && !here.isMinor
    return junction.arms.filter {
      $0.directedSegment != here.piece.directedSegment && !(ignoresMinor && $0.roadClass.isMinor)
    }
  }

  /// The other ways one could take.
  private var others: [Junction.Arm] { visible.filter(\.isOpen) }

  /// What there is to do on streets; `nil` where the way on is plain.
  func instruction() -> ManeuverSpan.Instruction? {
    let others = others
    guard !others.isEmpty else { return joinsOther ? turn() : nil }
    if isObvious(against: others) { return nil }
    if let side = forkSide(others) {
      return .init(
        kind: .fork, direction: side, context: isStaying ? .staying : .ordinary)
    }
    if abs(angle) < Angles.straightBelow, let side = slightSide(others) {
      return .init(
        kind: isStaying ? .continue : .turn, direction: side,
        context: isStaying ? .staying : .ordinary)
    }
    return turn()
  }

  private func turn() -> ManeuverSpan.Instruction {
    let direction = TurnDirection(angle: angle)
    if isStaying { return .init(kind: .continue, direction: direction, context: .staying) }
    if isEndOfRoad { return .init(kind: .endOfRoad, direction: direction) }
    return .init(kind: direction == .straight ? .continue : .turn, direction: direction)
  }

  /// Without another way on: whether one turns into a street that others come along.
  private var joinsOther: Bool {
    abs(angle) >= ManeuverFinder.turnFrom && !isStaying && !visible.isEmpty
      && (before.street.isNamed || here.street.isNamed)
  }

  /// A street meets its end at another that runs across.
  private var isEndOfRoad: Bool {
    let visible = visible
    guard !before.isMinor, !before.isLink, visible.count == 1, abs(angle) >= ManeuverFinder.turnFrom
    else { return false }
    return visible[0].angle * angle < 0 && abs(visible[0].angle) >= ManeuverFinder.turnFrom
      && abs(visible[0].angle - angle) > Angles.turnBelow
  }
}

// MARK: what is plain

extension JunctionAnalysis {
  /// Whether nobody would take another way than the drive's.
  private func isObvious(against others: [Junction.Arm]) -> Bool {
    let own = deviation(angle, here.roadClass, here.street)
    guard abs(angle) < Self.obviousBelow else { return false }
    return others.allSatisfy {
      deviation($0.angle, $0.roadClass, $0.street) >= own + Self.obviousMargin
    }
  }

  /// How far a way on is from what one expects: straight on, the same street, a road as large;
  /// degrees, or what weighs as much.
  private func deviation(_ angle: Double, _ roadClass: RoadClass, _ street: Street) -> Double {
    var deviation = abs(angle)
    if before.street.isNamed, !network.isSame(before.street, street) { deviation += 15 }
    if roadClass.isLink, !before.isLink { deviation += 30 }
    let steps = max(0, roadClass.rank - before.roadClass.rank)
    return deviation + min(40, 10 * Double(steps))
  }

  /// Which branch of a fork the drive takes; `nil` where the roads do not split alike.
  private func forkSide(_ others: [Junction.Arm]) -> TurnDirection? {
    guard abs(angle) < Self.obviousBelow else { return nil }
    let own = deviation(angle, here.roadClass, here.street)
    let isLessObvious = others.contains {
      deviation($0.angle, $0.roadClass, $0.street) <= own - Self.obviousMargin
    }
    if isLessObvious { return nil }
    let branches = others.filter {
      abs($0.angle) < Self.obviousBelow && abs($0.angle - angle) < Self.forkBelow
        && $0.roadClass.isLink == here.isLink
        && abs($0.roadClass.rank - here.roadClass.rank) <= 1
        && abs(deviation($0.angle, $0.roadClass, $0.street) - own) < Self.obviousMargin
    }
    return side(of: branches)
  }

  /// Where the way on is straight and another is nearly: to which side of that it lies.
  private func slightSide(_ others: [Junction.Arm]) -> TurnDirection? {
    side(of: others.filter { abs($0.angle) < Self.obviousBelow })
  }

  private func side(of branches: [Junction.Arm]) -> TurnDirection? {
    guard !branches.isEmpty else { return nil }
    if branches.allSatisfy({ $0.angle > angle }) { return .slightLeft }
    return branches.allSatisfy { $0.angle < angle } ? .slightRight : .straight
  }
}

// MARK: motorways and ramps

extension JunctionAnalysis {
  /// What there is to do on and about motorways and ramps; `nil` where it is as on streets.
  func highwayInstruction() -> ManeuverSpan.Instruction? {
    if here.isLink, !before.isLink { return rampInstruction() }
    if here.isLink { return linkFork() }
    if before.isLink { return isMerging ? .init(kind: .merge, direction: mergeSide) : nil }
    return nil
  }

  private func rampInstruction() -> ManeuverSpan.Instruction? {
    let others = others
    guard !others.isEmpty else { return nil }
    var direction = TurnDirection(angle: angle)
    if direction == .straight { direction = slightSide(others) ?? .straight }
    let leaves = before.isHighway
    return .init(
      kind: .ramp, direction: direction,
      context: leaves
        ? .leavingHighway(exitName: network.name(at: here.signs.exitName)) : .ordinary)
  }

  /// Ramps that part are always told, plain or not: signs stand there.
  private func linkFork() -> ManeuverSpan.Instruction? {
    let branches = others.filter {
      abs($0.angle) < Self.obviousBelow && ($0.roadClass.isLink || $0.roadClass == .motorway)
    }
    guard abs(angle) < Self.obviousBelow, let side = side(of: branches) else { return nil }
    return .init(kind: .fork, direction: side)
  }

  /// From a ramp onto a large road, or beside traffic that comes along the road.
  private var isMerging: Bool {
    guard abs(angle) < Self.obviousBelow else { return false }
    if here.isHighway { return true }
    return visible.contains {
      !$0.isWayOut && !$0.roadClass.isLink && abs($0.angle) > 180 - ManeuverFinder.turnFrom
    }
  }

  /// The ramp ends on the side from which the other traffic does not come.
  private var mergeSide: TurnDirection? {
    let main = visible.filter { !$0.isWayOut && abs($0.angle) > 180 - Self.obviousBelow }
    guard main.count == 1 else { return nil }
    return main[0].angle > 0 ? .slightRight : .slightLeft
  }
}
