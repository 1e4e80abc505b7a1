import Geography
import Messages

extension VenueIndex {
  /// The nearest venues as the crow flies, nearest first; equally near ones by identifier.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for a coordinate, radius or limit out of range.
  package func nearby(_ request: NearbyRequest) throws(ServiceError) -> [NearbyVenue] {
    try check(request.coordinate, "The coordinate")
    let limit = request.limit ?? SearchLimits.defaultNearby
    guard (1...ShopSearchLimits.maximumNearby).contains(limit) else {
      throw ServiceError(
        .invalidRequest, "The limit is 1 to \(ShopSearchLimits.maximumNearby), not \(limit).")
    }
    let radius = request.radiusMeters ?? .infinity
    guard
      request.radiusMeters == nil || (0...ShopSearchLimits.maximumRadiusMeters).contains(radius)
    else {
      throw ServiceError(
        .invalidRequest,
        """
        The radius is 0 to \(Int(ShopSearchLimits.maximumRadiusMeters)) m, not \(radius) m.
        """)
    }
    let categories = request.filter?.category.map { [$0] } ?? Array(categories)
    return nearest(limit, of: categories, to: request.coordinate, within: radius)
  }

  private func nearest(
    _ limit: Int, of categories: [VenueCategory], to center: Coordinate, within radius: Meters
  ) -> [NearbyVenue] {
    var nearest: [NearbyVenue] = []
    for category in categories {
      // What is found narrows the search in the next category.
      let reach = nearest.count < limit ? radius : nearest[limit - 1].distanceMeters
      let old = base.shards[category]?.points
        .nearest(limit, to: center, within: reach) { !gone.contains($0) }
      let new = fresh.shards[category]?.points.nearest(limit, to: center, within: reach)
      nearest += merged(old ?? [], new ?? [], of: category).prefix(limit).map {
        NearbyVenue(venue: venue(at: $0), distanceMeters: $0.distance)
      }
      if categories.count > 1 {
        nearest.sort { ($0.distanceMeters, $0.venue.id) < ($1.distanceMeters, $1.venue.id) }
        nearest.removeLast(max(0, nearest.count - limit))
      }
    }
    return nearest
  }
}

/// - Parameter what: begins the sentence that names the fault.
func check(_ coordinate: Coordinate, _ what: String) throws(ServiceError) {
  guard coordinate.isValid else {
    throw ServiceError(
      .invalidRequest,
      """
      \(what) \(coordinate.latitude),\(coordinate.longitude) is off the globe: latitudes are \
      -90 to 90, longitudes -180 to 180.
      """)
  }
}
