import Algorithms

/// A spatial index of a fixed set of points: finds the nearest, those within a radius or a box, and
/// those with the smallest detour between two other points.
///
/// A k-d tree over the points as vectors on the unit sphere, so that poles and the antimeridian
/// need no special case; every node stores the smallest box around its vectors. Distances are
/// `Coordinate.distance(to:)`, and results are exactly those of a scan of all points, in the same
/// order. Building takes O(n log n), a search about O(log n + hits) and no memory beyond the
/// result's. 60 bytes a point.
///
/// Source: Bentley, "Multidimensional binary search trees used for associative searching" (1975).
///
/// Why no hit is missed:
/// 1. The chord between two points of the unit sphere is 2 sin(arc / 2), which rises with the arc
///    from 0 to π; and no chord is longer than its arc.
/// 2. A cell is a box around vectors, so no vector in it is nearer to another than the box is.
/// 3. Thus a cell is skipped only if its bound is above the limit. Vectors and chords are rounded
///    by less than 1e-14 and the limits are 1e-12 wider (6 µm on the ground). Distances are
///    rounded as little, except near the antipodes (1e-8), where 2 sin(arc / 2) changes by less
///    than 1e-15 for it, and where the sum of two chords is far below that of the arcs.
package struct PointIndex: Sendable {
  /// A point that was found.
  package struct Hit: Sendable, Comparable {
    package let distance: Meters
    private let number: Int32
    private let slotNumber: Int32

    /// The index of the point in the array that the index was made of, or its number.
    package var index: Int { Int(number) }

    /// The slot of the point: `order[slot]` is `index`.
    package var slot: Int { Int(slotNumber) }

    /// - Parameter slot: does not matter for equality.
    package init(index: Int, distance: Meters, slot: Int = 0) {
      self.distance = distance
      number = Int32(index)
      slotNumber = Int32(slot)
    }

    package static func == (left: Hit, right: Hit) -> Bool {
      (left.distance, left.number) == (right.distance, right.number)
    }

    /// Orders by distance, then by index.
    package static func < (left: Hit, right: Hit) -> Bool {
      (left.distance, left.number) < (right.distance, right.number)
    }
  }

  // By slot, in the order of the tree: a node is a range of slots, its children are the two halves.
  let points: [Coordinate]
  let vectors: [SIMD3<Double>]
  let numbers: [Int32]
  /// By node number; see `KDTreeNode`.
  let cells: [VectorBox]

  /// Points that are not valid coordinates are left out: no search finds them.
  package init(_ coordinates: [Coordinate]) {
    self.init(numbered: coordinates.enumerated().map { ($0, $1) })
  }

  /// - Parameter numbered: points with numbers of the caller's in place of array indexes;
  ///   0 ... 2^31 - 1, and rising, so that of equally near points the lesser number comes first.
  package init(numbered: [(number: Int, coordinate: Coordinate)]) {
    let valid = numbered.filter(\.coordinate.isValid)
    var builder = TreeBuilder(valid.map(\.coordinate.unitVector))
    builder.build()
    let order = builder.order
    vectors = builder.vectors
    cells = builder.cells
    points = order.map { valid[$0].coordinate }
    numbers = order.map { Int32(valid[$0].number) }
  }

  /// The numbers of all points that can be found, by slot: points close to each other on the globe
  /// are mostly close to each other in this order.
  package var order: [Int] { numbers.map { Int($0) } }

  /// How many points can be found.
  package var count: Int { points.count }
}

// MARK: Searches

extension PointIndex {
  /// The nearest points, nearest first; of equally near ones the earlier in the array comes first.
  ///
  /// - Parameters:
  ///   - maximum: points farther away are ignored.
  ///   - isIncluded: called with a point's index in the array; points that it refuses do not count.
  package func nearest(
    _ count: Int, to center: Coordinate, within maximum: Meters = .infinity,
    where isIncluded: (Int) -> Bool = { _ in true }
  ) -> [Hit] {
    closest(count, by: RadialMetric(center), within: maximum, where: isIncluded)
  }

  /// The points with the shortest straight-line path from `origin` via the point to `destination`,
  /// shortest first; a hit's distance is that path's length.
  package func nearest(
    _ count: Int, between origin: Coordinate, and destination: Coordinate,
    within maximum: Meters = .infinity
  ) -> [Hit] {
    select(count, by: DetourMetric(origin, destination), within: maximum)
  }

  func closest(
    _ count: Int, by metric: some PointMetric, within maximum: Meters,
    where isIncluded: (Int) -> Bool = { _ in true }
  ) -> [Hit] {
    guard count > 0 else { return [] }
    var closest = BoundedHeap<Hit>(atMost: count)
    walk(metric, within: maximum) { hit in
      if isIncluded(hit.index) { closest.offer(hit, by: <) }
      return min(maximum, closest.last?.distance ?? .infinity)
    }
    return closest.sorted(by: <)
  }
}

// MARK: Tree traversal

extension PointIndex {
  /// Offers every point within the maximum; `offer` returns the maximum from then on.
  private func walk<M: PointMetric>(_ metric: M, within maximum: Meters, offer: (Hit) -> Meters) {
    guard count > 0, maximum >= 0 else { return }
    var searchBound = SearchBound(maximum: maximum, limit: metric.limit(of: maximum))
    guard metric.bound(cells[0]) <= searchBound.limit else { return }
    walk(KDTreeNode(root: count), metric, &searchBound, offer)
  }

  private func walk<M: PointMetric>(
    _ node: KDTreeNode, _ metric: M, _ searchBound: inout SearchBound, _ offer: (Hit) -> Meters
  ) {
    guard let (lower, upper) = node.children else {
      for slot in node.range { examine(slot, metric, &searchBound, offer) }
      return
    }
    let bounds = (metric.bound(cells[lower.number]), metric.bound(cells[upper.number]))
    let near = bounds.0 <= bounds.1 ? lower : upper
    let far = bounds.0 <= bounds.1 ? upper : lower
    if min(bounds.0, bounds.1) <= searchBound.limit { walk(near, metric, &searchBound, offer) }
    if max(bounds.0, bounds.1) <= searchBound.limit { walk(far, metric, &searchBound, offer) }
  }

  private func examine<M: PointMetric>(
    _ slot: Int, _ metric: M, _ searchBound: inout SearchBound, _ offer: (Hit) -> Meters
  ) {
    guard metric.bound(vectors[slot]) <= searchBound.limit else { return }
    let distance = metric.distance(points[slot])
    guard distance <= searchBound.maximum else { return }
    let maximum = offer(Hit(index: Int(numbers[slot]), distance: distance, slot: slot))
    guard maximum < searchBound.maximum else { return }
    searchBound = SearchBound(maximum: maximum, limit: metric.limit(of: maximum))
  }
}

/// The maximum distance of a search, which shrinks while it runs.
private struct SearchBound {
  var maximum: Meters
  /// The same as a bound of the metric.
  var limit: Double
}
