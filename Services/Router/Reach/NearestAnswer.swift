import Messages

extension ProfileRouter {
  /// The options of a request for the nearest roads.
  ///
  /// - Throws: `invalidRequest` for a number out of range.
  func nearestOptions(_ request: NearestRoadRequest) throws(ServiceError) -> Snapper.NearestOptions
  {
    let radius = request.radiusMeters ?? RouterLimits.maximumSnapMeters
    guard (0...RouterLimits.maximumSnapMeters).contains(radius) else {
      throw ServiceError(
        .invalidRequest,
        "The radius is 0 to \(Int(RouterLimits.maximumSnapMeters)) metres, not \(radius).")
    }
    let range = request.bearingRange ?? Self.usualBearingRange
    guard (0...180).contains(range) else {
      throw ServiceError(
        .invalidRequest, "The range of a bearing is 0 to 180 degrees, not \(range).")
    }
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
