/// Legs of a path that the reply describes as one, since the drive does not stop between them.
struct JoinedLegs {
  /// The numbers of the legs.
  let legs: Range<Int>
  let pieces: [PathPiece]

  /// The legs of a path, joined at the waypoints with these numbers.
  static func joining(
    _ legs: [PathLeg], at through: Set<Int>, _ costs: PartialCosts
  ) -> [JoinedLegs] {
    var joined: [JoinedLegs] = []
    for (number, leg) in legs.enumerated() {
      let pieces = costs.pieces(of: leg)
      if through.contains(number), let before = joined.popLast() {
        joined.append(
          JoinedLegs(
            legs: before.legs.lowerBound..<number + 1,
            pieces: join(before.pieces, pieces, costs.network)))
      } else {
        joined.append(JoinedLegs(legs: number..<number + 1, pieces: pieces))
      }
    }
    return joined
  }

  /// A via point lies within a piece, or at a junction where a turn leads on.
  private static func join(
    _ before: [PathPiece], _ after: [PathPiece], _ network: RoadNetwork
  ) -> [PathPiece] {
    guard let last = before.last, let first = after.first else { return before + after }
    if last.directedSegment == first.directedSegment, last.end == first.start {
      let whole = PathPiece(
        arc: first.arc, directedSegment: first.directedSegment, turn: last.turn,
        start: last.start, end: first.end, turnMilliseconds: last.turnMilliseconds,
        roadMilliseconds: last.roadMilliseconds + first.roadMilliseconds)
      return before.dropLast() + [whole] + after.dropFirst()
    }
    let turn = network.turns(from: last.arc).first {
      network.directedSegment(of: network.target(ofTurn: $0, from: last.arc))
        == first.directedSegment
    }
    let next = PathPiece(
      arc: first.arc, directedSegment: first.directedSegment, turn: turn, start: first.start,
      end: first.end, turnMilliseconds: 0, roadMilliseconds: first.roadMilliseconds)
    return before + [next] + after.dropFirst()
  }
}
