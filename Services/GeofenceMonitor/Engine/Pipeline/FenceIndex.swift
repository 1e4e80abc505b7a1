package import Areas
import Geography

/// Finds the areas that a path may touch, without testing all of them.
///
/// Cubes fill the space around the globe on 16 levels, each twice as large as on the level below.
/// An area is indexed on the first level whose cubes are at least as wide as the area, under each
/// cube that its bounding ball touches: at most eight. A path is cut into pieces of a cube's width,
/// and each piece searches the at most eight cubes around it.
///
/// This is a hierarchical grid (Ericson, "Real-Time Collision Detection", section 7.2).
package struct FenceIndex: Sendable {
  private struct Level: Sendable {
    var numbersByCube: [UInt64: [FenceNumber]] = [:]
    var balls: [FenceNumber: Ball] = [:]
  }

  private var levels = [Level](repeating: Level(), count: Self.levelCount)

  package init() {}

  /// Inserts an area by its bounding ball. The number must be new.
  package mutating func insert(_ bounds: Ball, as number: FenceNumber) {
    let level = Self.level(for: bounds)
    levels[level].balls[number] = bounds
    Self.forEachCube(of: bounds, on: level) { cube in
      levels[level].numbersByCube[cube, default: []].append(number)
    }
  }

  /// Removes the area that was inserted as `number` with exactly this ball.
  package mutating func remove(_ bounds: Ball, insertedAs number: FenceNumber) {
    let level = Self.level(for: bounds)
    levels[level].balls[number] = nil
    Self.forEachCube(of: bounds, on: level) { cube in
      levels[level].numbersByCube[cube]?.removeAll { $0 == number }
      if levels[level].numbersByCube[cube]?.isEmpty == true {
        levels[level].numbersByCube[cube] = nil
      }
    }
  }

  /// Replaces `numbers` by those of every area that the path may touch, in order.
  ///
  /// Costs eight look-ups per used level and piece of the path, and a test of each area near it.
  package func collect(near path: Arc, into numbers: inout [FenceNumber]) {
    numbers.removeAll(keepingCapacity: true)
    for index in 0..<Self.levelCount where !levels[index].balls.isEmpty {
      collect(near: path, on: index, into: &numbers)
    }
    guard numbers.count > 1 else { return }
    numbers.sort()
    var unique = 1
    for next in 1..<numbers.count where numbers[next] != numbers[unique - 1] {
      numbers[unique] = numbers[next]
      unique += 1
    }
    numbers.removeLast(numbers.count - unique)
  }

  private func collect(near path: Arc, on index: Int, into numbers: inout [FenceNumber]) {
    let level = levels[index]
    let count = max(1, (path.length / Self.edge(index)).rounded(.up))
    guard count * 8 < Double(level.balls.count) + 16 else {
      for (number, ball) in level.balls where path.mayTouch(ball) { numbers.append(number) }
      return
    }
    let half = path.angle / count / 2
    for step in 0..<Int(count) {
      let middle = path.point(at: (2 * Double(step) + 1) * half)
      let piece = Ball(center: middle, radius: half * Coordinate.earthRadius + 0.01)
      Self.forEachCube(of: piece, on: index) { cube in
        for number in level.numbersByCube[cube] ?? [] {
          if let ball = level.balls[number], ball.touches(piece) { numbers.append(number) }
        }
      }
    }
  }
}

extension Arc {
  /// Whether the path may touch a ball around a point of the globe; `false` is certain.
  fileprivate func mayTouch(_ ball: Ball) -> Bool {
    distance(to: ball.center) <= ball.radius * 1.01 + 0.01
  }
}

extension FenceIndex {
  /// The edge of a cube on level 0. Smaller cubes would not fit their number into 19 bits.
  private static let smallestCube: Meters = 64
  /// The cubes of the last level are 2,097 km wide, wider than the largest fence.
  private static let levelCount = 16
  /// Farther from the centre than any point of the globe or any fence.
  private static let reach: Meters = 8_000_000

  private static func edge(_ level: Int) -> Meters { smallestCube * Double(1 << level) }

  private static func level(for bounds: Ball) -> Int {
    var level = 0
    while edge(level) < 2 * bounds.radius && level < levelCount - 1 { level += 1 }
    return level
  }

  private static func forEachCube(of ball: Ball, on level: Int, _ body: (UInt64) -> Void) {
    for x in steps(ball.center.x, ball.radius, level) {
      for y in steps(ball.center.y, ball.radius, level) {
        for z in steps(ball.center.z, ball.radius, level) {
          body(UInt64(level) << 57 | x << 38 | y << 19 | z)
        }
      }
    }
  }

  private static func steps(_ value: Double, _ radius: Meters, _ level: Int) -> ClosedRange<UInt64>
  {
    let meters = value * Coordinate.earthRadius
    return step(meters - radius, level)...step(meters + radius, level)
  }

  /// Which cube along one axis: below 2 * `reach` / `smallestCube`, which is below 2^18.
  private static func step(_ value: Meters, _ level: Int) -> UInt64 {
    UInt64((value + reach) / edge(level))
  }
}
