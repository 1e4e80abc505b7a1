import CommandLineKit
import Testing

@testable import Router

/// How far a way rises and falls in all.
@Suite("Counting climbs")
struct ClimbCounterTests {
  private func sums(_ heights: [Double]) -> [Double] {
    var counter = ClimbCounter()
    for height in heights { counter.add(height) }
    return [counter.sums.ascent, counter.sums.descent]
  }

  @Test(
    "swings of five metres count, and gentle slopes whole",
    arguments: [
      ([], [0.0, 0]), ([7], [0, 0]), ([0, 4, 0, 4, 0], [0, 0]), ([0, 5], [5, 0]),
      ([0, 1, 2, 3, 4, 5, 6], [6, 0]), ([0, 10, 6, 20], [20, 0]), ([0, 10, 5, 20], [25, 5]),
      ([0, 10, -20, 0], [30, 30]), ([4, 0, 10, 7], [10, 0]), ([9, 0, 1], [0, 9]),
    ])
  func examples(_ heights: [Double], _ expected: [Double]) {
    #expect(sums(heights) == expected)
    #expect(sums(heights.reversed()) == expected.reversed())
  }

  /// Removes the smallest swing between two neighbouring turning points until none is too small.
  private func oracle(_ heights: [Double]) -> [Double] {
    var points = heights
    while true {
      // Only turning points.
      var index = 1
      while index + 1 < points.count {
        let isTurn =
          (points[index] - points[index - 1]) * (points[index + 1] - points[index]) < 0
        if isTurn { index += 1 } else { points.remove(at: index) }
      }
      let swings = zip(points, points.dropFirst()).map { abs($1 - $0) }
      guard let least = swings.indices.min(by: { swings[$0] < swings[$1] }),
        swings[least] < ClimbCounter.leastSwing
      else { break }
      // At an end only its outer point is no extreme of the rest.
      if least == 0 {
        points.remove(at: 0)
      } else if least == swings.count - 1 {
        points.removeLast()
      } else {
        points.removeSubrange(least...least + 1)
      }
    }
    return zip(points, points.dropFirst()).reduce(into: [0, 0]) { sums, swing in
      sums[swing.1 > swing.0 ? 0 : 1] += abs(swing.1 - swing.0)
    }
  }

  @Test("random walks: as by removing the smallest swing first", arguments: UInt64(1)...200)
  func walks(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var height = 0
    let heights = (0..<Int.random(in: 2...60, using: &random)).map { _ in
      height += .random(in: -4...4, using: &random)
      return Double(height)
    }
    #expect(sums(heights) == oracle(heights), "seed \(seed): \(heights)")
    #expect(sums(heights.reversed()) == sums(heights).reversed(), "seed \(seed): \(heights)")
  }
}
