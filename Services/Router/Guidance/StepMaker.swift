import Geography
import Messages

/// What to do on the way along one leg.
///
/// A step begins where the driver must decide (a turn with a choice, a roundabout) or where the
/// road takes another name; bends of a road that leaves no choice are no steps.
struct StepMaker {
  /// Below, a turn is straight; degrees, after OSRM's turn classes.
  static let straightBelow = 20.0
  static let slightBelow = 55.0
  static let turnBelow = 125.0
  /// A shorter stretch at the start of a leg is not worth a step.
  static let leastCentimeters: UInt32 = 100

  let network: RoadNetwork
  let pieces: [PathPiece]

  /// A step before its time and length are rounded.
  struct Draft {
    let maneuver: Maneuver
    let instruction: String
    let name: UInt32
    var milliseconds: UInt64 = 0
    var centimeters: UInt64 = 0
  }

  /// - Parameter stop: which of the points between the leg ends at; `nil` at the destination.
  func drafts(line: [Coordinate], stop: Int?) -> [Draft] {
    // Who starts at a junction, or at a dead end with the nose to it, starts with what follows.
    var index = 0
    while index + 1 < pieces.count, pieces[index].centimeters < Self.leastCentimeters { index += 1 }
    let first = index
    var drafts = [departure(line, name: name(of: pieces[first]))]
    for skipped in pieces[..<first] { add(skipped, to: &drafts[0]) }
    while index < pieces.count {
      if index > first, let (draft, last) = maneuver(at: index, after: drafts[drafts.count - 1]) {
        drafts.append(draft)
        for inner in index..<last { add(pieces[inner], to: &drafts[drafts.count - 1]) }
        index = last
      }
      add(pieces[index], to: &drafts[drafts.count - 1])
      index += 1
    }
    let arrival = Maneuver(kind: .arrive, coordinate: line[line.count - 1])
    drafts.append(
      Draft(
        maneuver: arrival, instruction: StepWording.arrive(stop: stop),
        name: name(of: pieces[pieces.count - 1])))
    return drafts
  }

  private func add(_ piece: PathPiece, to draft: inout Draft) {
    draft.milliseconds += UInt64(piece.turnMilliseconds) + UInt64(piece.roadMilliseconds)
    draft.centimeters += UInt64(piece.centimeters)
  }

  private func name(of piece: PathPiece) -> UInt32 { network.nameIndex(of: piece.course.segment) }

  private func isRoundabout(_ piece: PathPiece) -> Bool {
    network.flags(of: piece.course.segment).contains(.roundabout)
  }

  private func departure(_ line: [Coordinate], name: UInt32) -> Draft {
    let ahead = line.first { $0.distance(to: line[0]) > 1 } ?? line[line.count - 1]
    let bearing = line[0].bearing(to: ahead)
    return Draft(
      maneuver: Maneuver(kind: .depart, coordinate: line[0]),
      instruction: StepWording.depart(bearing: bearing, name: network.name(at: name)), name: name)
  }

  /// The step that begins with a piece, and the last piece it swallows; `nil` where none does.
  private func maneuver(at index: Int, after step: Draft) -> (Draft, last: Int)? {
    let (before, piece) = (pieces[index - 1], pieces[index])
    if isRoundabout(piece), !isRoundabout(before) { return roundabout(at: index) }
    if isRoundabout(piece) { return nil }
    guard let turn = piece.turn else { return nil }
    let direction = direction(ofTurn: turn)
    let name = name(of: piece)
    let isRenamed = name > 0 && name != step.name
    let isFerry = network.flags(of: piece.course.segment).contains(.ferry)
    let wasFerry = network.flags(of: before.course.segment).contains(.ferry)
    let isDecision =
      direction == .uturn
      || hasChoice(before) && isTurn(direction, isRenamed: isRenamed || name == 0)
    if isDecision, !isFerry {
      return (draft(.turn, direction, at: piece, StepWording.turn), index)
    }
    guard isRenamed || isFerry != wasFerry else { return nil }
    let draft = draft(.continue, nil, at: piece) { _, text in
      StepWording.continue(name: text, isFerry: isFerry)
    }
    return (draft, index)
  }

  private func draft(
    _ kind: ManeuverKind, _ direction: TurnDirection?, at piece: PathPiece,
    _ wording: (TurnDirection, String?) -> String
  ) -> Draft {
    let name = name(of: piece)
    return Draft(
      maneuver: Maneuver(kind: kind, direction: direction, coordinate: entry(of: piece)),
      instruction: wording(direction ?? .straight, network.name(at: name)), name: name)
  }

  /// Counts the exits passed; the step reaches to the first piece after the roundabout.
  private func roundabout(at index: Int) -> (Draft, last: Int) {
    var exit = 1
    var last = index
    while last + 1 < pieces.count, isRoundabout(pieces[last + 1]) {
      exit += exits(after: pieces[last])
      last += 1
    }
    let leaves = last + 1 < pieces.count
    if leaves { last += 1 }
    let name = name(of: pieces[last])
    let text = StepWording.roundabout(
      exit: leaves ? exit : nil, name: leaves ? network.name(at: name) : nil)
    let maneuver = Maneuver(
      kind: .roundabout, coordinate: entry(of: pieces[index]), exit: leaves ? exit : nil)
    return (Draft(maneuver: maneuver, instruction: text, name: name), last)
  }

  private func isTurn(_ direction: TurnDirection, isRenamed: Bool) -> Bool {
    switch direction {
    case .straight: false
    case .slightLeft, .slightRight: isRenamed
    case .left, .right, .sharpLeft, .sharpRight, .uturn: true
    }
  }

  func direction(ofTurn turn: Int) -> TurnDirection {
    if network.flags(ofTurn: turn).contains(.uTurn) { return .uturn }
    let angle = network.angle(ofTurn: turn)
    let isRight = angle > 0
    switch abs(angle) {
    case ..<Self.straightBelow: return .straight
    case ..<Self.slightBelow: return isRight ? .slightRight : .slightLeft
    case ..<Self.turnBelow: return isRight ? .right : .left
    default: return isRight ? .sharpRight : .sharpLeft
    }
  }

  /// Whether another way on was open at the end of a piece.
  private func hasChoice(_ piece: PathPiece) -> Bool {
    waysOn(after: piece).count > 1
  }

  private func exits(after piece: PathPiece) -> Int {
    waysOn(after: piece).count { !network.flags(of: $0.segment).contains(.roundabout) }
  }

  private func waysOn(after piece: PathPiece) -> Set<Course> {
    var ways: Set<Course> = []
    for turn in network.turns(from: piece.arc)
    where !network.flags(ofTurn: turn).contains(.uTurn) {
      ways.insert(network.course(of: network.target(ofTurn: turn)))
    }
    return ways
  }

  private func entry(of piece: PathPiece) -> Coordinate {
    let points = network.pointRange(of: piece.course.segment)
    let index = piece.course.isBackward ? points.upperBound - 1 : points.lowerBound
    return network.point(index).coordinate
  }
}
