import Geography

#if canImport(Glibc)
  import Glibc
#endif

/// A point of the globe in metres from its middle: x to 0° 0°, y to 0° 90° E, z to the North Pole.
///
/// In space neither the antimeridian nor the poles are special.
package struct SpacePoint: Sendable, Hashable {
  package let x: Meters
  package let y: Meters
  package let z: Meters

  package init(_ coordinate: Coordinate) {
    let latitude = coordinate.latitude.radians
    let longitude = coordinate.longitude.radians
    x = Coordinate.earthRadius * cos(latitude) * cos(longitude)
    y = Coordinate.earthRadius * cos(latitude) * sin(longitude)
    z = Coordinate.earthRadius * sin(latitude)
  }
}

/// Everything at most `radius` from a point in space.
package struct Ball: Sendable, Hashable {
  package let center: SpacePoint
  package let radius: Meters

  package init(center: SpacePoint, radius: Meters) {
    self.center = center
    self.radius = radius
  }
}
