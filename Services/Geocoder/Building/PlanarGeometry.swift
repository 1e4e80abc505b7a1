package import Geography
import OpenStreetMap

#if canImport(Glibc)
  import Glibc
#endif

/// Geometry of lines and rings in degrees, accurate enough within a city.
package enum PlanarGeometry {
  /// The result for empty input.
  static let nowhere = Coordinate(latitude: 0, longitude: 0)

  /// The centroid of a closed ring; for a degenerate or self-intersecting one the mean of its
  /// points.
  static func center(of ring: [Coordinate]) -> Coordinate {
    guard let origin = ring.first else { return nowhere }
    var area = 0.0
    var x = 0.0
    var y = 0.0
    for (a, b) in zip(ring, ring.dropFirst()) {
      let ax = a.longitude - origin.longitude, ay = a.latitude - origin.latitude
      let bx = b.longitude - origin.longitude, by = b.latitude - origin.latitude
      let cross = ax * by - bx * ay
      area += cross
      x += (ax + bx) * cross
      y += (ay + by) * cross
    }
    let center = Coordinate(
      latitude: origin.latitude + y / (3 * area), longitude: origin.longitude + x / (3 * area))
    let box = BoundingBox(around: ring)
    if abs(area) > 1e-14, box?.contains(center) == true { return center }
    return mean(of: ring)
  }

  static func mean(of points: [Coordinate]) -> Coordinate {
    let count = Double(max(1, points.count))
    return Coordinate(
      latitude: points.reduce(0) { $0 + $1.latitude } / count,
      longitude: points.reduce(0) { $0 + $1.longitude } / count)
  }

  /// The median of each coordinate, which a few outliers do not move.
  static func median(of points: [Coordinate]) -> Coordinate {
    guard !points.isEmpty else { return nowhere }
    return Coordinate(
      latitude: points.map(\.latitude).sorted()[points.count / 2],
      longitude: points.map(\.longitude).sorted()[points.count / 2])
  }

  /// The point of the line nearest to `point`, and its distance. Computed in degrees with
  /// longitudes scaled by the cosine of the latitude, which is accurate within a few kilometres.
  package static func nearest(to point: Coordinate, on line: [Coordinate]) -> (Coordinate, Meters) {
    guard var best = line.first else { return (point, .infinity) }
    let shrink = cos(point.latitude.radians)
    var least = Double.infinity
    for (a, b) in zip(line, line.dropFirst()) {
      let dx = (b.longitude - a.longitude) * shrink, dy = b.latitude - a.latitude
      let px = (point.longitude - a.longitude) * shrink, py = point.latitude - a.latitude
      let length = dx * dx + dy * dy
      let fraction = length > 0 ? min(1, max(0, (px * dx + py * dy) / length)) : 0
      let ex = px - fraction * dx, ey = py - fraction * dy
      let square = ex * ex + ey * ey
      if square < least {
        least = square
        best = Coordinate(
          latitude: a.latitude + fraction * dy,
          longitude: a.longitude + fraction * (b.longitude - a.longitude))
      }
    }
    return (best, best.distance(to: point))
  }
}

/// One way of a ring.
struct RingPiece: Sendable {
  let nodeIDs: [Int64]
  let line: [Coordinate]

  /// - Returns: `nil` where the extract lacks some of the way's nodes.
  init?(_ way: MapWay) {
    line = way.coordinates.compactMap { $0 }
    nodeIDs = way.nodeIDs
    guard line.count == nodeIDs.count, line.count > 1 else { return nil }
  }

  init(nodeIDs: [Int64], line: [Coordinate]) {
    self.nodeIDs = nodeIDs
    self.line = line
  }
}

extension PlanarGeometry {
  /// Assembles the pieces into closed rings; pieces that close no ring are dropped. Quadratic in
  /// the number of pieces, which is small.
  static func rings(of pieces: [RingPiece]) -> [[Coordinate]] {
    var rest = pieces
    var rings: [[Coordinate]] = []
    while var ring = rest.popLast() {
      while ring.nodeIDs.first != ring.nodeIDs.last {
        guard let next = rest.firstIndex(where: { $0.touches(ring.nodeIDs.last) }) else { break }
        ring = ring.continued(by: rest.remove(at: next))
      }
      if ring.nodeIDs.first == ring.nodeIDs.last, ring.line.count > 3 { rings.append(ring.line) }
    }
    return rings
  }

  /// The area inside the ring in square degrees of latitude.
  static func area(of ring: [Coordinate]) -> Double {
    guard let origin = ring.first else { return 0 }
    let twice = zip(ring, ring.dropFirst()).reduce(0) { sum, side in
      sum + (side.0.longitude - origin.longitude) * (side.1.latitude - origin.latitude)
        - (side.1.longitude - origin.longitude) * (side.0.latitude - origin.latitude)
    }
    return abs(twice) / 2 * cos(origin.latitude.radians)
  }

  /// Whether the point is inside the ring, by counting how often a ray to the east crosses it.
  static func contains(_ ring: [Coordinate], _ point: Coordinate) -> Bool {
    var isInside = false
    for (a, b) in zip(ring, ring.dropFirst())
    where (a.latitude > point.latitude) != (b.latitude > point.latitude) {
      let fraction = (point.latitude - a.latitude) / (b.latitude - a.latitude)
      if point.longitude < a.longitude + fraction * (b.longitude - a.longitude) {
        isInside.toggle()
      }
    }
    return isInside
  }

  /// The point where a segment enters the box; `nil` where it misses the box.
  ///
  /// Source: Liang and Barsky, "A new concept and method for line clipping" (1984).
  static func entryPoint(
    of a: Coordinate, _ b: Coordinate, into box: BoundingBox
  ) -> Coordinate? {
    let dx = b.longitude - a.longitude, dy = b.latitude - a.latitude
    var from = 0.0, to = 1.0
    for (step, room) in [
      (-dx, a.longitude - box.west), (dx, box.east - a.longitude),
      (-dy, a.latitude - box.south), (dy, box.north - a.latitude),
    ] {
      if step == 0 {
        if room < 0 { return nil }
      } else if step < 0 {
        from = max(from, room / step)
      } else {
        to = min(to, room / step)
      }
    }
    guard from <= to else { return nil }
    return Coordinate(latitude: a.latitude + from * dy, longitude: a.longitude + from * dx)
  }

  /// The point of the line at this fraction of its length, 0 ... 1.
  static func point(at fraction: Double, of line: [Coordinate]) -> Coordinate? {
    let lengths = zip(line, line.dropFirst()).map { $0.distance(to: $1) }
    var rest = lengths.reduce(0, +) * fraction
    for (index, length) in lengths.enumerated() {
      if rest <= length, length > 0 {
        let a = line[index], b = line[index + 1]
        return Coordinate(
          latitude: a.latitude + rest / length * (b.latitude - a.latitude),
          longitude: a.longitude + rest / length * (b.longitude - a.longitude))
      }
      rest -= length
    }
    return line.last
  }
}

extension RingPiece {
  fileprivate func touches(_ node: Int64?) -> Bool {
    nodeIDs.first == node || nodeIDs.last == node
  }

  fileprivate func continued(by next: RingPiece) -> RingPiece {
    let isForward = next.nodeIDs.first == nodeIDs.last
    let ids = isForward ? next.nodeIDs : next.nodeIDs.reversed()
    let points = isForward ? next.line : next.line.reversed()
    return RingPiece(
      nodeIDs: nodeIDs + ids.dropFirst(), line: line + points.dropFirst())
  }
}
