#if canImport(Glibc)
  import Glibc
#endif

/// A distance of points, with bounds that are cheap to compute for cells and vectors.
///
/// Bounds from below are chords, or made of chords, as no chord is longer than its arc. Bounds from
/// above are metres. For an arc a of chord c = 2 sin(a / 2),
///
///     a = 2 asin(c / 2) = c + c³/24 + 3c⁵/640 + …
///
/// has no negative term, so that a / c rises with c: shorter chords than m have arcs of at most
/// their length times 2 asin(m / 2) / m. Beyond m = 1.9, 16,000 km on the ground, where arcs soon
/// change by much more than their chords, no bound from above is given.
protocol PointMetric {
  /// Not above the bound of any vector in the cell.
  func bound(_ cell: VectorBox) -> Double
  func bound(_ vector: SIMD3<Double>) -> Double
  /// Vectors with a bound above this are farther than `distance`.
  func limit(of distance: Meters) -> Double
  /// Not below the distance of any vector in the cell, as `distance` computes it.
  func ceiling(_ cell: VectorBox) -> Meters
  func ceiling(_ vector: SIMD3<Double>) -> Meters
  func distance(_ point: Coordinate) -> Meters
}

/// An upper bound, in metres, of the arcs whose chords add up to `chords`, none of them longer
/// than `longest`; 1e-12 (6 µm on the ground) allows for the rounding of either.
private func ceiling(ofChords chords: Double, longest: Double) -> Meters {
  // For short chords without an arcsine: (a − c) / c³ rises as well, and is below 1/20 at c = 1.
  let stretch =
    longest <= 1
    ? 1 + longest * longest / 20
    : longest <= 1.9 ? 2 * asin(longest / 2) / longest : .infinity
  return (chords * stretch + 1e-12) * Coordinate.earthRadius
}

/// The distance from one point. The bound is the squared chord.
struct RadialMetric: PointMetric {
  let center: Coordinate
  let vector: SIMD3<Double>
  /// Of the latitude.
  let cosine: Double

  init(_ center: Coordinate) {
    self.center = center
    vector = center.unitVector
    cosine = cos(center.latitude.radians)
  }

  func bound(_ cell: VectorBox) -> Double { cell.squaredDistance(to: vector) }

  func bound(_ other: SIMD3<Double>) -> Double {
    let gap = other - vector
    return (gap * gap).sum()
  }

  func limit(of distance: Meters) -> Double {
    let chord = 2 * sin(min(distance / Coordinate.earthRadius / 2, .pi / 2)) + 1e-12
    return chord * chord
  }

  func ceiling(_ cell: VectorBox) -> Meters {
    Self.ceiling(ofChord: cell.squaredReach(from: vector).squareRoot())
  }

  /// An upper bound of the arc of a chord, in metres.
  static func ceiling(ofChord chord: Double) -> Meters {
    Geography.ceiling(ofChords: chord, longest: chord)
  }

  func ceiling(_ other: SIMD3<Double>) -> Meters {
    let chord = bound(other).squareRoot()
    return Geography.ceiling(ofChords: chord, longest: chord)
  }

  func distance(_ point: Coordinate) -> Meters {
    distance(point, cosine: cos(point.latitude.radians))
  }

  /// The same, where the cosine of the point's latitude is known.
  @inline(__always)
  func distance(_ point: Coordinate, cosine: Double) -> Meters {
    center.distance(to: point, cosines: self.cosine * cosine)
  }
}

/// The length of the path from one point to another via the measured one. The bound is the sum of
/// the two chords.
///
/// That sum is convex over space. So over a box
///
/// 1. it is nowhere below its tangent plane at the box's middle, which is lowest at a corner; near
///    the line between the two points, where the sum hardly changes, this is a far tighter bound
///    than the sum of the two least chords;
/// 2. it is nowhere above its value at the highest of the eight corners. With m the longest chord
///    from either point to a corner, all arcs are then bounded as `PointMetric` says.
struct DetourMetric: PointMetric {
  let origin: RadialMetric
  let destination: RadialMetric

  init(_ origin: Coordinate, _ destination: Coordinate) {
    self.origin = RadialMetric(origin)
    self.destination = RadialMetric(destination)
  }

  func bound(_ cell: VectorBox) -> Double {
    let least = origin.bound(cell).squareRoot() + destination.bound(cell).squareRoot()
    let middle = (cell.low + cell.high) / 2
    let (toStop, onwards) = (middle - origin.vector, middle - destination.vector)
    let chords = ((toStop * toStop).sum().squareRoot(), (onwards * onwards).sum().squareRoot())
    // At one of the two points the sum has a kink; the tangent without that point's part bounds it
    // as well.
    let slope =
      (chords.0 > 0 ? toStop / chords.0 : .zero) + (chords.1 > 0 ? onwards / chords.1 : .zero)
    let fall = pointwiseMax(slope, -slope) * (cell.high - middle)
    return max(least, chords.0 + chords.1 - fall.sum())
  }

  func bound(_ vector: SIMD3<Double>) -> Double {
    origin.bound(vector).squareRoot() + destination.bound(vector).squareRoot()
  }

  func limit(of distance: Meters) -> Double { distance / Coordinate.earthRadius + 1e-12 }

  func ceiling(_ cell: VectorBox) -> Meters {
    let longest = max(
      cell.squaredReach(from: origin.vector), cell.squaredReach(from: destination.vector))
    guard longest <= 4 else { return .infinity }
    let sums =
      Corners(of: cell, from: origin.vector).chords
      + Corners(of: cell, from: destination.vector).chords
    return Geography.ceiling(ofChords: sums.max(), longest: longest.squareRoot())
  }

  func ceiling(_ vector: SIMD3<Double>) -> Meters {
    let chords = (origin.bound(vector).squareRoot(), destination.bound(vector).squareRoot())
    return Geography.ceiling(ofChords: chords.0 + chords.1, longest: max(chords.0, chords.1))
  }

  func distance(_ point: Coordinate) -> Meters {
    let cosine = cos(point.latitude.radians)
    return origin.distance(point, cosine: cosine) + destination.distance(point, cosine: cosine)
  }
}

/// The chords from one point to the eight corners of a box, always in the same order.
private struct Corners {
  let chords: SIMD8<Double>

  init(of cell: VectorBox, from vector: SIMD3<Double>) {
    let (low, high) = (cell.low - vector, cell.high - vector)
    let (near, far) = (low * low, high * high)
    let x = SIMD8(near.x, far.x, near.x, far.x, near.x, far.x, near.x, far.x)
    let y = SIMD8(near.y, near.y, far.y, far.y, near.y, near.y, far.y, far.y)
    let z = SIMD8(near.z, near.z, near.z, near.z, far.z, far.z, far.z, far.z)
    chords = (x + y + z).squareRoot()
  }
}

extension Coordinate {
  /// The point on the sphere of radius 1.
  var unitVector: SIMD3<Double> {
    let (up, around) = (latitude.radians, longitude.radians)
    return SIMD3(cos(up) * cos(around), cos(up) * sin(around), sin(up))
  }
}
