import Geography

/// One arc of a leg, or the part of it that is travelled.
struct PathPiece {
  let arc: ArcID
  let directedSegment: DirectedSegment
  /// The turn onto the arc; `nil` for the first of a leg.
  let turn: Int?
  /// Offsets on the segment at which the piece begins and ends.
  let start: UInt32
  let end: UInt32
  /// The duration of the turn.
  let turnMilliseconds: UInt32
  /// The duration on the road, without the turn.
  let roadMilliseconds: UInt32

  var centimeters: UInt32 { max(start, end) - min(start, end) }
}

extension PartialCosts {
  /// The pieces of a leg; their durations add up to the leg's.
  func pieces(of leg: PathLeg) -> [PathPiece] {
    let last = leg.arcs.count - 1
    return leg.arcs.indices.map { index in
      let arc = leg.arcs[index]
      let directedSegment = network.directedSegment(of: arc)
      let length = network.length(of: directedSegment.segment)
      let start = index == 0 ? leg.start.offset : (directedSegment.isBackward ? length : 0)
      let end = index == last ? leg.end.offset : (directedSegment.isBackward ? 0 : length)
      let turn = index == 0 ? nil : self.turn(from: leg.arcs[index - 1], to: arc)
      let road: UInt32
      switch (index == 0, index == last) {
      case (true, true): road = costAlong(directedSegment, from: start, to: end) ?? 0
      case (true, false): road = costToLeave(start, on: directedSegment)
      case (false, true): road = costToReach(end, on: directedSegment)
      case (false, false): road = metric.arcMilliseconds[arc.index]
      }
      return PathPiece(
        arc: arc, directedSegment: directedSegment, turn: turn, start: min(start, length),
        end: min(end, length),
        turnMilliseconds: turn.map {
          metric.turnMilliseconds[$0] - metric.penalty(ofTurn: $0, from: leg.arcs[index - 1])
        } ?? 0, roadMilliseconds: road)
    }
  }

  /// Whether the search adds a penalty to the cost of a path.
  func hasPenalty(_ arcs: [ArcID]) -> Bool {
    metric.changes.hasPenalties && penalty(of: arcs) > 0
  }

  private func turn(from origin: ArcID, to target: ArcID) -> Int? {
    network.turns(from: origin).first { network.target(ofTurn: $0, from: origin) == target }
  }

  private func penalty(of arcs: [ArcID]) -> UInt32 {
    zip(arcs, arcs.dropFirst()).reduce(0) { sum, arcs in
      sum + (turn(from: arcs.0, to: arcs.1).map { metric.penalty(ofTurn: $0, from: arcs.0) } ?? 0)
    }
  }

  /// The duration of a path: its cost without the penalties that the search adds. Cheap where there
  /// are none.
  func milliseconds(of path: FoundPath) -> UInt32 {
    guard metric.leastPenalty > 0, path.milliseconds >= metric.leastPenalty else {
      return path.milliseconds
    }
    return path.milliseconds - penalty(of: path.arcs)
  }
}

extension RoadNetwork {
  /// The line of a leg, without repeated points.
  func line(of leg: PathLeg, _ pieces: [PathPiece]) -> [Coordinate] {
    var line = [leg.start.coordinate]
    for piece in pieces { appendPoints(of: piece, to: &line) }
    if line.last != leg.end.coordinate { line.append(leg.end.coordinate) }
    return line
  }

  /// The points of a piece that lie strictly between its offsets, and the junctions it touches.
  private func appendPoints(of piece: PathPiece, to line: inout [Coordinate]) {
    let inner = innerPoints(of: piece)
    for index in 0..<inner.count {
      let at =
        piece.directedSegment.isBackward ? inner.upperBound - 1 - index : inner.lowerBound + index
      let point = point(at).coordinate
      if line.last != point { line.append(point) }
    }
  }

  private func innerPoints(of piece: PathPiece) -> Range<Int> {
    let all = pointRange(of: piece.directedSegment.segment)
    let length = self.length(of: piece.directedSegment.segment)
    let (low, high) = (min(piece.start, piece.end), max(piece.start, piece.end))
    if low == 0, high == length { return all }
    let line = all.map { point($0).coordinate }
    let whole = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    var along: Meters = 0
    let isInner = line.indices.map { index in
      if index > 0 { along += line[index - 1].distance(to: line[index]) }
      let offset = whole > 0 ? UInt32((along / whole * Double(length)).rounded()) : 0
      let isJunction = index == 0 || index == line.count - 1
      return offset > low && offset < high || isJunction && (offset == low || offset == high)
    }
    guard let first = isInner.firstIndex(of: true), let last = isInner.lastIndex(of: true) else {
      return all.lowerBound..<all.lowerBound
    }
    return all.lowerBound + first..<all.lowerBound + last + 1
  }
}
