import Messages

/// Roundabouts: one maneuver from the entry to the exit, with the number of the exit.
extension ManeuverFinder {
  /// A drive on the ring from this length on gets a step of its own where it leaves: the number of
  /// the exit was said long ago.
  static let largeCentimeters: UInt32 = 10_000

  /// The maneuver where a route enters a roundabout, leaves the one that it began in, or leaves a
  /// large one; `nil` within one.
  ///
  /// On foot it has no exit number.
  func roundabout(at index: Int) -> ManeuverSpan? {
    let isEntry = views[index].isRoundabout
    guard !views[index - 1].isRoundabout || !isEntry else { return nil }
    let start = isEntry ? index : runStart(endingAt: index - 1)
    let ring = views[start...].prefix(while: \.isRoundabout)
    let out = ring.endIndex
    guard out < views.count else {
      return ManeuverSpan(instruction: .init(kind: .roundabout), last: out - 1)
    }
    let instruction = ManeuverSpan.Instruction(
      kind: isEntry || start <= first ? .roundabout : .exitRoundabout,
      direction: TurnDirection(angle: views[index - 1].angle(to: views[out])),
      exit: network.profile == .foot ? nil : exitNumber(of: ring))
    if instruction.kind == .exitRoundabout {
      return ManeuverSpan(instruction: instruction, last: out)
    }
    let isLarge = ring.reduce(0) { $0 + $1.centimeters } >= Self.largeCentimeters
    guard isEntry, isLarge, network.profile != .foot else {
      return ManeuverSpan(instruction: instruction, last: out)
    }
    return ManeuverSpan(instruction: instruction, last: index, named: out)
  }

  /// Which exit is taken after a drive on the ring. Service roads, tracks and paths count only
  /// where one of them is taken, as in OSRM and Valhalla.
  private func exitNumber(of ring: ArraySlice<RoadView>) -> Int {
    let out = views[ring.endIndex]
    let isCounted = { (arm: Junction.Arm) in out.isMinor || !arm.roadClass.isMinor }
    var earlier: [Junction.Arm] = []
    if ring.startIndex > 0, !views[ring.startIndex - 1].isRoundabout {
      earlier += exitsBeside(
        views[ring.startIndex], after: views[ring.startIndex - 1].piece.directedSegment)
    }
    for view in ring.dropLast() { earlier += exits(after: view.piece.directedSegment) }
    earlier += exitsBefore(
      out.piece.directedSegment, after: views[ring.endIndex - 1].piece.directedSegment)
    return 1 + earlier.count(where: isCounted)
  }

  private func runStart(endingAt end: Int) -> Int {
    var start = end
    while start > first, views[start - 1].isRoundabout { start -= 1 }
    return start
  }

  /// The exits at the end of a piece of a roundabout, forbidden or not. A road that is drawn a
  /// second time over the ring is not one.
  private func exits(after directedSegment: DirectedSegment) -> [Junction.Arm] {
    let arms = Junction(network, after: directedSegment).arms
    let ring = arms.first { $0.isRoundabout && $0.isWayOut }
    return arms.filter { $0.isWayOut && !$0.isRoundabout && $0.angle != ring?.angle }
  }

  /// The exits that begin at the very node where the route enters. Those between the approach and
  /// the way round are passed first; any on the other side are the last ones, after a full circle.
  private func exitsBeside(_ ring: RoadView, after directedSegment: DirectedSegment) -> [Junction
    .Arm]
  {
    let arms = Junction(network, after: directedSegment).arms
    guard let entered = arms.first(where: { $0.directedSegment == ring.piece.directedSegment }),
      let behind = arms.first(where: { $0.isRoundabout && !$0.isWayOut })
    else { return [] }
    let isRight = entered.angle > behind.angle
    return arms.filter {
      $0.isWayOut && !$0.isRoundabout
        && (isRight ? $0.angle > entered.angle : $0.angle < entered.angle)
    }
  }

  /// The exits at the same node that come before the one taken: those closer to the ring come
  /// later.
  private func exitsBefore(_ exit: DirectedSegment, after directedSegment: DirectedSegment)
    -> [Junction.Arm]
  {
    let arms = Junction(network, after: directedSegment).arms
    guard let taken = arms.first(where: { $0.directedSegment == exit }),
      let ring = arms.first(where: { $0.isRoundabout && $0.isWayOut })
    else { return [] }
    let isRight = taken.angle > ring.angle
    return arms.filter {
      $0.isWayOut && !$0.isRoundabout
        && (isRight ? $0.angle > taken.angle : $0.angle < taken.angle)
    }
  }

  /// A mini-roundabout is a single node: its exits are counted around the junction, starting beside
  /// the approach. Where the street goes straight on over it, it is announced as any junction.
  func miniRoundabout(at index: Int, _ junction: Junction) -> ManeuverSpan {
    let angle = views[index - 1].angle(to: views[index])
    let others = junction.arms.filter {
      $0.isWayOut && $0.directedSegment != views[index].piece.directedSegment
        && (views[index].isMinor || !$0.roadClass.isMinor)
    }
    let earlier = others.count {
      network.drivingSide == .left ? $0.angle < angle : $0.angle > angle
    }
    return ManeuverSpan(
      instruction: .init(
        kind: .roundabout, direction: TurnDirection(angle: angle), exit: earlier + 1),
      last: index)
  }
}
