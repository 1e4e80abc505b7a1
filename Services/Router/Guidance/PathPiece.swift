import Geography

/// One arc of a leg, or the part of it that is driven.
struct PathPiece {
  let arc: ArcID
  let course: Course
  /// The turn onto it; `nil` for the first of a leg.
  let turn: Int?
  /// Offsets on the segment at which the piece begins and ends.
  let start: UInt32
  let end: UInt32
  /// The turn's time.
  let turnMilliseconds: UInt32
  /// The time on the road, without the turn.
  let roadMilliseconds: UInt32

  var centimeters: UInt32 { max(start, end) - min(start, end) }
}

extension PartialCosts {
  /// A leg piece by piece; the times add up to the leg's.
  func pieces(of leg: PathLeg) -> [PathPiece] {
    let last = leg.arcs.count - 1
    return leg.arcs.indices.map { index in
      let arc = leg.arcs[index]
      let course = network.course(of: arc)
      let length = network.length(of: course.segment)
      let start = index == 0 ? leg.start.offset : (course.isBackward ? length : 0)
      let end = index == last ? leg.end.offset : (course.isBackward ? 0 : length)
      let turn = index == 0 ? nil : self.turn(from: leg.arcs[index - 1], to: arc)
      let road: UInt32
      switch (index == 0, index == last) {
      case (true, true): road = costAlong(course, from: start, to: end) ?? 0
      case (true, false): road = costToLeave(start, on: course)
      case (false, true): road = costToReach(end, on: course)
      case (false, false): road = metric.arcMilliseconds[arc.index]
      }
      return PathPiece(
        arc: arc, course: course, turn: turn, start: min(start, length), end: min(end, length),
        turnMilliseconds: turn.map { metric.turnMilliseconds[$0] } ?? 0, roadMilliseconds: road)
    }
  }

  private func turn(from origin: ArcID, to target: ArcID) -> Int? {
    network.turns(from: origin).first { network.target(ofTurn: $0) == target }
  }
}

extension RoadNetwork {
  /// The line of a leg, without doubled points.
  func line(of leg: PathLeg, _ pieces: [PathPiece]) -> [Coordinate] {
    var line = [leg.start.coordinate]
    let add = { (line: inout [Coordinate], point: Coordinate) in
      if line.last != point { line.append(point) }
    }
    for piece in pieces {
      let points = pointRange(of: piece.course.segment)
      if piece.centimeters < length(of: piece.course.segment) {
        for point in innerPoints(of: piece) { add(&line, point) }
      } else if piece.course.isBackward {
        for index in points.reversed() { add(&line, point(index).coordinate) }
      } else {
        for index in points { add(&line, point(index).coordinate) }
      }
    }
    add(&line, leg.end.coordinate)
    return line
  }

  /// The points of a piece that is part of a segment: those that lie strictly between its offsets,
  /// and the junction it touches.
  private func innerPoints(of piece: PathPiece) -> [Coordinate] {
    let all = pointRange(of: piece.course.segment).map { point($0).coordinate }
    let length = self.length(of: piece.course.segment)
    let (low, high) = (min(piece.start, piece.end), max(piece.start, piece.end))
    let whole = zip(all, all.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    var along: Meters = 0
    var inner: [Coordinate] = []
    for (index, point) in all.enumerated() {
      if index > 0 { along += all[index - 1].distance(to: point) }
      let offset = whole > 0 ? UInt32((along / whole * Double(length)).rounded()) : 0
      let isJunction = index == 0 || index == all.count - 1
      if offset > low && offset < high || isJunction && (offset == low || offset == high) {
        inner.append(point)
      }
    }
    return piece.course.isBackward ? inner.reversed() : inner
  }
}
