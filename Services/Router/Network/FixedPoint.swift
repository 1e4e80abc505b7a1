package import Geography

/// A point in whole ten-millionths of a degree (11 mm), as OpenStreetMap keeps them.
package struct FixedPoint: Sendable, Hashable {
  package let latitude: Int32
  package let longitude: Int32

  package init(latitude: Int32, longitude: Int32) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// - Precondition: the coordinate is valid.
  package init(_ coordinate: Coordinate) {
    latitude = Int32((coordinate.latitude * 1e7).rounded())
    longitude = Int32((coordinate.longitude * 1e7).rounded())
  }

  var isOnEarth: Bool {
    latitude.magnitude <= 900_000_000 && longitude.magnitude <= 1_800_000_000
  }

  package var coordinate: Coordinate {
    Coordinate(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
  }
}

/// A box in whole ten-millionths of a degree.
struct FixedBox: Sendable, Hashable {
  var south: Int32 = .max
  var west: Int32 = .max
  var north: Int32 = .min
  var east: Int32 = .min

  /// Around points; the box of none is around no other.
  init(of points: some Sequence<FixedPoint>) {
    for point in points { extend(to: point) }
  }

  mutating func extend(to point: FixedPoint) {
    south = min(south, point.latitude)
    north = max(north, point.latitude)
    west = min(west, point.longitude)
    east = max(east, point.longitude)
  }

  mutating func extend(to box: FixedBox) {
    south = min(south, box.south)
    north = max(north, box.north)
    west = min(west, box.west)
    east = max(east, box.east)
  }
}
