import Messages

/// Decides which instruction a junction needs, given the road that the route takes there.
struct JunctionAnalysis {
  /// A road is the obvious way on if every other one deviates more by this margin; degrees.
  static let obviousMargin = 30.0
  /// A sharper bend is neither a branch of a fork nor a merge; degrees.
  static let branchBelow = 60.0
  /// Two roads with a smaller angle between them form a fork; degrees.
  static let forkBelow = 75.0

  /// Of two roads nearly straight on, the one that bends away does so by more than this; degrees.
  static let sideMargin = 5.0
  /// A road that bends this many times as much as another is another direction: OSRM's
  /// `DISTINCTION_RATIO`.
  static let distinctionRatio = 2.0

  let network: RoadNetwork
  let before: RoadView
  let here: RoadView
  let junction: Junction
  /// The street announced last.
  let announced: Street

  private var angle: Double { before.angle(to: here) }
  private var isStaying: Bool {
    network.isSame(before.street, here.street) || network.isSame(announced, here.street)
  }

  /// The other roads that count: driveways and paths are ignored between larger roads, unless they
  /// go straight on where the route bends, and a road that is drawn twice counts once.
  private var visible: [Junction.Arm] {
    let ignoresMinor = !before.isMinor && !here.isMinor
    let own = junction.arm(here.piece.directedSegment)
    return junction.arms.filter {
      $0.directedSegment != here.piece.directedSegment && $0.angle != own?.angle
        && !(ignoresMinor && $0.roadClass.isMinor && !isStraighter($0))
    }
  }

  /// Whether another road goes straight on where the route bends.
  private func isStraighter(_ other: Junction.Arm) -> Bool {
    abs(angle) >= Angles.straightBelow && Self.distinctionRatio * abs(other.angle) <= abs(angle)
  }

  /// Whether the route goes straight on where another road bends away.
  private func bendsAway(_ other: Junction.Arm) -> Bool {
    abs(angle) < Angles.straightBelow && abs(other.angle) > abs(angle) + Self.sideMargin
  }

  /// Whether neither road has a name and the other, of no higher class, branches off.
  private func isNamelessBranch(_ other: Junction.Arm) -> Bool {
    !here.street.isNamed && !other.street.isNamed && bendsAway(other)
      && here.roadClass.rank <= other.roadClass.rank
      && abs(other.angle) >= Self.distinctionRatio * abs(angle)
  }

  /// The other roads into which one may turn.
  private var others: [Junction.Arm] { visible.filter(\.isOpen) }

  /// The instruction at a junction of streets; `nil` where the way on is obvious.
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

  /// Whether the route, without an alternative, turns where other traffic joins. A ramp only bends
  /// where another joins it.
  private var joinsOther: Bool {
    abs(angle) >= ManeuverFinder.turnFrom && !visible.isEmpty && !(before.isLink && here.isLink)
  }

  /// Whether the street ends at another one that runs across.
  private var isEndOfRoad: Bool {
    let visible = visible
    guard !before.isMinor, !before.isLink, visible.count == 1, abs(angle) >= ManeuverFinder.turnFrom
    else { return false }
    return visible[0].angle * angle < 0 && abs(visible[0].angle) >= ManeuverFinder.turnFrom
      && abs(visible[0].angle - angle) > Angles.turnBelow
  }
}

// MARK: the obvious way on

extension JunctionAnalysis {
  /// Whether the route takes the obvious way on.
  private func isObvious(against others: [Junction.Arm]) -> Bool {
    let own = deviation(angle, here.roadClass, here.street)
    if isMainRoad(among: others) { return true }
    guard abs(angle) < ManeuverFinder.turnFrom else { return false }
    return others.allSatisfy {
      deviation($0.angle, $0.roadClass, $0.street) >= own + Self.obviousMargin
        || isSideStrip($0) || isNamelessBranch($0)
    }
  }

  /// Whether another road is the same street and bends away: the start of a second carriageway, or
  /// of lanes that are drawn apart. Where both go on side by side one has to choose.
  private func isSideStrip(_ other: Junction.Arm) -> Bool {
    network.isSame(before.street, here.street) && network.isSame(here.street, other.street)
      && !before.isHighway && bendsAway(other)
  }

  /// Whether the same street goes on, bending a little, while all others have another name and a
  /// lower class, and none goes on straighter. OSRM and Valhalla are silent there too.
  private func isMainRoad(among others: [Junction.Arm]) -> Bool {
    network.isSame(before.street, here.street) && !here.isLink && abs(angle) < Angles.slightBelow
      && others.allSatisfy {
        !network.isSame(before.street, $0.street) && $0.roadClass.rank > here.roadClass.rank
          && !isStraighter($0)
      }
  }

  /// How much a road deviates from the expected way on (straight, the same street, a road of the
  /// same class): its angle in degrees plus penalties.
  private func deviation(_ angle: Double, _ roadClass: RoadClass, _ street: Street) -> Double {
    var deviation = abs(angle)
    if before.street.isNamed, !network.isSame(before.street, street) { deviation += 15 }
    if roadClass.isLink, !before.isLink { deviation += 30 }
    let steps = max(0, roadClass.rank - before.roadClass.rank)
    return deviation + min(40, 10 * Double(steps))
  }

  /// Which branch of a fork the route takes; `nil` where the branches are not alike.
  private func forkSide(_ others: [Junction.Arm]) -> TurnDirection? {
    guard abs(angle) < Self.branchBelow else { return nil }
    let own = deviation(angle, here.roadClass, here.street)
    let isLessObvious = others.contains {
      deviation($0.angle, $0.roadClass, $0.street) <= own - Self.obviousMargin
    }
    if isLessObvious { return nil }
    let branches = others.filter {
      abs($0.angle) < Self.branchBelow && abs($0.angle - angle) < Self.forkBelow
        && $0.roadClass.isLink == here.isLink
        && abs($0.roadClass.rank - here.roadClass.rank) <= 1
        && abs(deviation($0.angle, $0.roadClass, $0.street) - own) < Self.obviousMargin
    }
    let side = side(of: branches)
    // Where both branches bend to one side, the line's own bend is told.
    let isAgainstBend = (side == .slightLeft ? angle : -angle) >= Angles.straightBelow
    return isAgainstBend && side != .straight ? nil : side
  }

  /// Where the route goes straight and another road nearly does: the side on which the route lies.
  private func slightSide(_ others: [Junction.Arm]) -> TurnDirection? {
    side(of: others.filter { abs($0.angle) < Self.branchBelow })
  }

  private func side(of branches: [Junction.Arm]) -> TurnDirection? {
    guard !branches.isEmpty else { return nil }
    if branches.allSatisfy({ $0.angle > angle }) { return .slightLeft }
    return branches.allSatisfy { $0.angle < angle } ? .slightRight : .straight
  }
}

// MARK: motorways and ramps

extension JunctionAnalysis {
  /// The instruction at motorways and ramps; `nil` where the rules for streets apply.
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

  /// Forks of ramps are always announced, obvious or not, since they are signed.
  private func linkFork() -> ManeuverSpan.Instruction? {
    let branches = others.filter {
      abs($0.angle) < Self.branchBelow && ($0.roadClass.isLink || $0.roadClass == .motorway)
    }
    guard abs(angle) < Self.branchBelow, let side = side(of: branches) else { return nil }
    return .init(kind: .fork, direction: side)
  }

  /// Whether a ramp joins a large road, or any road with traffic from behind. One with the road's
  /// own name or number is that road already: OSRM and Valhalla are silent there.
  private var isMerging: Bool {
    guard abs(angle) < Self.branchBelow, !network.isSame(before.street, here.street) else {
      return false
    }
    if here.isHighway { return true }
    return visible.contains {
      !$0.isWayOut && !$0.roadClass.isLink && abs($0.angle) > 180 - ManeuverFinder.turnFrom
    }
  }

  /// The side to which one merges: towards the other traffic.
  private var mergeSide: TurnDirection? {
    let main = visible.filter { !$0.isWayOut && abs($0.angle) > 180 - Self.branchBelow }
    guard main.count == 1 else { return nil }
    return main[0].angle > 0 ? .slightRight : .slightLeft
  }
}
