import Geography
import Messages
import Testing

@testable import Router

/// A polygon with slow, simple tests, in whole millionths of a degree.
struct TestPolygon {
  typealias Point = ContourTracer.Point

  let outline: [Point]
  let holes: [[Point]]

  init(_ area: ContourTracer.Area) {
    outline = area.outline
    holes = area.holes
  }

  init(_ area: ReachableArea) throws {
    let ring = { (line: EncodedPolyline) in
      try #require(line.coordinates).map { coordinate in
        Point(
          latitude: Int32((coordinate.latitude * 1e6).rounded()),
          longitude: Int32((coordinate.longitude * 1e6).rounded()))
      }
    }
    outline = try ring(area.outline)
    holes = try area.holes.map(ring)
  }

  func contains(_ point: Coordinate) -> Bool {
    let (x, y) = (point.longitude * 1e6, point.latitude * 1e6)
    return Self.contains(outline, x, y) && !holes.contains { Self.contains($0, x, y) }
  }

  func containsOrTouches(_ point: Point) -> Bool {
    if contains(point.coordinate) { return true }
    return ([outline] + holes).contains { ring in
      zip(ring, ring.dropFirst()).contains {
        Self.turn($0.0, $0.1, point) == 0 && Self.isIn($0.0, $0.1, point)
      }
    }
  }

  /// Even-odd rule.
  private static func contains(_ ring: [Point], _ x: Double, _ y: Double) -> Bool {
    var isWithin = false
    for (a, b) in zip(ring, ring.dropFirst()) {
      let (ax, ay) = (Double(a.longitude), Double(a.latitude))
      let (bx, by) = (Double(b.longitude), Double(b.latitude))
      if (ay > y) != (by > y), x < ax + (y - ay) / (by - ay) * (bx - ax) { isWithin.toggle() }
    }
    return isWithin
  }

  /// Twice the area, positive where the ring runs anticlockwise.
  static func doubleArea(_ ring: [Point]) -> Int {
    zip(ring, ring.dropFirst()).reduce(0) {
      $0 + Int($1.0.longitude) * Int($1.1.latitude) - Int($1.1.longitude) * Int($1.0.latitude)
    }
  }

  /// Positive where c lies to the left of the line from a to b.
  private static func turn(_ a: Point, _ b: Point, _ c: Point) -> Int {
    (Int(b.longitude) - Int(a.longitude)) * (Int(c.latitude) - Int(a.latitude))
      - (Int(b.latitude) - Int(a.latitude)) * (Int(c.longitude) - Int(a.longitude))
  }

  private static func isIn(_ a: Point, _ b: Point, _ c: Point) -> Bool {
    min(a.longitude, b.longitude) <= c.longitude && c.longitude <= max(a.longitude, b.longitude)
      && min(a.latitude, b.latitude) <= c.latitude && c.latitude <= max(a.latitude, b.latitude)
  }

  /// Whether two edges have a point in common.
  static func intersect(_ a: (Point, Point), _ b: (Point, Point)) -> Bool {
    let turns = (
      turn(a.0, a.1, b.0).signum(), turn(a.0, a.1, b.1).signum(),
      turn(b.0, b.1, a.0).signum(), turn(b.0, b.1, a.1).signum()
    )
    if turns.0 * turns.1 < 0, turns.2 * turns.3 < 0 { return true }
    return turns.0 == 0 && isIn(a.0, a.1, b.0) || turns.1 == 0 && isIn(a.0, a.1, b.1)
      || turns.2 == 0 && isIn(b.0, b.1, a.0) || turns.3 == 0 && isIn(b.0, b.1, a.1)
  }
}

extension [TestPolygon] {
  /// Checks that the polygons are closed, simple and disjoint; quadratic in the number of points.
  func expectSound(_ label: Comment) {
    let rings = flatMap { [$0.outline] + $0.holes }
    for ring in rings {
      #expect(ring.count >= 4, label)
      #expect(ring.first == ring.last, label)
    }
    for polygon in self {
      #expect(TestPolygon.doubleArea(polygon.outline) > 0, label)
      for hole in polygon.holes {
        #expect(TestPolygon.doubleArea(hole) < 0, label)
        let outside = TestPolygon(ContourTracer.Area(outline: polygon.outline))
        #expect(hole.allSatisfy { outside.contains($0.coordinate) }, label)
      }
    }
    let edges = rings.enumerated().flatMap { ring in
      zip(ring.element, ring.element.dropFirst()).enumerated().map {
        (ring: ring.offset, number: $0.offset, count: ring.element.count - 1, ends: $0.element)
      }
    }
    for (index, edge) in edges.enumerated() {
      for other in edges[(index + 1)...] where TestPolygon.intersect(edge.ends, other.ends) {
        let areNeighbors =
          edge.ring == other.ring
          && [1, edge.count - 1].contains(Swift.abs(edge.number - other.number))
        #expect(areNeighbors, label)
      }
    }
    let sizes = map { TestPolygon.doubleArea($0.outline) }
    #expect(sizes == sizes.sorted(by: >), label)
  }
}
