import Geography
import Messages

/// The drive along a matched part of a track, joined from the ways between its points.
struct MatchedDrive {
  private(set) var arcs: [ArcID]
  let start: RoadPosition
  private(set) var end: RoadPosition

  /// `nil` where a way is not found again.
  init?(_ part: TrackMatcher.Part, _ query: HierarchyQuery) {
    guard let first = part.points.first?.candidate else { return nil }
    let network = query.partial.network
    var position = first.position
    arcs = [ArcID(network.arcs(of: position.directedSegment).lowerBound)]
    start = RoadPosition(first)
    end = start
    for (_, candidate) in part.points.dropFirst() {
      let next = candidate.position
      let isSame = next.directedSegment == position.directedSegment
      let path = query.quickest(from: [position], to: [next])
      if isSame, path == nil || (path?.arcs.count ?? 0) > 1,
        query.partial.centimeters(along: next.directedSegment, to: next.offset)
          < query.partial.centimeters(along: next.directedSegment, to: position.offset)
      {
        // It has not moved.
        continue
      }
      guard let path else { return nil }
      arcs += path.arcs.dropFirst()
      position = next
      end = RoadPosition(candidate)
    }
  }

  func leg() -> PathLeg { PathLeg(start: start, end: end, arcs: arcs, milliseconds: 0) }

  /// Where on the drive's roads a point is that was not used to find them.
  func place(_ point: Coordinate, _ roads: PartialCosts) -> TrackCandidate? {
    let segments = Set(arcs.map { roads.network.directedSegment(of: $0) })
    return roads.candidates(near: point, within: TrackMatcher.Limits.leastRadius, limit: 20)
      .first { segments.contains($0.position.directedSegment) }
  }
}

extension RoadPosition {
  fileprivate init(_ candidate: TrackCandidate) {
    self.init(
      segment: candidate.position.directedSegment.segment, offset: candidate.position.offset,
      coordinate: candidate.coordinate, distance: candidate.distance)
  }
}
