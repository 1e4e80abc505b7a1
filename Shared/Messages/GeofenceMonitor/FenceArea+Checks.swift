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
    for point in points { try check(point, "a point of the area") }
  }
}
