import Geography

/// A point of a track on a road that it may have been recorded on.
struct TrackCandidate {
  let position: SegmentPosition
  let coordinate: Coordinate
  /// From the recorded point.
  let distance: Meters
}

extension PartialCosts {
  /// The roads that a point may have been recorded on, nearest first: each open direction of the
  /// nearest segments.
  ///
  /// - Parameters:
  ///   - radius: how far from the point.
  ///   - limit: how many segments.
  func candidates(
    near point: Coordinate, within radius: Meters, limit: Int
  ) -> [TrackCandidate] {
    var index = SegmentIndex(network, from: point)
    var candidates: [TrackCandidate] = []
    var seen = 0
    while seen < limit, let hit = index.next(), hit.squaredDistance <= radius * radius {
      seen += 1
      let position = network.project(point, onto: hit.segment).position
      for isBackward in [false, true] {
        let directedSegment = DirectedSegment(hit.segment, isBackward: isBackward)
        guard isOpen(directedSegment) else { continue }
        candidates.append(
          TrackCandidate(
            position: SegmentPosition(directedSegment: directedSegment, offset: position.offset),
            coordinate: position.coordinate, distance: position.distance))
      }
    }
    return candidates
  }
}
