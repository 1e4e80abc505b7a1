import Messages

/// Roundabouts: one maneuver from the entry to the exit, with the number of the exit.
extension ManeuverFinder {
  /// The maneuver where a route enters a roundabout, or leaves the one that it began in; `nil`
  /// within one.
  ///
  /// On foot it has no exit number.
  func roundabout(at index: Int) -> ManeuverSpan? {
    guard !views[index - 1].isRoundabout || !views[index].isRoundabout else { return nil }
    var last = views[index].isRoundabout ? index : runStart(endingAt: index - 1)
    var exit = 1
    if views[index].isRoundabout {
      exit += exitsBeside(views[index], after: views[index - 1].piece.directedSegment)
    }
    while last + 1 < views.count, views[last + 1].isRoundabout {
      exit += exits(after: views[last].piece.directedSegment).count
      last += 1
    }
    guard last + 1 < views.count else {
      return ManeuverSpan(instruction: .init(kind: .roundabout), last: last)
    }
    exit += exitsBefore(
      views[last + 1].piece.directedSegment, after: views[last].piece.directedSegment)
    let direction = TurnDirection(angle: views[index - 1].angle(to: views[last + 1]))
    let counted = network.profile == .foot ? nil : exit
    return ManeuverSpan(
      instruction: .init(kind: .roundabout, direction: direction, exit: counted), last: last + 1)
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

  /// How many exits begin at the very node where the route enters. Those between the approach and
  /// the way round are passed first; any on the other side are the last ones, after a full circle.
  private func exitsBeside(_ ring: RoadView, after directedSegment: DirectedSegment) -> Int {
    let arms = Junction(network, after: directedSegment).arms
    guard let entered = arms.first(where: { $0.directedSegment == ring.piece.directedSegment }),
      let behind = arms.first(where: { $0.isRoundabout && !$0.isWayOut })
    else { return 0 }
    let isRight = entered.angle > behind.angle
    return arms.count {
      $0.isWayOut && !$0.isRoundabout
        && (isRight ? $0.angle > entered.angle : $0.angle < entered.angle)
    }
  }

  /// How many exits at the same node come before the one taken: those closer to the ring come
  /// later.
  private func exitsBefore(_ exit: DirectedSegment, after directedSegment: DirectedSegment) -> Int {
    let arms = Junction(network, after: directedSegment).arms
    guard let taken = arms.first(where: { $0.directedSegment == exit }),
      let ring = arms.first(where: { $0.isRoundabout && $0.isWayOut })
    else { return 0 }
    let isRight = taken.angle > ring.angle
    return arms.count {
      $0.isWayOut && !$0.isRoundabout
        && (isRight ? $0.angle > taken.angle : $0.angle < taken.angle)
    }
  }

  /// A mini-roundabout is a single node: its exits are counted around the junction, starting beside
  /// the approach.
  func miniRoundabout(at index: Int, _ junction: Junction) -> ManeuverSpan {
    let angle = views[index - 1].angle(to: views[index])
    let others = junction.arms.filter {
      $0.isWayOut && $0.directedSegment != views[index].piece.directedSegment
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
