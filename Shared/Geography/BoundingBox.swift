import Memberwise

#if canImport(Glibc)
  import Glibc
#endif

/// An area between two latitudes and two longitudes. Does not cross the antimeridian.
@Memberwise package struct BoundingBox: Sendable, Hashable, Codable {
  package var south: Double
  package var west: Double
  package var north: Double
  package var east: Double

  /// The smallest box around `coordinates`; `nil` if there are none.
  package init?(around coordinates: some Sequence<Coordinate>) {
    var box: BoundingBox?
    for coordinate in coordinates {
      if box == nil { box = BoundingBox(coordinate) } else { box?.extend(to: coordinate) }
    }
    guard let box else { return nil }
    self = box
  }

  /// The box that holds just this point.
  package init(_ point: Coordinate) {
    self.init(
      south: point.latitude, west: point.longitude, north: point.latitude, east: point.longitude)
  }

  package mutating func extend(to point: Coordinate) {
    south = min(south, point.latitude)
    north = max(north, point.latitude)
    west = min(west, point.longitude)
    east = max(east, point.longitude)
  }

  /// Whether the point is inside or on the edge.
  package func contains(_ point: Coordinate) -> Bool {
    south <= point.latitude && point.latitude <= north && west <= point.longitude
      && point.longitude <= east
  }

  package func intersects(_ other: BoundingBox) -> Bool {
    south <= other.north && other.south <= north && west <= other.east && other.west <= east
  }

  /// The box grown on all sides by at least `distance`, clamped to the globe. Near a pole it spans
  /// all longitudes.
  package func expanded(by distance: Meters) -> BoundingBox {
    let latitudes = (distance / Coordinate.earthRadius).degrees
    let farthest = min(90, max(abs(south), abs(north)) + latitudes)
    let shrink = cos(farthest.radians)
    let longitudes = shrink < 1e-6 ? 360 : latitudes / shrink
    return BoundingBox(
      south: max(-90, south - latitudes), west: max(-180, west - longitudes),
      north: min(90, north + latitudes), east: min(180, east + longitudes))
  }

  package var center: Coordinate {
    Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
  }
}
