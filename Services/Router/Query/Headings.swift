import Geography
import Messages

extension ProfileRouter {
  /// How far from a heading the direction of a road may be, in degrees.
  private static let headingRange = 45.0

  /// The points of a route, moved to roads that lead in the requested directions where there are
  /// any near by.
  ///
  /// - Throws: `invalidRequest` for headings that do not fit the waypoints, or out of range.
  func headed(
    _ points: [SnappedPoint], _ request: RouteRequest
  ) throws(ServiceError) -> [SnappedPoint] {
    guard let headings = request.headings else { return points }
    guard headings.count == points.count else {
      throw ServiceError(
        .invalidRequest,
        "\(points.count) waypoints have \(points.count) headings, not \(headings.count).")
    }
    if let invalid = headings.lazy.compactMap({ $0 }).first(where: { !(0..<360).contains($0) }) {
      throw ServiceError(
        .invalidRequest, "The heading \(invalid) is out of range: 0 to less than 360 degrees.")
    }
    return points.indices.map { index in
      headings[index].flatMap { heading in
        snapper.snap(
          request.waypoints[index], heading: (heading, Self.headingRange),
          within: points[index].nearest.distance + Snapper.closureReach)
      } ?? points[index]
    }
  }
}

extension Snapper {
  /// The nearest point on a road that may be travelled in a direction; `nil` where there is none.
  func snap(
    _ point: Coordinate, heading: (degrees: Double, range: Double), within reach: Meters
  ) -> SnappedPoint? {
    var index = SegmentIndex(network, from: point)
    while let hit = index.next(), hit.squaredDistance <= reach * reach {
      guard !network.flags(of: hit.segment).contains(.ferry), network.isOpenMostly(hit.segment)
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
