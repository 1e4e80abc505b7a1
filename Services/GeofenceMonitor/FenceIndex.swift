import Geography

/// Which areas contain a point, without looking at all of them.
///
/// Cubes fill the space around the globe on 16 levels, each twice as large as on the level below.
/// An area is filed on the first level whose cubes are at least as wide as the area, under each
/// cube that it touches: at most eight. A point lies in one cube a level, so a search looks into
/// at most 16 cubes, whatever the number of areas, and then at the areas filed there.
///
/// The idea is a hierarchical grid (Ericson, "Real-Time Collision Detection", section 7.2).
package struct FenceIndex: Sendable {
  private struct Entry: Sendable {
    let number: FenceNumber
    let area: FenceArea
  }

  private var entriesByCube: [UInt64: [Entry]] = [:]
  /// How many areas are filed on each level.
  private var counts = [Int](repeating: 0, count: Self.levelCount)

  package init() {}

  /// Files an area. The number must not be filed already.
  package mutating func insert(_ area: FenceArea, as number: FenceNumber) {
    let bounds = area.bounds
    let level = Self.level(for: bounds)
    counts[level] += 1
    Self.forEachCube(of: bounds, on: level) { cube in
      entriesByCube[cube, default: []].append(Entry(number: number, area: area))
    }
  }

  /// Takes out what was filed as `number` with this very area.
  package mutating func remove(_ area: FenceArea, filedAs number: FenceNumber) {
    let bounds = area.bounds
    let level = Self.level(for: bounds)
    counts[level] -= 1
    Self.forEachCube(of: bounds, on: level) { cube in
      entriesByCube[cube]?.removeAll { $0.number == number }
      if entriesByCube[cube]?.isEmpty == true { entriesByCube[cube] = nil }
    }
  }

  /// Appends the number of every area that contains the point, in no order.
  package func collect(containing point: Coordinate, into numbers: inout [FenceNumber]) {
    let place = SpacePoint(point)
    for level in 0..<Self.levelCount where counts[level] > 0 {
      guard let entries = entriesByCube[Self.cube(around: place, on: level)] else { continue }
      for entry in entries where entry.area.contains(point) { numbers.append(entry.number) }
    }
  }
}

extension FenceIndex {
  /// The edge of a cube on level 0. Smaller cubes would not fit their number into 19 bits.
  private static let smallestCube: Meters = 64
  /// The cubes of the last level are 2,097 km wide, wider than the largest fence.
  private static let levelCount = 16
  /// Farther from the middle than any point of the globe or any fence.
  private static let reach: Meters = 8_000_000

  private static func edge(_ level: Int) -> Meters { smallestCube * Double(1 << level) }

  private static func level(for bounds: Ball) -> Int {
    var level = 0
    while edge(level) < 2 * bounds.radius && level < levelCount - 1 { level += 1 }
    return level
  }

  private static func cube(around point: SpacePoint, on level: Int) -> UInt64 {
    key(level, step(point.x, level), step(point.y, level), step(point.z, level))
  }

  private static func forEachCube(of ball: Ball, on level: Int, _ body: (UInt64) -> Void) {
    for x in steps(ball.center.x, ball.radius, level) {
      for y in steps(ball.center.y, ball.radius, level) {
        for z in steps(ball.center.z, ball.radius, level) { body(key(level, x, y, z)) }
      }
    }
  }

  private static func steps(_ value: Meters, _ radius: Meters, _ level: Int) -> ClosedRange<UInt64>
  {
    step(value - radius, level)...step(value + radius, level)
  }

  /// Which cube along one axis: below 2 * `reach` / `smallestCube`, which is below 2^18.
  private static func step(_ value: Meters, _ level: Int) -> UInt64 {
    UInt64((value + reach) / edge(level))
  }

  private static func key(_ level: Int, _ x: UInt64, _ y: UInt64, _ z: UInt64) -> UInt64 {
    UInt64(level) << 57 | x << 38 | y << 19 | z
  }
}
