import CommandLineKit
import Geography
import TestSupport

/// Points that are hard for an index: spread over the globe, at the poles, on both sides of the
/// antimeridian, crowded in a town, and several at one coordinate.
struct ScatteredPoints {
  var random: SeededGenerator
  private(set) var points: [Coordinate] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    points += (0..<200).map { _ in anywhere() }
    let town = anywhere()
    for center in [north, south, edge, town] {
      points += (0..<100).map { _ in near(center) }
    }
    points += [north, south, edge, edge, Coordinate(latitude: 0, longitude: -180)]
    points += points.prefix(30)
    points.shuffle(using: &random)
  }

  /// Every point as a hit, closest first.
  func scan(_ distance: (Coordinate) -> Meters) -> [PointIndex.Hit] {
    points.indices.map { PointIndex.Hit(index: $0, distance: distance(points[$0])) }.sorted()
  }

  /// Coordinates to search around: points of the set, points near and opposite to them, and others.
  mutating func questions(_ count: Int) -> [Coordinate] {
    (0..<count).map { number in
      let point = points[Int.random(in: 0..<points.count, using: &random)]
      switch number % 4 {
      case 0: return point
      case 1: return near(point)
      case 2: return point.moved(by: Coordinate.earthRadius * .pi, bearing: 0)
      default: return anywhere()
      }
    }
  }

  /// From a centimetre to half around the Earth.
  mutating func someLength() -> Meters {
    var length = 0.01
    for _ in 0..<Int.random(in: 0...30, using: &random) { length *= 2 }
    return length
  }

  private let north = Coordinate(latitude: 90, longitude: 0)
  private let south = Coordinate(latitude: -90, longitude: 120)
  private let edge = Coordinate(latitude: -17, longitude: 180)

  private mutating func anywhere() -> Coordinate {
    Coordinate(
      latitude: .random(in: -90...90, using: &random),
      longitude: .random(in: -180...180, using: &random))
  }

  private mutating func near(_ center: Coordinate) -> Coordinate {
    center.moved(
      by: .random(in: 0...5_000, using: &random), bearing: .random(in: 0..<360, using: &random))
  }
}
