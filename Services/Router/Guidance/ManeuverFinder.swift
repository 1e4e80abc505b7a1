import Messages

/// Finds the maneuvers along a route.
///
/// There is an instruction where the way on is not obvious, where the route turns though there is
/// no alternative, and where the street's name changes. Bends without a choice, driveways and the
/// second half of a crossing of carriageways have none. The kinds are those of OSRM's guidance.
struct ManeuverFinder {
  /// The maximum distance between the carriageways of one road, or the kerbs of a crossing.
  static let crossingCentimeters: UInt32 = 3_000
  /// A street that continues at most this far to one side appears to go straight on: OSRM's
  /// `MAX_STAGGERED_DISTANCE`.
  static let jogCentimeters: UInt32 = 300
  /// On foot and by bicycle, shorter stretches belong to the next turn.
  static let stepsCentimeters: UInt32 = 1_200
  /// The maximum length of a slip lane, which cuts the corner of a crossing; a longer link is a
  /// ramp.
  static let slipCentimeters: UInt32 = 15_000
  /// A shorter stretch after a turn belongs to the street that follows it.
  static let shortCentimeters: UInt32 = 5_000
  /// A new name that lasts for less is not announced where the road bends, or goes straight on:
  /// the latter is OSRM's `NAME_SEGMENT_CUTOFF_LENGTH`.
  static let bentNameCentimeters: UInt32 = 5_000
  static let straightNameCentimeters: UInt32 = 10_500
  /// The maximum length of a link over the median strip of a dual carriageway.
  static let medianCentimeters: UInt32 = 8_000
  /// Nor is one that lasts for less and then gives way to the street before.
  static let interludeCentimeters: UInt32 = 100_000
  /// From this angle on a turn is announced even without an alternative; degrees.
  static let turnFrom = 45.0
  /// From this angle on a turn into the same road is a U-turn; degrees.
  static let uTurnFrom = 140.0

  let network: RoadNetwork
  let views: [RoadView]
  /// The first piece that may begin a step: those before it are too short.
  let first: Int

  /// The maneuver at the start of a piece; `nil` for none.
  ///
  /// - Parameter announced: the street announced last.
  func maneuver(at index: Int, announced: Street) -> ManeuverSpan? {
    if let given = given(at: index) { return given }
    guard let span = road(at: index, announced) else { return pushing(at: index) }
    // What the map says of a turn that is part of several counts for all of them.
    let inner = (index..<span.last).lazy.compactMap { given(at: $0 + 1) }
    return inner.first { $0.instruction != nil } ?? span
  }

  /// Where one gets off a bicycle to push it, though the way on is obvious.
  private func pushing(at index: Int) -> ManeuverSpan? {
    guard views[index].isPushed, !views[index - 1].isPushed else { return nil }
    let length = views[index...].prefix(while: \.isPushed).reduce(0) { $0 + $1.centimeters }
    guard length > Self.stepsCentimeters else { return nil }
    let direction = TurnDirection(angle: views[index - 1].angle(to: views[index]))
    return ManeuverSpan(instruction: .init(kind: .continue, direction: direction), last: index)
  }

  private func road(at index: Int, _ announced: Street) -> ManeuverSpan? {
    let (before, here) = (views[index - 1], views[index])
    if before.isRoundabout || here.isRoundabout { return roundabout(at: index) }
    if before.isFerry || here.isFerry { return ferry(at: index) }
    guard let turn = here.piece.turn else { return turningRound(at: index) }
    let flags = network.flags(ofTurn: turn)
    if flags.contains(.uTurn) { return uTurn(at: index) }
    if let corner = median(at: index) ?? slipLane(at: index) ?? crossing(at: index)
      ?? footCrossing(at: index, announced)
    {
      return corner
    }
    if here.roadClass == .steps, before.roadClass != .steps {
      return ManeuverSpan(
        instruction: .init(kind: .turn, direction: TurnDirection(angle: before.angle(to: here))),
        last: index)
    }
    if !flags.contains(.junction), here.roadClass == .motorwayLink, !before.isLink,
      !before.isMotorway, abs(before.angle(to: here)) >= Self.turnFrom
    {
      // A street that only bends into a ramp; one has to notice where the motorway begins.
      let direction = TurnDirection(angle: before.angle(to: here))
      return ManeuverSpan(instruction: .init(kind: .ramp, direction: direction), last: index)
    }
    if !flags.contains(.junction) || isObviousByAngles(at: index, turn) {
      return renaming(at: index, announced)
    }
    let junction = Junction(network, after: before.piece.directedSegment)
    let isStraightOn =
      abs(before.angle(to: here)) < Self.turnFrom && network.isSame(before.street, here.street)
    if flags.contains(.miniRoundabout), !isStraightOn { return miniRoundabout(at: index, junction) }
    let analysis = JunctionAnalysis(
      network: network, before: before, here: here, junction: junction, announced: announced)
    if let instruction = analysis.highwayInstruction() ?? analysis.instruction() {
      return ManeuverSpan(instruction: instruction, last: index)
    }
    return renaming(at: index, announced)
  }

  /// Whether the way on is obvious by the other turns' stored angles, without examining the roads.
  /// A fast path for most junctions of a route; `JunctionAnalysis` agrees with it.
  private func isObviousByAngles(at index: Int, _ turn: Int) -> Bool {
    let (before, here) = (views[index - 1], views[index])
    let angle = abs(before.angle(to: here))
    guard angle < Self.turnFrom, before.roadClass == here.roadClass, !here.isLink,
      before.street == here.street, !network.flags(ofTurn: turn).contains(.miniRoundabout)
    else { return false }
    return network.arcs(of: before.piece.directedSegment).allSatisfy { arc in
      network.turns(from: ArcID(arc)).allSatisfy { other in
        network.target(ofTurn: other, from: ArcID(arc)) == here.piece.arc
          || abs(network.angle(ofTurn: other)) >= angle + JunctionAnalysis.obviousMargin
      }
    }
  }

  /// The name of the street changes, and stays changed for a while; a nameless road that only gets
  /// one, without a junction, is silent. That of a numbered road does so from town to town: OSRM
  /// and Valhalla are silent while its number goes on.
  private func renaming(at index: Int, _ announced: Street) -> ManeuverSpan? {
    guard isRenamed(at: index, announced) else { return nil }
    if network.isSameNumber(announced, views[index].street) || isOnlyNamed(at: index, announced) {
      return .suppressed(through: index, isQuietlyRenamed: true)
    }
    let direction = TurnDirection(angle: views[index - 1].angle(to: views[index]))
    return ManeuverSpan(instruction: .init(kind: .newName, direction: direction), last: index)
  }

  /// Whether the road is entered at an angle that one notices.
  private func isBend(at index: Int) -> Bool {
    abs(views[index - 1].angle(to: views[index])) >= Angles.straightBelow / 2
  }

  /// Whether a nameless road gets a name, and nothing else changes.
  private func isOnlyNamed(at index: Int, _ announced: Street) -> Bool {
    !announced.isNamed && !isBend(at: index)
      && views[index].roadClass == views[index - 1].roadClass
      && !network.flags(ofTurn: views[index].piece.turn ?? 0).contains(.junction)
  }

  private func isRenamed(at index: Int, _ announced: Street) -> Bool {
    let street = views[index].street
    // Ramps carry the numbers of the roads they connect.
    guard street.isNamed, !views[index].isLink, !network.isSame(announced, street),
      !isInterlude(from: index, in: announced)
    else { return false }
    let least = isBend(at: index) ? Self.bentNameCentimeters : Self.straightNameCentimeters
    var centimeters: UInt32 = 0
    for view in views[index...] {
      guard !view.isRoundabout, !view.isFerry else { break }
      guard view.street.isNamed else { continue }
      guard network.isSame(street, view.street) else { break }
      centimeters += view.centimeters
      if centimeters >= least { return true }
    }
    return false
  }

  /// Whether the street announced last goes straight on after a stretch with another name, such as
  /// a bridge, a tunnel or a square.
  private func isInterlude(from index: Int, in announced: Street) -> Bool {
    let street = views[index].street
    var centimeters: UInt32 = 0
    for (before, view) in zip(views[index...], views[(index + 1)...]) {
      centimeters += before.centimeters
      guard centimeters <= Self.interludeCentimeters, !view.isRoundabout, !view.isFerry,
        abs(before.angle(to: view)) < Self.turnFrom
      else { return false }
      if view.street.isNamed, !network.isSame(street, view.street) {
        return network.isSame(announced, view.street)
          && abs(before.angle(to: view)) < Angles.straightBelow
      }
    }
    return false
  }

  private func uTurn(at index: Int) -> ManeuverSpan {
    let junction = Junction(network, after: views[index - 1].piece.directedSegment)
    return ManeuverSpan(
      instruction: .init(
        kind: .uTurn, direction: .uturn,
        context: junction.arms.isEmpty ? .deadEnd : .ordinary),
      last: index)
  }

  /// At a point of the way that one passes and turns round at, on foot, without a junction.
  private func turningRound(at index: Int) -> ManeuverSpan? {
    guard views[index].piece.directedSegment == views[index - 1].piece.directedSegment.reversed
    else { return nil }
    return ManeuverSpan(instruction: .init(kind: .uTurn, direction: .uturn), last: index)
  }

  private func ferry(at index: Int) -> ManeuverSpan? {
    let (before, here) = (views[index - 1], views[index])
    if !here.isFerry {
      return ManeuverSpan(instruction: .init(kind: .continue, context: .leavingFerry), last: index)
    }
    let isOther = here.street.isNamed && !network.isSame(before.street, here.street)
    guard !before.isFerry || before.street.isNamed && isOther else { return nil }
    return ManeuverSpan(instruction: .init(kind: .ferry), last: index)
  }
}

// MARK: several junctions that are one to the driver

extension ManeuverFinder {
  /// A slip lane: one turn, from the road before it into the road after it. A link that first bends
  /// away from where it leads, as into a hairpin or back to the street it left, is two turns, and
  /// so is a longer one that turns only where it ends. One that leads over a roundabout is none.
  private func slipLane(at index: Int) -> ManeuverSpan? {
    let before = views[index - 1]
    guard views[index].isLink, !before.isLink, !before.isMotorway else { return nil }
    var last = index
    var centimeters: UInt32 = 0
    while last < views.count, views[last].isLink, !views[last].isRoundabout {
      centimeters += views[last].centimeters
      guard views[last].roadClass != .motorwayLink, centimeters <= Self.slipCentimeters else {
        return nil
      }
      last += 1
    }
    guard last < views.count, !views[last].isMotorway, !views[last].isRoundabout,
      !views[last].isFerry
    else { return nil }
    let after = views[last]
    let angle = turned(from: before, over: views[index..<last], to: after)
    let isStaying = network.isSame(before.street, after.street)
    if abs(angle) > Self.uTurnFrom, areOneRoad(before, after) {
      return ManeuverSpan(instruction: .init(kind: .uTurn, direction: .uturn), last: last)
    }
    let bend = before.angle(to: views[index])
    let isStraight = abs(angle) < Angles.straightBelow
    // A long one is left by the side on which it begins.
    let isShort = isStraight || centimeters <= Self.crossingCentimeters
    guard
      abs(bend) < (isShort ? Self.turnFrom : Angles.straightBelow / 2)
        || bend * angle > 0 && !isStraight
    else { return nil }
    if isStraight, isStaying { return .suppressed(through: last) }
    let corner = views[last - 1].angle(to: after)
    let isLate = abs(bend) < Angles.straightBelow || bend * corner < 0
    if isLate, abs(corner) >= Self.turnFrom, centimeters > Self.crossingCentimeters {
      return nil
    }
    let side = isStraight ? bend : angle
    return ManeuverSpan(
      instruction: turn(TurnDirection(angle: side), isStaying: isStaying), last: last)
  }

  /// A U-turn from one carriageway of a road to the other over a link of whatever class and shape.
  private func median(at index: Int) -> ManeuverSpan? {
    let before = views[index - 1]
    let isStraight = abs(before.angle(to: views[index])) < Angles.straightBelow
    guard before.isOneWay, !before.isMinor, !before.isLink,
      !(isStraight && network.isSame(before.street, views[index].street)),
      network.flags(ofTurn: views[index].piece.turn ?? 0).contains(.junction)
    else { return nil }
    var (last, centimeters) = (index, views[index].centimeters)
    while last + 1 < views.count, centimeters <= Self.medianCentimeters {
      last += 1
      let after = views[last]
      guard !after.isRoundabout, !after.isFerry else { return nil }
      let angle = turned(from: before, over: views[index..<last], to: after)
      let isBack = abs(angle) > Self.uTurnFrom && abs(angle) < 360 - Self.uTurnFrom
      let isOneRoad =
        centimeters <= Self.crossingCentimeters
        ? areOneRoad(before, after) : network.isSame(before.street, after.street)
      if isBack, after.isOneWay, !after.isLink, isOneRoad {
        return ManeuverSpan(instruction: .init(kind: .uTurn, direction: .uturn), last: last)
      }
      centimeters += after.centimeters
    }
    return nil
  }

  /// The angle from one road to another over those between, to the side to which one really turns:
  /// beyond 180 degrees where the way round is longer than half a circle.
  private func turned(
    from before: RoadView, over between: ArraySlice<RoadView>, to after: RoadView
  ) -> Double {
    let bearings =
      [before.exit] + between.flatMap { network.bearings(along: $0.piece.directedSegment) }
      + [after.entry]
    let sum = zip(bearings, bearings.dropFirst()).reduce(0) {
      $0 + Angles.turn(from: $1.0, to: $1.1)
    }
    let net = before.angle(to: after)
    return net + 360 * ((sum - net) / 360).rounded()
  }

  /// Whether two roads are one road to a driver who turns from the first into the second: the same
  /// street, or the carriageways of one.
  private func areOneRoad(_ before: RoadView, _ after: RoadView) -> Bool {
    network.isSame(before.street, after.street)
      || before.isOneWay && after.isOneWay && !before.isMinor
        && !(before.street.isNamed && after.street.isNamed)
  }

  private func turn(_ direction: TurnDirection, isStaying: Bool) -> ManeuverSpan.Instruction {
    .init(
      kind: isStaying ? .continue : .turn, direction: direction,
      context: isStaying ? .staying : .ordinary)
  }

  /// Two turns a few metres apart that are one to a driver: over the other carriageway, round the
  /// end of a median strip, or along a street that continues slightly offset. To and fro within a
  /// few metres, the angles there are the drawing's: the one over both counts.
  private func crossing(at index: Int) -> ManeuverSpan? {
    let before = views[index - 1]
    guard !views[index].isLink, let corner = crossingEnd(from: index) else { return nil }
    // The road entered is the one behind a piece whose own angle is the drawing's.
    let isJog = views[corner].centimeters <= Self.jogCentimeters
    let last = isJog && isPartOfCrossing(corner + 1) ? corner + 1 : corner
    let exit = views[last]
    let (first, second) = (before.angle(to: views[index]), views[corner - 1].angle(to: exit))
    let isSame = network.isSame(before.street, exit.street)
    guard min(abs(first), abs(second)) > Angles.straightBelow else { return nil }
    if first * second < 0 {
      let length = views[index..<corner].reduce(0) { $0 + $1.centimeters }
      guard length <= Self.jogCentimeters else { return nil }
      let whole = before.angle(to: exit)
      if isSame, abs(whole) < Self.turnFrom { return .suppressed(through: last) }
      return ManeuverSpan(
        instruction: turn(TurnDirection(angle: whole), isStaying: isSame), last: last)
    }
    // A street that only bends there is not a turn.
    if isSame, (index...last).allSatisfy(isObvious(at:)) { return nil }
    let total = first + second
    if abs(total) > Self.uTurnFrom {
      guard areOneRoad(before, exit) else { return nil }
      return ManeuverSpan(instruction: .init(kind: .uTurn, direction: .uturn), last: last)
    }
    let isPassage = views[index..<corner].allSatisfy { view in
      !view.street.isNamed || network.isSame(view.street, before.street)
        || network.isSame(view.street, exit.street)
    }
    guard isPassage, !before.isMinor, !exit.isMinor, abs(total) > Self.turnFrom else { return nil }
    return ManeuverSpan(
      instruction: turn(TurnDirection(angle: total), isStaying: isSame), last: last)
  }

  /// Whether the junction before a piece needs no instruction.
  private func isObvious(at index: Int) -> Bool {
    let before = views[index - 1]
    return JunctionAnalysis(
      network: network, before: before, here: views[index],
      junction: Junction(network, after: before.piece.directedSegment), announced: before.street
    ).instruction() == nil
  }

  /// The piece after a stretch that is short enough to be part of a crossing.
  private func crossingEnd(from index: Int) -> Int? {
    var last = index
    var centimeters: UInt32 = 0
    while last + 1 < views.count {
      centimeters += views[last].centimeters
      guard centimeters <= Self.crossingCentimeters, isPartOfCrossing(last + 1) else { return nil }
      last += 1
      if abs(views[last - 1].angle(to: views[last])) > Angles.straightBelow { return last }
    }
    return nil
  }

  /// Whether a piece can be entered within a crossing of roads.
  private func isPartOfCrossing(_ index: Int) -> Bool {
    guard index < views.count, let turn = views[index].piece.turn else { return false }
    return !views[index].isRoundabout && !views[index].isFerry && !views[index].isLink
      && !network.flags(ofTurn: turn).contains(.uTurn)
  }

  /// On foot or by bicycle: a marked crossing, or a few metres to and fro where streets meet, is
  /// one turn.
  private func footCrossing(at index: Int, _ announced: Street) -> ManeuverSpan? {
    var last = index
    var centimeters: UInt32 = 0
    while last < views.count, isPartOfCrossing(views[last]) {
      if !views[last].isCrossing { centimeters += views[last].centimeters }
      last += 1
    }
    guard last > index, last < views.count, centimeters <= Self.crossingCentimeters,
      !views[last].isFerry, !views[last].isRoundabout, views[last].roadClass != .steps
    else { return nil }
    let angle = views[index - 1].angle(to: views[last])
    let direction = TurnDirection(angle: angle)
    if abs(angle) < Self.turnFrom {
      guard isRenamed(at: last, announced) else { return .suppressed(through: last) }
      return ManeuverSpan(instruction: .init(kind: .newName, direction: direction), last: last)
    }
    return ManeuverSpan(
      instruction: turn(direction, isStaying: network.isSame(announced, views[last].street)),
      last: last)
  }

  private func isPartOfCrossing(_ view: RoadView) -> Bool {
    if view.isCrossing { return true }
    return network.profile != .car && view.centimeters <= Self.stepsCentimeters
      && view.roadClass != .steps && !view.isFerry && !view.isRoundabout
  }
}
