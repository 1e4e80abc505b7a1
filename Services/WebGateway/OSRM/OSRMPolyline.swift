import Geography

#if canImport(Glibc)
  import Glibc
#endif

/// Encoded polylines with a precision of five or six decimals.
///
/// Source: Google's "Encoded Polyline Algorithm Format". One with five decimals is that with six of
/// a line that is ten times smaller.
enum OSRMPolyline {
  static func text(_ line: [Coordinate], precision: Int) -> String {
    guard precision == 5 else { return EncodedPolyline(line).rawValue }
    return EncodedPolyline(line.map { rounded($0, by: 0.1) }).rawValue
  }

  /// `nil` if the text is not an encoded polyline.
  static func coordinates(_ text: String, precision: Int) -> [Coordinate]? {
    let line = EncodedPolyline(rawValue: text).coordinates
    guard precision == 5 else { return line }
    return line?.map { rounded($0, by: 10) }
  }

  private static func rounded(_ point: Coordinate, by factor: Double) -> Coordinate {
    let scaled = { (degrees: Double) in (degrees * factor * 1e6).rounded() / 1e6 }
    return Coordinate(latitude: scaled(point.latitude), longitude: scaled(point.longitude))
  }

  /// The line without the points that deviate least from it.
  ///
  /// Source: Douglas and Peucker (1973); the tolerance is a five-hundredth of the line's extent,
  /// less than a pixel on a map that shows all of it.
  static func simplified(_ line: [Coordinate]) -> [Coordinate] {
    guard line.count > 2, let box = BoundingBox(around: line) else { return line }
    let narrowing = cos(box.south * .pi / 180)
    let flat = line.map { SIMD2($0.longitude * narrowing, $0.latitude) }
    let extent = max((box.east - box.west) * narrowing, box.north - box.south)
    var isKept = [Bool](repeating: false, count: line.count)
    (isKept[0], isKept[line.count - 1]) = (true, true)
    var ranges = [(0, line.count - 1)]
    while let (first, last) = ranges.popLast() {
      let farthest = (first + 1..<max(first + 1, last)).map { index in
        (index: index, distance: distance(flat[index], from: flat[first], to: flat[last]))
      }.max { $0.distance < $1.distance }
      guard let farthest, farthest.distance > extent / 500 else { continue }
      isKept[farthest.index] = true
      ranges += [(first, farthest.index), (farthest.index, last)]
    }
    return line.indices.filter { isKept[$0] }.map { line[$0] }
  }

  private static func distance(
    _ point: SIMD2<Double>, from start: SIMD2<Double>, to end: SIMD2<Double>
  ) -> Double {
    let along = end - start
    let length = (along * along).sum()
    let part = length > 0 ? min(1, max(0, ((point - start) * along).sum() / length)) : 0
    let gap = point - (start + along * part)
    return (gap * gap).sum().squareRoot()
  }
}
