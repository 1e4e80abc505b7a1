import CommandLineKit
import Geography

/// Random positions on a network, determined by a seed: inside segments, at their ends and at
/// junctions; one in four is on the segment of the one before.
struct RandomPositions {
  private let network: RoadNetwork
  private let snapper: Snapper
  private var random: SeededGenerator
  private var last: SegmentID?

  init(_ network: RoadNetwork, seed: UInt64) {
    self.network = network
    snapper = Snapper(network)
    random = SeededGenerator(seed: seed)
  }

  mutating func positions(_ count: Int) -> [RoadPosition] { (0..<count).map { _ in position() } }

  mutating func number(in range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }

  private mutating func position() -> RoadPosition {
    let repeats = Int.random(in: 0..<4, using: &random) == 0
    let segment =
      (repeats ? last : nil) ?? SegmentID(Int.random(in: 0..<network.segmentCount, using: &random))
    last = segment
    let length = network.length(of: segment)
    let end = network.point(network.pointRange(of: segment).lowerBound).coordinate
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      if let junction = snapper.snap(end) { return junction.mainland }
      return position(segment, 0, end)
    case 1: return position(segment, length, end)
    default: return position(segment, .random(in: 0...length, using: &random), end)
    }
  }

  private func position(
    _ segment: SegmentID, _ offset: UInt32, _ coordinate: Coordinate
  ) -> RoadPosition {
    RoadPosition(segment: segment, offset: offset, coordinate: coordinate, distance: 0)
  }
}
