package import Geography

/// An area prepared for queries: how deep inside a point is, and which parts of a path are inside.
package struct AreaShape: Sendable {
  private enum Kind: Sendable {
    case circle(center: SpaceVector, radius: Meters)
    case polygon(PolygonShape)
    case corridor(CorridorShape)
  }

  private let kind: Kind
  /// A ball in space that holds all of the area.
  package let bounds: Ball

  /// Prepares an area.
  ///
  /// `nil` if it is wider than `FenceArea.radiusMeters` allows or has too few points.
  package init?(_ area: FenceArea) {
    // A chord is never longer than the path along the ground; the slack is for rounding.
    let slack = 0.01
    switch area {
    case .circle(let center, let radius):
      let center = SpaceVector(center)
      kind = .circle(center: center, radius: radius)
      bounds = Ball(center: center, radius: radius + slack)
    case .polygon(let rings):
      guard let shape = PolygonShape(rings) else { return nil }
      kind = .polygon(shape)
      bounds = Ball(center: shape.center, radius: shape.reach + slack)
    case .corridor(let line, let buffer):
      guard let shape = CorridorShape(line, buffer: buffer) else { return nil }
      kind = .corridor(shape)
      bounds = Ball(center: shape.center, radius: shape.reach + slack)
    }
    guard bounds.radius <= FenceArea.radiusMeters.upperBound + slack else { return nil }
  }

  /// What makes an area valid, as part of a sentence.
  package static let requirement = """
    a ring needs three points, a corridor two, and an area fits into a circle of \
    \(Int(FenceArea.radiusMeters.upperBound / 1_000)) km
    """

  /// How far inside the edge a point is, along the ground; negative outside, 0 on the edge, which
  /// belongs to the area.
  ///
  /// A circle costs 50 ns, other areas some 20 ns a vertex.
  package func depth(of point: SpaceVector) -> Meters {
    switch kind {
    case .circle(let center, let radius): radius - center.distance(to: point)
    case .polygon(let shape): shape.depth(of: point)
    case .corridor(let shape): shape.depth(of: point)
    }
  }

  /// The depth of the deepest point, approximately for a polygon: a grid search, some 130 times the
  /// cost of `depth`.
  package var greatestDepth: Meters {
    switch kind {
    case .circle(_, let radius): radius
    case .polygon(let shape): shape.greatestDepth
    case .corridor(let shape): shape.buffer
    }
  }

  /// Whether a point is inside or on the edge, with the same answer as `depth`; inside a polygon,
  /// in a tenth of the time.
  package func contains(_ point: SpaceVector) -> Bool {
    if case .polygon(let shape) = kind, shape.contains(point) { return true }
    return bounds.touches(Ball(center: point, radius: 0)) && depth(of: point) >= 0
  }

  /// The parts of a path that are inside, in order and disjoint, as angles along it.
  package func intervalsInside(of path: Arc) -> [ClosedRange<Double>] {
    var edges: [Double] = []
    switch kind {
    case .circle(let center, let radius):
      Self.appendEdges(around: center, radius, along: path, to: &edges)
    case .polygon(let shape): shape.appendEdges(along: path, to: &edges)
    case .corridor(let shape): shape.appendEdges(along: path, to: &edges)
    }
    return parts(of: path, between: edges)
  }

  /// Whether a path may touch the area; `false` is certain.
  package func mayTouch(_ path: Arc) -> Bool {
    path.distance(to: bounds.center) <= Self.groundRadius(of: bounds)
  }

  static func appendEdges(
    around center: SpaceVector, _ radius: Meters, along path: Arc, to list: inout [Double]
  ) {
    let radius = radius / Coordinate.earthRadius
    guard let inside = path.intersection(center: center, radius: radius) else { return }
    path.append(inside.middle - inside.half, to: &list)
    path.append(inside.middle + inside.half, to: &list)
  }

  private func parts(of path: Arc, between edges: [Double]) -> [ClosedRange<Double>] {
    var parts: [ClosedRange<Double>] = []
    var from = 0.0
    for to in edges.sorted() + [path.angle] where to > from {
      // Between two edges the path is all inside or all outside.
      if depth(of: path.point(at: (from + to) / 2)) >= 0 {
        if let last = parts.last, last.upperBound == from {
          parts[parts.count - 1] = last.lowerBound...to
        } else {
          parts.append(from...to)
        }
      }
      from = to
    }
    return parts
  }

  /// The distance along the ground to the edge of a ball around a point on the ground.
  private static func groundRadius(of ball: Ball) -> Meters {
    // The chord of an angle is 2 sin of its half; a ball of 1,000 km gains 1 km.
    ball.radius * (1 + 0.05 * (ball.radius / Coordinate.earthRadius)) + 0.01
  }
}
