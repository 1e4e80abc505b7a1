package import Geography
import Memberwise

#if canImport(Glibc)
  import Glibc
#endif

/// A vector in space; with length 1 it is a point of the globe: x to 0° 0°, y to 0° 90° E, z to the
/// North Pole.
///
/// In space neither the antimeridian nor the poles are special, and a great circle is a plane
/// through the centre.
@Memberwise package struct SpaceVector: Codable, Sendable, Hashable {
  package var x: Double
  package var y: Double
  package var z: Double

  package init(_ coordinate: Coordinate) {
    let latitude = coordinate.latitude.radians
    let longitude = coordinate.longitude.radians
    let flat = cos(latitude)
    self.init(x: flat * cos(longitude), y: flat * sin(longitude), z: sin(latitude))
  }

  /// The point of the globe in this direction.
  package var coordinate: Coordinate {
    Coordinate(
      latitude: atan2(z, (x * x + y * y).squareRoot()).degrees, longitude: atan2(y, x).degrees)
  }

  package var length: Double { dot(self).squareRoot() }

  /// The same direction with length 1; `nil` for a vector too short to have a direction.
  package var unit: SpaceVector? {
    let length = length
    return length > 1e-15 ? self * (1 / length) : nil
  }

  package func dot(_ other: SpaceVector) -> Double { x * other.x + y * other.y + z * other.z }

  package func cross(_ other: SpaceVector) -> SpaceVector {
    SpaceVector(
      x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
  }

  /// The angle between two points of the globe, precise even if it is tiny.
  package func angle(to other: SpaceVector) -> Double {
    2 * asin(min(1, (self - other).length / 2))
  }

  /// The great-circle distance between two points of the globe.
  package func distance(to other: SpaceVector) -> Meters {
    Coordinate.earthRadius * angle(to: other)
  }

  package static func + (left: SpaceVector, right: SpaceVector) -> SpaceVector {
    SpaceVector(x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
  }

  package static func - (left: SpaceVector, right: SpaceVector) -> SpaceVector {
    SpaceVector(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
  }

  package static func * (vector: SpaceVector, factor: Double) -> SpaceVector {
    SpaceVector(x: vector.x * factor, y: vector.y * factor, z: vector.z * factor)
  }
}

/// All points at most `radius` away in space from a point of the globe.
@Memberwise package struct Ball: Sendable, Hashable {
  package let center: SpaceVector
  package let radius: Meters

  package func touches(_ other: Ball) -> Bool {
    let reach = (radius + other.radius) / Coordinate.earthRadius
    let apart = center - other.center
    return apart.dot(apart) <= reach * reach
  }
}
