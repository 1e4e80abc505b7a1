import Geography

extension Snapper {
  /// The nearest point on a road that may be travelled in a direction, or `nil`.
  func snap(
    _ point: Coordinate, heading: (degrees: Double, range: Double), within reach: Meters
  ) -> SnappedPoint? {
    var index = SegmentIndex(network, from: point)
    while let hit = index.next(), hit.squaredDistance <= reach * reach {
      guard !network.flags(of: hit.segment).contains(.ferry), network.isAlwaysOpen(hit.segment)
      else { continue }
      let projected = network.project(point, onto: hit.segment)
      guard let directedSegment = network.direction(of: projected, nearest: heading) else {
        continue
      }
      let position = RoadPosition(
        segment: hit.segment, offset: projected.position.offset,
        coordinate: projected.position.coordinate, distance: projected.position.distance,
        onlyDirectedSegment: directedSegment)
      return SnappedPoint(nearest: position, mainland: position)
    }
    return nil
  }
}
