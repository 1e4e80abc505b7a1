import Geography

#if canImport(Glibc)
  import Glibc
#endif

/// All points at most a distance from a line of great-circle legs: rounded at its ends and corners.
struct CorridorShape: Sendable {
  let center: SpaceVector
  /// From the centre to the farthest point of the area.
  let reach: Meters
  private let legs: [Arc]
  let buffer: Meters

  /// `nil` for a line without two different points, or one without a centre because it spans half
  /// the globe.
  init?(_ line: [Coordinate], buffer: Meters) {
    let points = line.map { SpaceVector($0) }
    let sum = points.reduce(SpaceVector(x: 0, y: 0, z: 0), +)
    guard let center = sum.unit else { return nil }
    legs = zip(points, points.dropFirst()).filter { $0 != $1 }.map { Arc($0, $1) }
    guard !legs.isEmpty else { return nil }
    self.center = center
    self.buffer = buffer
    reach = buffer + points.reduce(0) { max($0, center.distance(to: $1)) }
  }

  func depth(of point: SpaceVector) -> Meters {
    var nearest = Double.infinity
    for leg in legs { nearest = min(nearest, leg.distance(to: point)) }
    return buffer - nearest
  }

  /// The edges of the legs' strips and of the discs around the line's points. Those inside another
  /// leg's are superfluous but harmless.
  func appendEdges(along path: Arc, to list: inout [Double]) {
    let offset = sin(buffer / Coordinate.earthRadius)
    for leg in legs where isNear(leg, path) {
      path.appendAngles(where: leg.normal, is: offset, to: &list)
      path.appendAngles(where: leg.normal, is: -offset, to: &list)
      AreaShape.appendEdges(around: leg.start, buffer, along: path, to: &list)
      AreaShape.appendEdges(around: leg.end, buffer, along: path, to: &list)
    }
  }

  /// Whether the path may come within the buffer of a leg; `false` is certain.
  private func isNear(_ leg: Arc, _ path: Arc) -> Bool {
    guard let middle = (leg.start + leg.end).unit else { return true }
    return path.distance(to: middle) <= (leg.length / 2 + buffer) * 1.001 + 1
  }
}
