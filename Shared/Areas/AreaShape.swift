import Geography
import Messages

/// An area made ready for questions: how deep a place is inside, and which parts of a way are.
package struct AreaShape: Sendable {
  private enum Kind: Sendable {
    case circle(center: SpaceVector, radius: Meters)
    case polygon(PolygonShape)
    case corridor(CorridorShape)
  }

  private let kind: Kind
  /// A ball in space that holds all of the area.
  package let bounds: Ball

  /// Makes an area ready.
  ///
  /// `nil` where it is wider than `GeofenceLimits.radiusMeters` allows or has too few points.
  package init?(_ area: FenceArea) {
    // A way in space is never longer than along the ground; the rest is for rounding.
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
    guard bounds.radius <= GeofenceLimits.radiusMeters.upperBound + slack else { return nil }
  }

  /// What an area needs to be one, within a sentence.
  package static let requirement = """
    a ring needs three points, a corridor two, and an area fits into a circle of \
    \(Int(GeofenceLimits.radiusMeters.upperBound / 1_000)) km
    """

  /// How far inside the edge a place is, along the ground; negative where it is outside, 0 on the
  /// edge, which belongs to the area.
  ///
  /// A circle costs 50 ns, other areas some 20 ns a point.
  package func depth(of place: SpaceVector) -> Meters {
    switch kind {
    case .circle(let center, let radius): radius - center.distance(to: place)
    case .polygon(let shape): shape.depth(of: place)
    case .corridor(let shape): shape.depth(of: place)
    }
  }

  /// How deep inside the deepest place is, or nearly so. Of a polygon it is searched for: some 130
  /// looks at each point.
  package var greatestDepth: Meters {
    switch kind {
    case .circle(_, let radius): radius
    case .polygon(let shape): shape.greatestDepth
    case .corridor(let shape): shape.buffer
    }
  }

  /// Whether a place is inside or on the edge, as `depth` tells it; inside a polygon, in a tenth of
  /// the time.
  package func contains(_ place: SpaceVector) -> Bool {
    if case .polygon(let shape) = kind, shape.contains(place) { return true }
    return bounds.touches(Ball(center: place, radius: 0)) && depth(of: place) >= 0
  }

  /// The parts of a way that are inside, in order and apart, as angles along it.
  package func visits(along way: Arc) -> [ClosedRange<Double>] {
    var edges: [Double] = []
    switch kind {
    case .circle(let center, let radius):
      Self.appendEdges(around: center, radius, along: way, to: &edges)
    case .polygon(let shape): shape.appendEdges(along: way, to: &edges)
    case .corridor(let shape): shape.appendEdges(along: way, to: &edges)
    }
    return parts(of: way, between: edges)
  }

  /// Whether a way may touch the area; `false` is certain.
  package func mayTouch(_ way: Arc) -> Bool {
    way.distance(to: bounds.center) <= Self.groundRadius(of: bounds)
  }

  static func appendEdges(
    around center: SpaceVector, _ radius: Meters, along way: Arc, to list: inout [Double]
  ) {
    let radius = radius / Coordinate.earthRadius
    guard let meeting = way.meeting(center: center, radius: radius) else { return }
    way.append(meeting.middle - meeting.half, to: &list)
    way.append(meeting.middle + meeting.half, to: &list)
  }

  private func parts(of way: Arc, between edges: [Double]) -> [ClosedRange<Double>] {
    var parts: [ClosedRange<Double>] = []
    var from = 0.0
    for to in edges.sorted() + [way.angle] where to > from {
      // Between two edges all is inside or all is outside.
      if depth(of: way.point(at: (from + to) / 2)) >= 0 {
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

  /// The way along the ground to the edge of a ball around a place on the ground.
  private static func groundRadius(of ball: Ball) -> Meters {
    // The chord of an angle is 2 sin of its half; a ball of 1,000 km gains 1 km.
    ball.radius * (1 + 0.05 * (ball.radius / Coordinate.earthRadius)) + 0.01
  }
}
