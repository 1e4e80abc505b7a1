import Geography
import Glibc

/// The area of polygons on the sphere.
enum SphericalArea {
  /// The area of a closed ring, negative where it runs clockwise. For rings that neither contain a
  /// pole nor cross the antimeridian, with edges short enough to be straight on a map.
  ///
  /// Source: R. G. Chamberlain and W. H. Duquette, "Some Algorithms for Polygons on a Sphere", JPL
  /// Publication 07-03, section 4.
  static func squareMeters(of ring: [Coordinate]) -> Double {
    var sum = 0.0
    for (from, to) in zip(ring, ring.dropFirst()) {
      let longitudeDelta = (to.longitude - from.longitude).radians
      sum += longitudeDelta * (sin(from.latitude.radians) + sin(to.latitude.radians))
    }
    return -sum * Coordinate.earthRadius * Coordinate.earthRadius / 2
  }
}
