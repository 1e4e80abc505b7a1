import Geography
import Messages

/// Answers requests for the areas within reach.
struct IsochroneAnswer {
  private let search: RoadSearch
  private let isochrones: IsochroneQuery

  init(_ search: RoadSearch) {
    self.search = search
    isochrones = IsochroneQuery(search.network)
  }

  /// - Throws: `invalidRequest`, `outsideMap`.
  func answer(_ request: IsochroneRequest) throws(ServiceError) -> IsochroneReply {
    try checkTimes(request)
    try request.roads?.check(for: search.network.profile)
    let snapped = try search.snap(request.center, "The center")
    let (_, roads) = try search.prepareSearch(departure: request.time, arrival: nil, request.roads)
    let center = search.avoidingClosures([snapped], [request.center])[0].mainland
    let areas = isochrones.areas(
      around: center, limits: request.contoursSeconds.map { UInt32($0) * 1000 },
      isReverse: request.reverse ?? false,
      closingAvoided(roads.traffic, besides: center.segment))
    let contours = zip(request.contoursSeconds, areas).map { seconds, areas in
      Isochrone(durationSeconds: seconds, areas: areas.map(ReachableArea.init))
    }
    return IsochroneReply(
      contours: contours, center: search.network.roadPoint(center),
      trafficVersion: search.trafficVersion, mapVersion: search.network.version)
  }

  /// The search's weights with the roads to avoid closed: their penalty would make the area end
  /// somewhere on them. The centre's own road stays open.
  private func closingAvoided(_ traffic: RoadTraffic, besides center: SegmentID) -> PartialCosts {
    var changes = search.query.partial.metric.changes
    guard !changes.avoided.isEmpty else { return search.query.partial }
    for segment in changes.avoided where segment != center {
      changes.closed.formUnion([false, true].map { DirectedSegment(segment, isBackward: $0) })
    }
    changes.avoided = []
    let metric = search.query.partial.metric.updated(to: changes, under: traffic).metric
    return PartialCosts(search.network, metric)
  }

  private func checkTimes(_ request: IsochroneRequest) throws(ServiceError) {
    let limits = request.contoursSeconds
    try check(limits.count, "The number of areas", in: 1...RouterLimits.maximumContours)
    for limit in limits {
      try check(limit, "The time of an area in seconds", in: 1...RouterLimits.maximumContourSeconds)
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
