package import Geography

extension FenceArea {
  /// Checks each number and point by itself; whether together they make an area, `AreaShape`
  /// decides.
  ///
  /// - Throws: `ServiceError` with `invalidRequest`, which names the field.
  package func validate() throws(ServiceError) {
    var points: [Coordinate] = []
    switch self {
    case .circle(let center, let radius):
      points = [center]
      try check(radius, "radiusMeters", in: FenceArea.radiusMeters)
    case .polygon(let rings): points = Array(rings.joined())
    case .corridor(let line, let buffer):
      points = line
      try check(buffer, "bufferMeters", in: FenceArea.bufferMeters)
    }
    try check(points.count, "the number of points", in: 1...FenceArea.maximumPoints)
    for point in points {
      guard point.isValid else {
        throw ServiceError(
          .invalidRequest,
          """
          The area has a point \(point.latitude), \(point.longitude); latitudes are -90 to 90 \
          and longitudes -180 to 180 degrees.
          """)
      }
    }
  }
}
