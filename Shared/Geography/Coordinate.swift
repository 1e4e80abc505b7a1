import Algorithms
import Memberwise

#if canImport(Glibc)
  import Glibc
#endif

/// A length in metres.
package typealias Meters = Double

/// A point on the Earth, in WGS 84 degrees.
@Memberwise package struct Coordinate: Sendable, Hashable, Codable {
  /// Degrees north of the equator, -90 ... 90.
  package let latitude: Double
  /// Degrees east of Greenwich, -180 ... 180.
  package let longitude: Double

  /// Whether both degrees are numbers in range.
  package var isValid: Bool {
    abs(latitude) <= 90 && abs(longitude) <= 180
  }
}

extension Coordinate {
  /// The mean radius of the Earth: IUGG's R1.
  package static let earthRadius: Meters = 6_371_008.8

  /// The great-circle distance to `other`. Haversine formula; within 0.6 % of the ellipsoid.
  package func distance(to other: Coordinate) -> Meters {
    distance(to: other, cosines: cos(latitude.radians) * cos(other.latitude.radians))
  }

  /// The same, where the product of the two latitudes' cosines is known.
  @inline(__always)
  func distance(to other: Coordinate, cosines: Double) -> Meters {
    let halfLatitude = sin((other.latitude - latitude).radians / 2)
    let halfLongitude = sin((other.longitude - longitude).radians / 2)
    let chord = halfLatitude * halfLatitude + cosines * halfLongitude * halfLongitude
    return 2 * Self.earthRadius * asin(min(1, chord.squareRoot()))
  }

  /// The initial compass bearing of the great circle to `other`: degrees clockwise from north,
  /// 0 ..< 360; 0 if both are the same point.
  package func bearing(to other: Coordinate) -> Double {
    let deltaLongitude = (other.longitude - longitude).radians
    let east = sin(deltaLongitude) * cos(other.latitude.radians)
    let north =
      cos(latitude.radians) * sin(other.latitude.radians)
      - sin(latitude.radians) * cos(other.latitude.radians) * cos(deltaLongitude)
    let degrees = atan2(east, north).degrees
    return degrees < 0 ? degrees + 360 : degrees
  }

  /// The point reached by going `distance` along the great circle that leaves at `bearing`.
  ///
  /// - Parameter bearing: degrees clockwise from north; at a pole, clockwise from the onward
  ///   direction of the meridian of its longitude.
  package func moved(by distance: Meters, bearing: Double) -> Coordinate {
    let arc = distance / Self.earthRadius
    let here = latitude.radians
    // The end as a vector, x towards the meridian of the start: as precise at a pole as elsewhere.
    let x = cos(here) * cos(arc) - sin(here) * sin(arc) * cos(bearing.radians)
    let y = sin(arc) * sin(bearing.radians)
    let z = sin(here) * cos(arc) + cos(here) * sin(arc) * cos(bearing.radians)
    let there = atan2(z, (x * x + y * y).squareRoot())
    let deltaLongitude = atan2(y, x)
    let wrapped =
      (longitude + deltaLongitude.degrees + 540).truncatingRemainder(dividingBy: 360) - 180
    return Coordinate(latitude: there.degrees, longitude: wrapped)
  }
}

extension Coordinate {
  /// Parses "latitude,longitude" as people type it: spaces around either number are fine.
  ///
  /// `nil` for any other text, and if a number is out of range.
  package init?(text: some StringProtocol) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2,
      let latitude = Double(parts[0].trimmed), let longitude = Double(parts[1].trimmed)
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
    guard isValid else { return nil }
  }
}

extension Double {
  /// These degrees as radians.
  package var radians: Double { self * .pi / 180 }
  /// These radians as degrees.
  package var degrees: Double { self * 180 / .pi }
}
