/// Finds points of a fixed set: the nearest, those within a radius or a box, and those that lie on
/// the shortest way between two others.
///
/// A k-d tree over the points as vectors on the unit sphere, so that poles and the antimeridian are
/// places like any other; every node knows the smallest box around its vectors. Distances are
/// `Coordinate.distance(to:)`, and answers are exactly those of a scan of all points, in the same
/// order. Building takes O(n log n), a search about O(log n + hits) and no memory but the answer's.
/// 60 bytes a point.
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
  package struct Hit: Sendable, Comparable {
    package let distance: Meters
    private let number: Int32
    private let orderPlace: Int32

    /// The place of the point in the array that the index was made of, or its number.
    package var index: Int { Int(number) }

    /// The place of `index` in `order`.
    package var place: Int { Int(orderPlace) }

    /// - Parameter place: of no account for whether two hits are equal.
    package init(index: Int, distance: Meters, place: Int = 0) {
      self.distance = distance
      number = Int32(index)
      orderPlace = Int32(place)
    }

    package static func == (left: Hit, right: Hit) -> Bool {
      (left.distance, left.number) == (right.distance, right.number)
    }

    /// Orders by distance, then by place.
    package static func < (left: Hit, right: Hit) -> Bool {
      (left.distance, left.number) < (right.distance, right.number)
    }
  }

  // In the order of the tree: a node is a range of places, and its children are the two halves.
  let points: [Coordinate]
  let vectors: [SIMD3<Double>]
  let numbers: [Int32]
  /// By the number of the node; see `Node`.
  let cells: [Cell]

  /// Points that are not valid coordinates are left out: no search finds them.
  package init(_ coordinates: [Coordinate]) {
    self.init(numbered: coordinates.enumerated().map { ($0, $1) })
  }

  /// - Parameter numbered: points that are told by other numbers than their places in an array;
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

  /// The numbers of all points that can be found, in an order in which near ones are near one
  /// another.
  package var order: [Int] { numbers.map { Int($0) } }

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
    within maximum: Meters = .infinity
  ) -> [Hit] {
    select(count, by: Between(origin, destination), within: maximum)
  }

  func closest(
    _ count: Int, by metric: some Metric, within maximum: Meters,
    where isWanted: (Int) -> Bool = { _ in true }
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
    guard metric.bound(cells[0]) <= reach.limit else { return }
    walk(Node(root: count), metric, &reach, offer)
  }

  private func walk<M: Metric>(
    _ node: Node, _ metric: M, _ reach: inout Reach, _ offer: (Hit) -> Meters
  ) {
    guard let (lower, upper) = node.children else {
      for place in node.range { look(at: place, metric, &reach, offer) }
      return
    }
    let bounds = (metric.bound(cells[lower.number]), metric.bound(cells[upper.number]))
    let near = bounds.0 <= bounds.1 ? lower : upper
    let far = bounds.0 <= bounds.1 ? upper : lower
    if min(bounds.0, bounds.1) <= reach.limit { walk(near, metric, &reach, offer) }
    if max(bounds.0, bounds.1) <= reach.limit { walk(far, metric, &reach, offer) }
  }

  private func look<M: Metric>(
    at place: Int, _ metric: M, _ reach: inout Reach, _ offer: (Hit) -> Meters
  ) {
    guard metric.bound(vectors[place]) <= reach.limit else { return }
    let distance = metric.distance(points[place])
    guard distance <= reach.maximum else { return }
    let maximum = offer(Hit(index: Int(numbers[place]), distance: distance, place: place))
    guard maximum < reach.maximum else { return }
    reach = Reach(maximum: maximum, limit: metric.limit(of: maximum))
  }
}

/// How far a search still reaches.
private struct Reach {
  var maximum: Meters
  /// The same as a bound of the metric.
  var limit: Double
}
