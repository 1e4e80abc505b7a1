import Geography
package import Messages

extension ProfileRouter {
  /// - Throws: `invalidRequest`, `outsideMap`.
  package func answer(_ request: IsochroneRequest) throws(ServiceError) -> IsochroneReply {
    try check(request)
    try check(request.roads)
    let snapped = try snap(request.center, "The center")
    let (_, roads) = try prepareSearch(departure: request.time, arrival: nil, request.roads)
    let center = avoidingClosures([snapped], [request.center])[0].mainland
    let areas = isochrones.areas(
      around: center, limits: request.contoursSeconds.map { UInt32($0) * 1000 },
      isReverse: request.reverse ?? false,
      closingAvoided(roads.traffic, besides: center.segment))
    let contours = zip(request.contoursSeconds, areas).map { seconds, areas in
      Isochrone(durationSeconds: seconds, areas: areas.map(ReachableArea.init))
    }
    return IsochroneReply(
      contours: contours, center: network.roadPoint(center),
      trafficVersion: trafficVersion, mapVersion: network.version)
  }

  /// The query's weights with the roads to avoid closed: their penalty would make the area end
  /// somewhere on them. The centre's own road stays open.
  private func closingAvoided(_ traffic: RoadTraffic, besides center: SegmentID) -> PartialCosts {
    var changes = query.partial.metric.changes
    guard !changes.avoided.isEmpty else { return query.partial }
    for segment in changes.avoided where segment != center {
      changes.closed.formUnion([false, true].map { DirectedSegment(segment, isBackward: $0) })
    }
    changes.avoided = []
    return PartialCosts(network, query.partial.metric.updated(to: changes, under: traffic).metric)
  }

  private func check(_ request: IsochroneRequest) throws(ServiceError) {
    let limits = request.contoursSeconds
    guard (1...RouterLimits.maximumContours).contains(limits.count) else {
      throw ServiceError(
        .invalidRequest,
        """
        A request asks for 1 to \(RouterLimits.maximumContours) areas, not \(limits.count).
        """)
    }
    let range = 1...RouterLimits.maximumContourSeconds
    if let invalid = limits.first(where: { !range.contains($0) }) {
      throw ServiceError(
        .invalidRequest,
        """
        An area's time is 1 to \(RouterLimits.maximumContourSeconds) seconds, not \(invalid).
        """)
    }
  }
}

extension ReachableArea {
  fileprivate init(_ area: ContourTracer.Area) {
    self.init(
      outline: EncodedPolyline(area.outline.map(\.coordinate)),
      holes: area.holes.map { EncodedPolyline($0.map(\.coordinate)) })
  }
}

extension ContourTracer.Point {
  /// In degrees; encoding it restores the same millionths.
  var coordinate: Coordinate {
    Coordinate(latitude: Double(latitude) / 1e6, longitude: Double(longitude) / 1e6)
  }
}
