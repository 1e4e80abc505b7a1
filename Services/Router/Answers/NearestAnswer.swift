import Geography
import Messages

/// Answers requests for the nearest roads.
struct NearestAnswer {
  let search: RoadSearch

  /// - Throws: `invalidRequest`, `outsideMap`.
  func answer(_ request: NearestRoadRequest) throws(ServiceError) -> NearestRoadReply {
    let limit = request.limit ?? 1
    try check(limit, "The number of roads", in: 1...RouterLimits.maximumNearest)
    guard request.coordinate.isValid else {
      throw search.invalid(request.coordinate, "The coordinate")
    }
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
    guard let bearing = request.bearing else { return Snapper.NearestOptions(radius: radius) }
    guard bearing >= 0, bearing < 360 else {
      throw ServiceError(
        .invalidRequest, "A bearing is 0 to less than 360 degrees from north, not \(bearing).")
    }
    return Snapper.NearestOptions(radius: radius, bearing: (bearing, range))
  }

  /// Degrees to either side.
  private static let usualBearingRange = 45.0
}
