import Geography
import Messages

/// The drive along a matched part of a track, joined from the ways between its points.
struct MatchedDrive {
  /// The points of the track that lie on the drive, in order.
  private(set) var points: [(index: Int, position: RoadPosition)]
  /// One between each two of them.
  private(set) var legs: [PathLeg] = []

  /// - Parameters:
  ///   - query: with the lengths of roads as weights.
  ///   - costs: for the times of the legs.
  /// - Returns: `nil` where a way is not found again.
  init?(
    _ part: TrackMatcher.Part, of track: [Coordinate], _ query: HierarchyQuery,
    _ costs: PartialCosts
  ) {
    guard let first = part.points.first else { return nil }
    var position = first.candidate.position
    var arcs = [ArcID(query.partial.network.firstArc(of: position.directedSegment))]
    points = [(first.index, RoadPosition(first.candidate))]
    var skipped = part.skipped[...]
    for (index, candidate) in part.points.dropFirst() {
      let next = candidate.position
      let path = query.quickest(from: [position], to: [next])
      let start = points[points.count - 1].position
      var end = start
      if next.directedSegment == position.directedSegment, (path?.arcs.count ?? 2) > 1,
        query.partial.centimeters(along: next.directedSegment, to: next.offset)
          < query.partial.centimeters(along: next.directedSegment, to: position.offset)
      {
        // It has not moved.
        arcs = Array(arcs.suffix(1))
      } else {
        guard let path else { return nil }
        arcs = Array(arcs.suffix(1) + path.arcs.dropFirst())
        position = next
        end = RoadPosition(candidate)
      }
      var leg = PathLeg(start: start, end: end, arcs: arcs, milliseconds: 0)
      while let point = skipped.first, point < index {
        skipped = skipped.dropFirst()
        guard let place = leg.nearest(to: track[point], costs.network) else { continue }
        points.append((point, place.position))
        legs.append(leg.part(to: place, costs))
        leg = PathLeg(
          start: place.position, end: end, arcs: Array(arcs.suffix(leg.arcs.count - place.arc)),
          milliseconds: 0)
      }
      points.append((index, end.seen(by: track[index])))
      legs.append(leg.part(to: (leg.arcs.count - 1, end), costs))
    }
    for point in skipped {
      let end = points[points.count - 1].position.seen(by: track[point])
      points.append((point, end))
      legs.append(PathLeg(start: end, end: end, arcs: Array(arcs.suffix(1)), milliseconds: 0))
    }
  }
}

extension PathLeg {
  /// Where on the leg's roads a point lies: the number of the arc, and the position on it.
  fileprivate func nearest(
    to point: Coordinate, _ network: RoadNetwork
  ) -> (arc: Int, position: RoadPosition)? {
    arcs.indices.map { index -> (arc: Int, position: RoadPosition) in
      let road = network.directedSegment(of: arcs[index])
      let found = network.project(point, onto: road.segment).position
      let isAhead = { (end: RoadPosition) in
        road.isBackward ? found.offset > end.offset : found.offset < end.offset
      }
      let isBehindStart = index == 0 && isAhead(start)
      let isBeyondEnd = index == arcs.count - 1 && !isAhead(end)
      guard isBehindStart || isBeyondEnd else { return (index, found) }
      return (index, (isBehindStart ? start : end).seen(by: point))
    }.min { $0.position.distance < $1.position.distance }
  }

  /// The leg up to a place on it, with its time.
  fileprivate func part(
    to place: (arc: Int, position: RoadPosition), _ costs: PartialCosts
  ) -> PathLeg {
    let part = PathLeg(
      start: start, end: place.position, arcs: Array(arcs[...place.arc]), milliseconds: 0)
    let milliseconds = costs.pieces(of: part).reduce(0) {
      $0 + $1.roadMilliseconds + $1.turnMilliseconds
    }
    return PathLeg(
      start: part.start, end: part.end, arcs: part.arcs, milliseconds: milliseconds)
  }
}

extension RoadPosition {
  /// The same place as one of another point of the track.
  fileprivate func seen(by point: Coordinate) -> RoadPosition {
    RoadPosition(
      segment: segment, offset: offset, coordinate: coordinate,
      distance: coordinate.distance(to: point))
  }

  fileprivate init(_ candidate: TrackCandidate) {
    self.init(
      segment: candidate.position.directedSegment.segment, offset: candidate.position.offset,
      coordinate: candidate.coordinate, distance: candidate.distance)
  }
}
