#if canImport(Glibc)
  import Glibc
#endif

/// Finds points of a fixed set: the nearest, those within a radius or a box, and those that lie on
/// the shortest way between two others.
///
/// A k-d tree over the points as vectors on the unit sphere, so that poles and the antimeridian are
/// places like any other. Distances are `Coordinate.distance(to:)`, and answers are exactly those
/// of a scan of all points, in the same order. Building takes O(n log n), a search about
/// O(log n + hits) and no memory but the answer's. 53 bytes a point.
///
/// Source: Bentley, "Multidimensional binary search trees used for associative searching" (1975).
///
/// Why no hit is missed:
/// 1. The chord between two points of the unit sphere is 2 sin(arc / 2), which rises with the arc
///    from 0 to π; and no chord is longer than its arc.
/// 2. A cell is a box around vectors, so no vector in it is nearer to another than the box is.
/// 3. Thus a cell is passed over only where its bound is above the limit. Vectors and chords are
///    rounded by less than 1e-14 and the limits are 1e-12 wider (6 µm on the ground). Distances are
///    rounded as little but near the antipodes (1e-8), where 2 sin(arc / 2) changes by less than
///    1e-15 for it, and where the sum of two chords is far below that of the arcs.
package struct PointIndex: Sendable {
  /// A point that was found.
  package struct Hit: Sendable, Hashable, Comparable {
    /// The place of the point in the array that the index was made of.
    package let index: Int
    package let distance: Meters

    package init(index: Int, distance: Meters) {
      self.index = index
      self.distance = distance
    }

    /// Orders by distance, then by place.
    package static func < (left: Hit, right: Hit) -> Bool {
      (left.distance, left.index) < (right.distance, right.index)
    }
  }

  /// How many points a leaf of the tree holds at most.
  private static let leafSize = 8

  // In the order of the tree: a node is a range of places. The point in its middle cuts the rest in
  // two halves along the node's axis.
  private let points: [Coordinate]
  private let vectors: [SIMD3<Double>]
  private let numbers: [Int32]
  private let axes: [UInt8]
  private let root: Cell

  /// Points that are not valid coordinates are left out: no search finds them.
  package init(_ coordinates: [Coordinate]) {
    let valid = coordinates.indices.filter { coordinates[$0].isValid }
    var builder = TreeBuilder(valid.map { coordinates[$0].unitVector }, leafSize: Self.leafSize)
    builder.build()
    let order = builder.order.map { valid[Int($0)] }
    points = order.map { coordinates[$0] }
    vectors = points.map(\.unitVector)
    numbers = order.map { Int32($0) }
    axes = builder.axes
    root = Cell(around: vectors[...])
  }

  /// How many points can be found.
  package var count: Int { points.count }
}

// MARK: Searches

extension PointIndex {
  /// The nearest points, nearest first; of equally near ones the earlier in the array comes first.
  ///
  /// - Parameters:
  ///   - maximum: points farther away are not looked at.
  ///   - isWanted: told a point's place in the array; points that it refuses do not count.
  package func nearest(
    _ count: Int, to center: Coordinate, within maximum: Meters = .infinity,
    where isWanted: (Int) -> Bool = { _ in true }
  ) -> [Hit] {
    closest(count, by: FromPoint(center), within: maximum, where: isWanted)
  }

  /// The points with the shortest way from `origin` over the point to `destination`, as the crow
  /// flies, shortest first; a hit's distance is that way's length.
  package func nearest(
    _ count: Int, between origin: Coordinate, and destination: Coordinate,
    within maximum: Meters = .infinity, where isWanted: (Int) -> Bool = { _ in true }
  ) -> [Hit] {
    closest(count, by: Between(origin, destination), within: maximum, where: isWanted)
  }

  /// Hands over every point at most `radius` away, in no particular order.
  package func forEach(within radius: Meters, of center: Coordinate, _ body: (Hit) -> Void) {
    walk(FromPoint(center), within: radius) { hit in
      body(hit)
      return radius
    }
  }

  /// Hands over every point whose way from `origin` over the point to `destination`, as the crow
  /// flies, is at most `length`, in no particular order.
  package func forEach(
    within length: Meters, between origin: Coordinate, and destination: Coordinate,
    _ body: (Hit) -> Void
  ) {
    walk(Between(origin, destination), within: length) { hit in
      body(hit)
      return length
    }
  }

  /// Hands over the place of every point in the box or on its edge, in no particular order.
  package func forEach(in box: BoundingBox, _ body: (Int) -> Void) {
    guard count > 0, box.south <= box.north, box.west <= box.east else { return }
    walk(0..<count, root, region: Cell(around: box)) { place in
      if box.contains(points[place]) { body(Int(numbers[place])) }
    }
  }

  private func closest(
    _ count: Int, by metric: some Metric, within maximum: Meters, where isWanted: (Int) -> Bool
  ) -> [Hit] {
    guard count > 0 else { return [] }
    var closest = ClosestHits(atMost: count)
    walk(metric, within: maximum) { hit in
      if isWanted(hit.index) { closest.offer(hit) }
      return min(maximum, closest.farthest)
    }
    return closest.sorted()
  }
}

// MARK: The walk through the tree

extension PointIndex {
  /// Offers every point within the maximum; `offer` answers the maximum from then on.
  private func walk<M: Metric>(_ metric: M, within maximum: Meters, offer: (Hit) -> Meters) {
    guard count > 0, maximum >= 0 else { return }
    var reach = Reach(maximum: maximum, limit: metric.limit(of: maximum))
    walk(0..<count, root, metric, &reach, offer)
  }

  private func walk<M: Metric>(
    _ range: Range<Int>, _ cell: Cell, _ metric: M, _ reach: inout Reach, _ offer: (Hit) -> Meters
  ) {
    guard range.count > Self.leafSize else {
      for place in range { look(at: place, metric, &reach, offer) }
      return
    }
    look(at: range.middle, metric, &reach, offer)
    let (lower, upper) = halves(of: range, cell)
    let bounds = (metric.bound(lower.cell), metric.bound(upper.cell))
    let near = bounds.0 <= bounds.1 ? lower : upper
    let far = bounds.0 <= bounds.1 ? upper : lower
    if min(bounds.0, bounds.1) <= reach.limit { walk(near.range, near.cell, metric, &reach, offer) }
    if max(bounds.0, bounds.1) <= reach.limit { walk(far.range, far.cell, metric, &reach, offer) }
  }

  private func look<M: Metric>(
    at place: Int, _ metric: M, _ reach: inout Reach, _ offer: (Hit) -> Meters
  ) {
    guard metric.bound(vectors[place]) <= reach.limit else { return }
    let distance = metric.distance(points[place])
    guard distance <= reach.maximum else { return }
    let maximum = offer(Hit(index: Int(numbers[place]), distance: distance))
    guard maximum < reach.maximum else { return }
    reach = Reach(maximum: maximum, limit: metric.limit(of: maximum))
  }

  private func walk(_ range: Range<Int>, _ cell: Cell, region: Cell, _ body: (Int) -> Void) {
    guard cell.intersects(region) else { return }
    guard range.count > Self.leafSize else { return range.forEach(body) }
    body(range.middle)
    let (lower, upper) = halves(of: range, cell)
    walk(lower.range, lower.cell, region: region, body)
    walk(upper.range, upper.cell, region: region, body)
  }

  private typealias Half = (range: Range<Int>, cell: Cell)

  private func halves(of range: Range<Int>, _ cell: Cell) -> (lower: Half, upper: Half) {
    let middle = range.middle
    let axis = Int(axes[middle])
    let cut = cell.cut(axis, at: vectors[middle][axis])
    return ((range.lowerBound..<middle, cut.lower), (middle + 1..<range.upperBound, cut.upper))
  }
}

/// How far a search still reaches.
private struct Reach {
  var maximum: Meters
  /// The same as a bound of the metric.
  var limit: Double
}

/// A box around vectors.
private struct Cell: Sendable {
  var low: SIMD3<Double>
  var high: SIMD3<Double>

  init(around vectors: ArraySlice<SIMD3<Double>>) {
    low = SIMD3(repeating: 1)
    high = SIMD3(repeating: -1)
    for vector in vectors {
      low = pointwiseMin(low, vector)
      high = pointwiseMax(high, vector)
    }
  }

  /// A box around every vector whose coordinate is in `box`.
  init(around box: BoundingBox) {
    let slack = 1e-12
    func turns(_ degrees: Double...) -> [Double] {
      let quarters = stride(from: -720.0, through: 720, by: 90)
      return degrees + quarters.filter { box.west <= $0 && $0 <= box.east }
    }
    let longitudes = turns(box.west, box.east).map(\.radians)
    let edges = [box.south, box.north].map { max(0, cos($0.radians)) }
    let widest = box.south <= 0 && 0 <= box.north ? 1 : max(edges[0], edges[1])
    let radii = [min(edges[0], edges[1]), widest]
    let x = radii.flatMap { radius in longitudes.map { radius * cos($0) } }
    let y = radii.flatMap { radius in longitudes.map { radius * sin($0) } }
    low = SIMD3(x.min() ?? -1, y.min() ?? -1, sin(box.south.radians)) - slack
    high = SIMD3(x.max() ?? 1, y.max() ?? 1, sin(box.north.radians)) + slack
  }

  func cut(_ axis: Int, at plane: Double) -> (lower: Cell, upper: Cell) {
    var lower = self
    var upper = self
    lower.high[axis] = plane
    upper.low[axis] = plane
    return (lower, upper)
  }

  func intersects(_ other: Cell) -> Bool {
    all(low .<= other.high) && all(other.low .<= high)
  }

  /// The squared distance from `vector` to the nearest place in the box.
  func squaredDistance(to vector: SIMD3<Double>) -> Double {
    let gap = pointwiseMax(pointwiseMax(low - vector, vector - high), SIMD3(repeating: 0))
    return (gap * gap).sum()
  }
}

// MARK: What a search measures

/// A distance of points, with a bound that is cheap to compute for cells and vectors.
private protocol Metric {
  /// Not above the bound of any vector in the cell.
  func bound(_ cell: Cell) -> Double
  func bound(_ vector: SIMD3<Double>) -> Double
  /// Vectors with a bound above this are farther than `distance`.
  func limit(of distance: Meters) -> Double
  func distance(_ point: Coordinate) -> Meters
}

/// The distance from one point. The bound is the squared chord.
private struct FromPoint: Metric {
  let center: Coordinate
  let vector: SIMD3<Double>

  init(_ center: Coordinate) {
    self.center = center
    vector = center.unitVector
  }

  func bound(_ cell: Cell) -> Double { cell.squaredDistance(to: vector) }

  func bound(_ other: SIMD3<Double>) -> Double {
    let gap = other - vector
    return (gap * gap).sum()
  }

  func limit(of distance: Meters) -> Double {
    let chord = 2 * sin(min(distance / Coordinate.earthRadius / 2, .pi / 2)) + 1e-12
    return chord * chord
  }

  func distance(_ point: Coordinate) -> Meters { center.distance(to: point) }
}

/// The way from one point to another over the measured one. The bound is the sum of the two chords.
private struct Between: Metric {
  let origin: FromPoint
  let destination: FromPoint

  init(_ origin: Coordinate, _ destination: Coordinate) {
    self.origin = FromPoint(origin)
    self.destination = FromPoint(destination)
  }

  func bound(_ cell: Cell) -> Double {
    origin.bound(cell).squareRoot() + destination.bound(cell).squareRoot()
  }

  func bound(_ vector: SIMD3<Double>) -> Double {
    origin.bound(vector).squareRoot() + destination.bound(vector).squareRoot()
  }

  func limit(of distance: Meters) -> Double { distance / Coordinate.earthRadius + 1e-12 }

  func distance(_ point: Coordinate) -> Meters {
    origin.distance(point) + destination.distance(point)
  }
}

extension Coordinate {
  /// The point on the sphere of radius 1.
  var unitVector: SIMD3<Double> {
    let (up, around) = (latitude.radians, longitude.radians)
    return SIMD3(cos(up) * cos(around), cos(up) * sin(around), sin(up))
  }
}
