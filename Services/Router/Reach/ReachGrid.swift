import Geography

#if canImport(Glibc)
  import Glibc
#endif

/// A grid of the distances to the roads added so far.
///
/// Vertices lie on whole millionths of a degree, the precision of an encoded polyline, so contours
/// stay nested, disjoint and simple when they are encoded.
struct ReachGrid {
  /// The minimum size of a cell: 25 m, so that the shape of a block is visible.
  static let leastCellMeters: Meters = 25
  /// The maximum number of vertices; cells grow with the area. 4 bytes per vertex.
  static let maximumNodes = 1 << 18
  /// The reach of an area around its roads, in cells: it covers the fronts of the blocks, and small
  /// blocks whole. More than √2, so that all corners of a cell that a road runs through are inside.
  static let reachCells = 2.0

  let rows: Int
  let columns: Int
  /// Millionths of a degree: the south-western vertex, and the steps from vertex to vertex.
  let south: Int
  let west: Int
  let stepNorth: Int
  let stepEast: Int
  /// Metres.
  private let cellNorth: Double
  private let cellEast: Double
  /// The distance from a road up to which points are inside.
  let reach: Meters
  /// By vertex, row by row from the south: square metres to the nearest road, exact up to one cell
  /// beyond `reach`.
  private(set) var squares: [Float]

  /// An empty grid that covers the box and the reach around it.
  init(around box: FixedBox) {
    let middle = (Double(box.south) + Double(box.north)) / 2 / 1e7
    let north = Coordinate.earthRadius * 1e-6.radians
    let east = north * max(0.01, cos(middle.radians))
    let height = Double(Int(box.north) - Int(box.south)) / 10 * north
    let width = Double(Int(box.east) - Int(box.west)) / 10 * east
    let margin = 2 * (Self.reachCells + 2)
    // (width / c + margin) (height / c + margin) = maximumNodes, solved for 1 / c.
    let a = width * height
    let b = margin * (width + height)
    let rest = Double(Self.maximumNodes) - margin * margin
    let inverse =
      a > 0 ? ((b * b + 4 * a * rest).squareRoot() - b) / (2 * a) : rest / max(b, 1)
    let cell = max(Self.leastCellMeters, 1 / inverse)
    stepNorth = Int((cell / north).rounded(.up))
    stepEast = Int((cell / east).rounded(.up))
    cellNorth = Double(stepNorth) * north
    cellEast = Double(stepEast) * east
    reach = Self.reachCells * max(cellNorth, cellEast)
    let before = Int(Self.reachCells) + 1
    south = Int((Double(box.south) / 10).rounded(.down)) - before * stepNorth
    west = Int((Double(box.west) / 10).rounded(.down)) - before * stepEast
    rows = Int((height / cellNorth).rounded(.up)) + 2 * before + 1
    columns = Int((width / cellEast).rounded(.up)) + 2 * before + 1
    squares = Array(repeating: .infinity, count: rows * columns)
  }

  /// Metres east and north of the south-western vertex.
  func project(_ point: FixedPoint) -> SIMD2<Double> {
    SIMD2(
      (Double(point.longitude) / 10 - Double(west)) / Double(stepEast) * cellEast,
      (Double(point.latitude) / 10 - Double(south)) / Double(stepNorth) * cellNorth)
  }

  /// Adds a straight piece of road: updates the distances of the vertices near it.
  mutating func add(_ start: SIMD2<Double>, _ end: SIMD2<Double>) {
    // Long pieces are split, so that their bounding boxes contain few distant vertices.
    let parts = max(1, Int(((end - start).length / (4 * max(cellNorth, cellEast))).rounded(.up)))
    for part in 0..<parts {
      let (from, to) = (Double(part) / Double(parts), Double(part + 1) / Double(parts))
      addShort(start + (end - start) * from, start + (end - start) * to)
    }
  }

  private mutating func addShort(_ start: SIMD2<Double>, _ end: SIMD2<Double>) {
    let reach = reach + max(cellNorth, cellEast)
    let low = pointwiseMin(start, end) - reach
    let high = pointwiseMax(start, end) + reach
    let (firstRow, lastRow) = (vertex(low.y, cellNorth, rows), vertex(high.y, cellNorth, rows))
    let (firstColumn, lastColumn) = (
      vertex(low.x, cellEast, columns), vertex(high.x, cellEast, columns)
    )
    let along = Vector(end - start)
    let inverse = 1 / max(along.x * along.x + along.y * along.y, 1e-6)
    for row in firstRow...lastRow {
      let y = Float(Double(row) * cellNorth - start.y)
      for column in firstColumn...lastColumn {
        let x = Float(Double(column) * cellEast - start.x)
        let part = min(1, max(0, (x * along.x + y * along.y) * inverse))
        let (dx, dy) = (x - part * along.x, y - part * along.y)
        let square = dx * dx + dy * dy
        let index = row * columns + column
        if square < squares[index] { squares[index] = square }
      }
    }
  }

  private typealias Vector = SIMD2<Float>

  /// The row or column nearest to a distance from the south-western vertex, clamped to the grid.
  private func vertex(_ meters: Double, _ cell: Double, _ count: Int) -> Int {
    min(count - 1, max(0, Int((meters / cell).rounded())))
  }
}

extension SIMD2<Double> {
  var length: Double { (x * x + y * y).squareRoot() }
}
