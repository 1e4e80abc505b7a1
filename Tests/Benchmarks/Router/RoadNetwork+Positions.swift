import CommandLineKit
import Geography
import Messages
import Router

extension RoadNetwork {
  /// Random points of random segments; the same for a seed.
  func randomPositions(_ count: Int, seed: UInt64) -> [RoadPosition] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let segment = SegmentID(Int.random(in: 0..<segmentCount, using: &random))
      return RoadPosition(
        segment: segment, offset: .random(in: 1...length(of: segment), using: &random),
        coordinate: point(pointRange(of: segment).lowerBound).coordinate, distance: 0)
    }
  }
}
