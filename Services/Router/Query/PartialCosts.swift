import Messages

/// The costs of parts of directed segments: paths seldom start and end at junctions.
@Memberwise(positional: 2) package struct PartialCosts {
  let network: RoadNetwork
  let metric: TravelMetric

  /// The segment positions from which a path may leave a position: at a junction those of all its
  /// roads.
  package func departures(_ position: RoadPosition) -> [SegmentPosition] {
    var segmentPositions: [SegmentPosition] = []
    forEach(position, isArrival: false) { segmentPositions.append($0) }
    return segmentPositions
  }

  /// The segment positions at which a path may reach a position: at a junction those of all its
  /// roads.
  package func arrivals(_ position: RoadPosition) -> [SegmentPosition] {
    var segmentPositions: [SegmentPosition] = []
    forEach(position, isArrival: true) { segmentPositions.append($0) }
    return segmentPositions
  }

  /// The departures of many positions, grouped by position.
  func departures(_ positions: [RoadPosition]) -> SegmentPositionGroups {
    SegmentPositionGroups(positions) { forEach($0, isArrival: false, $1) }
  }

  /// The arrivals of many positions, grouped by position.
  func arrivals(_ positions: [RoadPosition]) -> SegmentPositionGroups {
    SegmentPositionGroups(positions) { forEach($0, isArrival: true, $1) }
  }

  private func forEach(
    _ position: RoadPosition, isArrival: Bool, _ body: (SegmentPosition) -> Void
  ) {
    network.forEachSegmentPosition(position, isArrival: isArrival, isOpen: isOpen, body)
  }

  /// Whether a segment may be travelled in a direction.
  func isOpen(_ directedSegment: DirectedSegment) -> Bool {
    let arcs = network.arcs(of: directedSegment)
    return arcs.first.map { !metric.isClosed(ArcID($0)) } ?? false
  }

  /// Whether a segment may be travelled in one direction at least.
  func isOpen(_ segment: SegmentID) -> Bool {
    [false, true].contains { isOpen(DirectedSegment(segment, isBackward: $0)) }
  }

  /// Whether nobody can leave or reach a position, since all its roads are closed.
  func isClosed(_ position: RoadPosition) -> Bool {
    !isOpen(position.segment) && !position.otherEnds.contains { isOpen($0.segment) }
      && position.others.allSatisfy(isClosed)
  }

  /// Whether some of the roads that meet at a position are closed: which of the others a path may
  /// take there depends on that.
  func isPartlyClosed(_ position: RoadPosition) -> Bool {
    let segments = [position.segment] + position.otherEnds.map(\.segment)
    let meetsClosed = segments.contains { segment in
      [false, true].map { DirectedSegment(segment, isBackward: $0) }
        .contains { !network.arcs(of: $0).isEmpty && !isOpen($0) }
    }
    return segments.count > 1 && meetsClosed || position.others.contains(where: isPartlyClosed)
  }

  /// Centimetres from the entry of a directed segment to an offset on its segment.
  func centimeters(along directedSegment: DirectedSegment, to offset: UInt32) -> UInt32 {
    let length = network.length(of: directedSegment.segment)
    let offset = min(offset, length)
    return directedSegment.isBackward ? length - offset : offset
  }

  /// Milliseconds from the entry of a directed segment to the offset.
  func costToReach(_ offset: UInt32, on directedSegment: DirectedSegment) -> UInt32 {
    cost(of: directedSegment, centimeters: centimeters(along: directedSegment, to: offset))
  }

  /// Milliseconds from the offset to the end of a directed segment.
  func costToLeave(_ offset: UInt32, on directedSegment: DirectedSegment) -> UInt32 {
    let length = network.length(of: directedSegment.segment)
    return cost(
      of: directedSegment, centimeters: length - centimeters(along: directedSegment, to: offset))
  }

  /// Milliseconds along one directed segment from one offset to a later one; `nil` where it is
  /// behind.
  func costAlong(_ directedSegment: DirectedSegment, from start: UInt32, to end: UInt32) -> UInt32?
  {
    let (start, end) = (
      centimeters(along: directedSegment, to: start), centimeters(along: directedSegment, to: end)
    )
    guard end >= start else { return nil }
    return cost(of: directedSegment, centimeters: end - start)
  }

  /// The quickest path that stays on one directed segment, and the number of its start, or `nil`.
  func quickestAlong(
    _ starts: some Collection<SegmentPosition>, _ ends: some Collection<SegmentPosition>
  ) -> (start: Int, milliseconds: UInt32)? {
    var best: (start: Int, milliseconds: UInt32)?
    for (index, start) in starts.enumerated() {
      for end in ends where end.directedSegment == start.directedSegment {
        guard let cost = costAlong(end.directedSegment, from: start.offset, to: end.offset),
          cost < best?.milliseconds ?? TravelMetric.infinity
        else { continue }
        best = (index, cost)
      }
    }
    return best
  }

  /// The end that a path uses. A coordinate may stand for two positions on one directed segment,
  /// such as both ends of a short street: the path uses the cheaper one.
  func end(
    of path: FoundPath, from starts: [SegmentPosition], to ends: [SegmentPosition]
  ) -> SegmentPosition? {
    guard let last = path.arcs.last else { return nil }
    let directedSegment = network.directedSegment(of: last)
    let costs = ends.lazy.filter { $0.directedSegment == directedSegment }.compactMap { end in
      path.arcs.count > 1
        ? (end, costToReach(end.offset, on: directedSegment))
        : costAlong(directedSegment, from: starts[path.start].offset, to: end.offset).map {
          (end, $0)
        }
    }
    return costs.min { $0.1 < $1.1 }?.0
  }

  /// Calls `body` for each turn at the end of a start's directed segment, with the arc it leads to
  /// and the milliseconds to that arc's entry. A path starts on the least restricted arc.
  @inline(__always)
  func forEachTurn(
    from start: SegmentPosition, _ body: (_ arc: Int, _ milliseconds: UInt32) -> Void
  ) {
    guard let arc = network.arcs(of: start.directedSegment).first else { return }
    let left = costToLeave(start.offset, on: start.directedSegment)
    for turn in network.turns(from: ArcID(arc)) {
      let cost = min(TravelMetric.infinity, left &+ metric.turnMilliseconds[turn])
      body(network.target(ofTurn: turn, from: ArcID(arc)).index, cost)
    }
  }

  private func cost(of directedSegment: DirectedSegment, centimeters: UInt32) -> UInt32 {
    let whole = metric.arcMilliseconds[network.firstArc(of: directedSegment)]
    guard whole < TravelMetric.infinity else { return TravelMetric.infinity }
    return TravelMetric.share(
      of: whole, centimeters, of: network.length(of: directedSegment.segment))
  }
}

extension RoadNetwork {
  /// The segment positions at which paths may reach or leave each position where its roads are
  /// open.
  func segmentPositions(of positions: [RoadPosition], isArrival: Bool) -> SegmentPositionGroups {
    SegmentPositionGroups(positions) { position, body in
      forEachSegmentPosition(
        position, isArrival: isArrival, isOpen: { !arcs(of: $0).isEmpty }, body)
    }
  }

  fileprivate func forEachSegmentPosition(
    _ position: RoadPosition, isArrival: Bool, isOpen: (DirectedSegment) -> Bool,
    _ body: (SegmentPosition) -> Void
  ) {
    let isEntrance = isEntrance(position, isArrival: isArrival, isOpen: isOpen)
    func add(_ directedSegment: DirectedSegment, _ offset: UInt32) {
      guard isOpen(directedSegment), !isEntrance || !isDestinationOnly(directedSegment) else {
        return
      }
      body(SegmentPosition(directedSegment: directedSegment, offset: offset))
    }
    for isBackward in [false, true] {
      let directedSegment = DirectedSegment(position.segment, isBackward: isBackward)
      guard position.onlyDirectedSegment ?? directedSegment == directedSegment else { continue }
      add(directedSegment, position.offset)
    }
    for end in position.otherEnds {
      let offset = end.isLast ? length(of: end.segment) : 0
      let away = DirectedSegment(end.segment, isBackward: end.isLast)
      if !isArrival || isEntrance { add(away, offset) }
      if isArrival || isEntrance { add(away.reversed, offset) }
    }
    for other in position.others {
      forEachSegmentPosition(other, isArrival: isArrival, isOpen: isOpen, body)
    }
  }

  /// Whether a position is a junction where public roads lead to destination-only ones. A path then
  /// starts before the junction or ends behind it, on a public road: with the junction as a
  /// destination on the others they would be ways through.
  private func isEntrance(
    _ position: RoadPosition, isArrival: Bool, isOpen: (DirectedSegment) -> Bool
  ) -> Bool {
    guard !position.otherEnds.isEmpty else { return false }
    let roads =
      position.otherEnds.map { DirectedSegment($0.segment, isBackward: $0.isLast == isArrival) }
      + [DirectedSegment(position.segment, isBackward: (position.offset > 0) == isArrival)]
    return roads.contains { isOpen($0) && !isDestinationOnly($0) }
      && roads.contains { isDestinationOnly($0) || isDestinationOnly($0.reversed) }
  }
}
