/// Traces the boundary of all points within the reach of a grid's roads, as closed rings.
///
/// Marching squares: Lorensen, Cline, "Marching cubes" (1987), in the plane; where two opposite
/// corners of a cell lie within, they are connected if the mean of all four lies within.
///
/// Why the rings are sound:
/// 1. A ring's points lie on edges of the grid between a vertex inside and one outside, one on
///    each such edge, never at a vertex. Each cell joins its two or four points by one chord or by
///    two that do not cross. So every ring is simple and no two touch; the outermost vertices are
///    outside,
///    so every ring closes.
/// 2. The inside is on a ring's left: outlines run anticlockwise, holes clockwise.
/// 3. On each edge the point only moves outward when distances fall. So adding roads to a grid only
///    grows its areas.
/// 4. Points and vertices are whole millionths of a degree: nothing is rounded afterwards.
struct ContourTracer {
  /// A point in millionths of a degree.
  struct Point: Hashable {
    let latitude: Int32
    let longitude: Int32
  }

  /// A polygon: rings whose last point is the first.
  struct Area {
    var outline: [Point]
    var holes: [[Point]] = []
  }

  /// Points stay this part of an edge away from its vertices, so that rounding cannot make two
  /// coincide.
  private static let leastPart: Float = 0.05

  private let grid: ReachGrid
  private let limit: Float
  /// By vertex: the number of the ring that passes between it and the next in its row, from 1; 0
  /// without a ring, or before it is traced.
  private var rings: [Int32]
  private var areas: [Area] = []
  /// By ring: the number of its area.
  private var areaOfRing: [Int] = [0]

  /// Traces all areas, the largest first. Linear in the vertices and the points.
  static func areas(of grid: ReachGrid) -> [Area] {
    var tracer = ContourTracer(grid)
    tracer.traceAll()
    return tracer.areas.map { (area: $0, size: Self.doubleArea($0.outline)) }
      .sorted { $0.size > $1.size }.map(\.area)
  }

  private init(_ grid: ReachGrid) {
    self.grid = grid
    limit = Float(grid.reach * grid.reach)
    rings = Array(repeating: 0, count: grid.squares.count)
  }

  private func isWithin(_ row: Int, _ column: Int) -> Bool {
    grid.squares[row * grid.columns + column] <= limit
  }

  private mutating func traceAll() {
    for row in 0..<grid.rows {
      // The ring west of here; the vertices in between belong to its area.
      var last: Int32 = 0
      var isWithin = false
      for column in 0..<grid.columns - 1 {
        let isNextWithin = self.isWithin(row, column + 1)
        defer { isWithin = isNextWithin }
        guard isWithin != isNextWithin else { continue }
        let edge = row * grid.columns + column
        if rings[edge] == 0 { trace(row, column, isHole: isWithin, after: last) }
        last = rings[edge]
      }
    }
  }

  /// Traces the ring whose first crossing in scan order is east of a vertex: an outline, or a hole.
  private mutating func trace(_ row: Int, _ column: Int, isHole: Bool, after last: Int32) {
    let number = Int32(areaOfRing.count)
    var walk = Walk(row: row, column: column, heading: isHole ? .north : .south)
    if !isHole { walk.row -= 1 }
    let start = walk
    var ring: [Point] = []
    repeat {
      if let edge = walk.entryEdge(columns: grid.columns) { rings[edge] = number }
      Self.append(point(enteredBy: walk), to: &ring)
      advance(&walk)
    } while walk != start
    if let first = ring.first { Self.append(first, to: &ring) }
    if isHole {
      areaOfRing.append(areaOfRing[Int(last)])
      areas[areaOfRing[Int(last)]].holes.append(ring)
    } else {
      areaOfRing.append(areas.count)
      areas.append(Area(outline: ring))
    }
  }

  /// Adds a point, and removes the one before it if that lies on a straight line.
  private static func append(_ point: Point, to ring: inout [Point]) {
    if ring.count > 1 {
      let (a, b) = (ring[ring.count - 2], ring[ring.count - 1])
      let first = (Int(b.longitude - a.longitude), Int(b.latitude - a.latitude))
      let second = (Int(point.longitude - b.longitude), Int(point.latitude - b.latitude))
      if first.0 * second.1 == first.1 * second.0 { ring.removeLast() }
    }
    ring.append(point)
  }

  /// Twice the area within a ring, in square millionths of a degree.
  private static func doubleArea(_ ring: [Point]) -> Int {
    zip(ring, ring.dropFirst()).reduce(0) { sum, ends in
      sum + Int(ends.0.longitude) * Int(ends.1.latitude)
        - Int(ends.1.longitude) * Int(ends.0.latitude)
    }
  }
}

// MARK: The walk along a ring

extension ContourTracer {
  private enum Heading: Int {
    case north, east, south, west

    var left: Heading { Heading(rawValue: (rawValue + 3) % 4) ?? .north }
    var right: Heading { Heading(rawValue: (rawValue + 1) % 4) ?? .north }
  }

  /// A cell, named by its south-western vertex, the heading in which the ring enters it, and the
  /// inside on the left.
  private struct Walk: Equatable {
    var row: Int
    var column: Int
    var heading: Heading

    /// The corners of the cell to the left and the right of the entry, and the two ahead, as steps
    /// north and east.
    var corners:
      (left: (Int, Int), right: (Int, Int), aheadLeft: (Int, Int), aheadRight: (Int, Int))
    {
      switch heading {
      case .north: ((0, 0), (0, 1), (1, 0), (1, 1))
      case .east: ((1, 0), (0, 0), (1, 1), (0, 1))
      case .south: ((1, 1), (1, 0), (0, 1), (0, 0))
      case .west: ((0, 1), (1, 1), (0, 0), (1, 0))
      }
    }

    /// If the ring enters across an edge between two vertices of a row: the western one's index.
    func entryEdge(columns: Int) -> Int? {
      switch heading {
      case .north: row * columns + column
      case .south: (row + 1) * columns + column
      case .east, .west: nil
      }
    }
  }

  private func square(_ walk: Walk, _ corner: (Int, Int)) -> Float {
    grid.squares[(walk.row + corner.0) * grid.columns + walk.column + corner.1]
  }

  /// Moves to the next cell.
  private func advance(_ walk: inout Walk) {
    let corners = walk.corners
    let isLeftWithin = square(walk, corners.aheadLeft) <= limit
    let isRightWithin = square(walk, corners.aheadRight) <= limit
    switch (isLeftWithin, isRightWithin) {
    case (true, false): break
    case (true, true): walk.heading = walk.heading.right
    case (false, false): walk.heading = walk.heading.left
    case (false, true):
      walk.heading = isMiddleWithin(walk) ? walk.heading.right : walk.heading.left
    }
    switch walk.heading {
    case .north: walk.row += 1
    case .east: walk.column += 1
    case .south: walk.row -= 1
    case .west: walk.column -= 1
    }
  }

  private func isMiddleWithin(_ walk: Walk) -> Bool {
    let corners = walk.corners
    let sum = [corners.left, corners.right, corners.aheadLeft, corners.aheadRight]
      .reduce(Float(0)) { $0 + square(walk, $1).squareRoot() }
    return sum <= 4 * limit.squareRoot()
  }

  /// The point at distance `reach` on the edge by which the walk enters its cell.
  private func point(enteredBy walk: Walk) -> Point {
    let corners = walk.corners
    let near = square(walk, corners.left).squareRoot()
    let far = min(square(walk, corners.right).squareRoot(), .greatestFiniteMagnitude)
    let part = (limit.squareRoot() - near) / (far - near)
    let share = min(1 - Self.leastPart, max(Self.leastPart, part))
    let (from, to) = (corners.left, corners.right)
    let north = (Float((to.0 - from.0) * grid.stepNorth) * share).rounded()
    let east = (Float((to.1 - from.1) * grid.stepEast) * share).rounded()
    return Point(
      latitude: Int32(grid.south + (walk.row + from.0) * grid.stepNorth + Int(north)),
      longitude: Int32(grid.west + (walk.column + from.1) * grid.stepEast + Int(east)))
  }
}
