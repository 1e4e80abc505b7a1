import Geography

/// Rings on the globe; a point is inside if an odd number of them enclose it.
///
/// The test projects the globe from its centre onto the plane that touches it at the area's centre:
/// there great circles are straight lines, so the planar even-odd rule is exact.
/// Sources: gnomonic projection, Snyder, "Map Projections: A Working Manual" (1987), chapter 22;
/// Shimrat, "Algorithm 112: Position of Point Relative to Polygon" (1962).
struct PolygonShape: Sendable {
  private struct Edge: Sendable {
    let arc: Arc
    let from: PlanePoint
    let to: PlanePoint
  }

  let center: SpaceVector
  /// From the centre to the farthest point.
  let reach: Meters
  private let plane: TangentPlane
  private let edges: [Edge]

  /// `nil` if a ring has fewer than three distinct consecutive points, or one is half a globe away.
  init?(_ rings: [[Coordinate]]) {
    let rings = rings.map { ring in Self.open(ring.map { SpaceVector($0) }) }
    guard !rings.isEmpty, rings.allSatisfy({ $0.count >= 3 }) else { return nil }
    let sum = rings.joined().reduce(SpaceVector(x: 0, y: 0, z: 0), +)
    guard let center = sum.unit else { return nil }
    let plane = TangentPlane(touching: center)
    var edges: [Edge] = []
    var reach = 0.0
    for ring in rings {
      for (index, point) in ring.enumerated() {
        let next = ring[(index + 1) % ring.count]
        guard let from = plane.project(point), let to = plane.project(next) else {
          return nil
        }
        edges.append(Edge(arc: Arc(point, next), from: from, to: to))
        reach = max(reach, center.distance(to: point))
      }
    }
    self.center = center
    self.reach = reach
    self.plane = plane
    self.edges = edges
  }

  func depth(of point: SpaceVector) -> Meters {
    var nearest = Double.infinity
    for edge in edges { nearest = min(nearest, edge.arc.distance(to: point)) }
    return contains(point) ? nearest : -nearest
  }

  func appendEdges(along path: Arc, to list: inout [Double]) {
    for edge in edges {
      // The path crosses the edge's great circle here; keep crossings on the edge or a hair beyond.
      var angles: [Double] = []
      path.appendAngles(where: edge.arc.normal, is: 0, to: &angles)
      for angle in angles {
        let crossing = path.point(at: angle)
        let tolerance = 1e-12
        if edge.arc.normal.dot(edge.arc.start.cross(crossing)) >= -tolerance,
          edge.arc.normal.dot(crossing.cross(edge.arc.end)) >= -tolerance
        {
          list.append(angle)
        }
      }
    }
  }

  /// Whether a point is inside; on the edge either answer may come.
  func contains(_ location: SpaceVector) -> Bool {
    guard let point = plane.project(location) else { return false }
    var isInside = false
    for edge in edges where (edge.from.y > point.y) != (edge.to.y > point.y) {
      let share = (point.y - edge.from.y) / (edge.to.y - edge.from.y)
      if point.x < edge.from.x + share * (edge.to.x - edge.from.x) { isInside.toggle() }
    }
    return isInside
  }

  /// The greatest depth of the points of a grid, then of a finer one around the deepest.
  var greatestDepth: Meters {
    let steps = 8
    var low = edges[0].from
    var high = low
    for edge in edges {
      low = PlanePoint(x: min(low.x, edge.from.x), y: min(low.y, edge.from.y))
      high = PlanePoint(x: max(high.x, edge.from.x), y: max(high.y, edge.from.y))
    }
    var best = (depth: 0.0, point: PlanePoint(x: 0, y: 0))
    for _ in 0..<2 {
      let step = PlanePoint(
        x: (high.x - low.x) / Double(steps), y: (high.y - low.y) / Double(steps))
      for column in 0..<steps {
        for row in 0..<steps {
          let point = PlanePoint(
            x: low.x + (Double(column) + 0.5) * step.x, y: low.y + (Double(row) + 0.5) * step.y)
          let depth = depth(of: plane.unproject(point))
          if depth > best.depth { best = (depth, point) }
        }
      }
      low = PlanePoint(x: best.point.x - step.x, y: best.point.y - step.y)
      high = PlanePoint(x: best.point.x + step.x, y: best.point.y + step.y)
    }
    return best.depth
  }

  /// Without points that repeat the one before; the ring's last point comes before its first.
  private static func open(_ ring: [SpaceVector]) -> [SpaceVector] {
    var open: [SpaceVector] = []
    for point in ring where open.last != point { open.append(point) }
    while open.count > 1, open.first == open.last { open.removeLast() }
    return open
  }
}

/// A point of a plane, in radii of the globe.
struct PlanePoint: Sendable, Hashable {
  let x: Double
  let y: Double
}

/// The plane that touches the globe at a point, for the gnomonic projection.
struct TangentPlane: Sendable {
  private let middle: SpaceVector
  private let right: SpaceVector
  private let up: SpaceVector

  init(touching middle: SpaceVector) {
    self.middle = middle
    let quarter = Arc(middle, middle)
    right = quarter.normal
    up = middle.cross(right)
  }

  /// Where the line from the globe's centre through a point crosses the plane; `nil` if it does
  /// not.
  func project(_ location: SpaceVector) -> PlanePoint? {
    let height = middle.dot(location)
    guard height > 1e-6 else { return nil }
    return PlanePoint(x: right.dot(location) / height, y: up.dot(location) / height)
  }

  /// The point of the globe that is projected to `point`.
  func unproject(_ point: PlanePoint) -> SpaceVector {
    (middle + right * point.x + up * point.y).unit ?? middle
  }
}
