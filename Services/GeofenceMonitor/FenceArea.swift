import Geography
import Messages

/// What a fence covers. All geometry of the monitor is behind these two questions.
package enum FenceArea: Sendable, Hashable {
  /// Everything at most `radius` from the centre, along the great circle.
  case circle(center: Coordinate, radius: Meters)

  /// Whether the point is inside or on the edge.
  package func contains(_ point: Coordinate) -> Bool {
    switch self {
    case .circle(let center, let radius): center.distance(to: point) <= radius
    }
  }

  /// A ball in space that holds all of the area, however the distances are rounded.
  package var bounds: Ball {
    switch self {
    case .circle(let center, let radius):
      // The straight way to the edge is never longer than the way along the ground. One centimetre
      // is a thousand times the rounding error of either.
      Ball(center: SpacePoint(center), radius: radius + 0.01)
    }
  }
}

extension Fence {
  package var area: FenceArea { .circle(center: center, radius: radiusMeters) }
}
