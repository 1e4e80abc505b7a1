import CommandLineKit
import Geography
import Messages
import TestSupport
import Testing

@testable import Areas

/// Closed forms against a walk along the path in small steps.
@Suite struct AreaShapeTests {
  @Test(
    "the intervals inside are where the depth is positive",
    arguments: [1, 2, 3] as [UInt64]) func intervalsMatchDepths(
      seed: UInt64
    ) throws
  {
    var random = SeededGenerator(seed: seed)
    var inside = 0
    for round in 0..<200 {
      let center = union.moved(
        by: Double.random(in: 0...2_000, using: &random),
        bearing: Double.random(in: 0..<360, using: &random))
      let ring = stride(from: 0.0, to: 360, by: 40).map {
        center.moved(by: Double.random(in: 100...1_500, using: &random), bearing: $0)
      }
      let area: FenceArea =
        round % 3 == 0
        ? .circle(center: center, radiusMeters: Double.random(in: 10...1_500, using: &random))
        : round % 3 == 1 ? .polygon(rings: [ring]) : .corridor(line: ring, bufferMeters: 60)
      let shape = try #require(AreaShape(area))
      let path = Arc(
        SpaceVector(ring[0].moved(by: 900, bearing: 33)),
        SpaceVector(ring[4].moved(by: Double.random(in: 0...900, using: &random), bearing: 200)))
      let intervals = shape.intervalsInside(of: path)
      for step in 0...500 {
        let angle = min(path.angle, path.angle * Double(step) / 500)
        let depth = shape.depth(of: path.point(at: angle))
        let isIn = intervals.contains { $0.contains(angle) }
        inside += isIn ? 1 : 0
        // At the very edge either is right.
        #expect(
          isIn == (depth >= 0) || abs(depth) < 1e-3,
          "seed \(seed), round \(round), step \(step), \(depth) m, \(intervals)")
      }
    }
    #expect(inside > 10_000)
  }

  @Test("a depth is the distance from the edge")
  func depths() throws {
    let square = FenceArea.polygon(rings: [
      [
        union, union.east(1_000), union.east(1_000).north(1_000), union.north(1_000),
      ]
    ])
    let shape = try #require(AreaShape(square))
    for (point, depth) in [
      (union.east(500).north(100), 100.0), (union.east(500).north(-30), -30),
      (union.east(-30).north(-40), -50), (union.east(990).north(400), 10),
    ] { #expect(abs(shape.depth(of: SpaceVector(point)) - depth) < 0.2) }
    #expect(abs(shape.greatestDepth - 500) < 20)
  }

  @Test("circles of one metre and of a thousand kilometres are exact")
  func smallAndLarge() {
    for radius in [1.0, 1_000_000] {
      let path = Arc(
        SpaceVector(union.east(-1.5 * radius)), SpaceVector(union.east(1.5 * radius)))
      let shape = AreaShape(.circle(center: union, radiusMeters: radius))
      let interval = shape?.intervalsInside(of: path).first
      let meters =
        ((interval?.upperBound ?? 0) - (interval?.lowerBound ?? 0)) * Coordinate.earthRadius
      // The path is the great circle between its ends, which passes south of the parallel's start.
      #expect(abs(meters / (2 * radius) - 1) < (radius > 1 ? 0.02 : 1e-6))
    }
  }
}

private let union = Coordinate(latitude: 37.788, longitude: -122.4075)

extension Coordinate {
  fileprivate func north(_ distance: Meters) -> Coordinate { moved(by: distance, bearing: 0) }
  fileprivate func east(_ distance: Meters) -> Coordinate { moved(by: distance, bearing: 90) }
}
