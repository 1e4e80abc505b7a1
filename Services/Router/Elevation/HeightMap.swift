import Geography

#if canImport(Glibc)
  import Glibc
#endif

/// The heights of the ground on some tiles; none where a tile is missing.
struct HeightMap: Sendable {
  private let tiles: [HeightTile.Corner: HeightTile]

  init(_ tiles: [HeightTile.Corner: HeightTile]) { self.tiles = tiles }

  /// Metres above the sea; `nil` in a void, and where no tile is.
  func height(at point: Coordinate) -> Double? {
    tiles[HeightTile.Corner(below: point)]?.height(at: point)
  }

  /// The mean height within a square of 150 m around a point; `nil` where nothing in it is known.
  ///
  /// The radar saw roofs and treetops, and errs by some metres from sample to sample, which would
  /// make a level street steep. On an even hillside the mean changes nothing. 150 m is the window
  /// of GraphHopper's means along a road (`graph.elevation.edge_smoothing.moving_average`), which
  /// leave the errors at junctions.
  func smoothHeight(at point: Coordinate) -> Double? {
    let eastward = 1 / max(0.01, cos(point.latitude.radians))
    var (sum, count) = (0.0, 0.0)
    if let height = height(at: point) { (sum, count) = (height, 1) }
    for (north, east) in Self.around {
      // Points opposite each other, or none of them: else a slope beside a void would shift the
      // mean.
      guard let height = height(at: point, north, east * eastward),
        let opposite = self.height(at: point, -north, -east * eastward)
      else { continue }
      sum += height + opposite
      count += 2
    }
    return count > 0 ? sum / count : nil
  }

  private func height(at point: Coordinate, _ north: Double, _ east: Double) -> Double? {
    height(
      at: Coordinate(latitude: point.latitude + north, longitude: point.longitude + east))
  }

  /// Steps in degrees of latitude to half of the points of a grid around one, 30 m apart: the
  /// finest tiles' samples.
  private static let around: [(north: Double, east: Double)] = {
    let step = 30 / (Coordinate.earthRadius * Double.pi / 180)
    return (0...2).flatMap { north in
      ((north == 0 ? 1 : -2)...2).map { (Double(north) * step, Double($0) * step) }
    }
  }()
}
