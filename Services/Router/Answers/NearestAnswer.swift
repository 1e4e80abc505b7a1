import Geography
import Messages

/// Answers requests for the nearest roads.
struct NearestAnswer {
  let search: RoadSearch

  /// - Throws: `invalidRequest`, `outsideMap`.
  func answer(_ request: NearestRoadRequest) throws(ServiceError) -> NearestRoadReply {
    let limit = request.limit ?? 1
    try check(limit, "The number of roads", in: 1...RouterLimits.maximumNearest)
    try check(request.coordinate, "The coordinate")
    let options = try nearestOptions(request)
    let positions = search.snapper.nearest(request.coordinate, limit: limit, options)
    guard !positions.isEmpty else {
      throw search.outsideMap(request.coordinate, "The coordinate", options)
    }
    return NearestRoadReply(
      points: positions.map(search.network.roadPoint), mapVersion: search.network.version)
  }

  /// The options of a request for the nearest roads.
  ///
  /// - Throws: `invalidRequest` for a number out of range.
  private func nearestOptions(_ request: NearestRoadRequest) throws(ServiceError)
    -> Snapper.NearestOptions
  {
    let radius = request.radiusMeters ?? RouterLimits.maximumSnapMeters
    try check(radius, "The radius in metres", in: 0...RouterLimits.maximumSnapMeters)
    let range = request.bearingRange ?? Self.usualBearingRange
    try check(range, "The range of the bearing in degrees", in: 0...180)
    try check(bearing: request.bearing, "The bearing")
    return Snapper.NearestOptions(radius: radius, bearing: request.bearing.map { ($0, range) })
  }

  /// Degrees to either side.
  private static let usualBearingRange = 45.0
}
