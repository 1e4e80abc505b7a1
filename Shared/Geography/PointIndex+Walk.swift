#if canImport(Glibc)
  import Glibc
#endif

/// What a search of points covers: the ring around a centre between two distances, and within it
/// only the points that lie in all of the regions.
package struct PointSearch {
  package let center: Coordinate
  /// Points nearer than this are not found.
  package let minimum: Meters
  package let maximum: Meters
  private let regions: [any PointRegion]

  package init(
    around center: Coordinate, from minimum: Meters = 0, to maximum: Meters = .infinity,
    in regions: [any PointRegion] = []
  ) {
    self.center = center
    self.minimum = minimum
    self.maximum = maximum
    self.regions = regions
  }

  /// The same, but no farther than `maximum`.
  package func narrowed(to maximum: Meters) -> PointSearch {
    PointSearch(
      around: center, from: minimum, to: min(maximum, self.maximum), in: regions)
  }

  var isEverywhere: Bool { regions.isEmpty }

  func standing(of cell: PointCell) -> PointCell.Standing {
    var isInside = true
    for region in regions {
      switch region.standing(of: cell) {
      case .outside: return .outside
      case .partly: isInside = false
      case .inside: break
      }
    }
    return isInside ? .inside : .partly
  }

  func contains(_ point: Coordinate) -> Bool { regions.allSatisfy { $0.contains(point) } }
}

/// A part of the globe that can classify a whole cell of points at once.
package protocol PointRegion {
  /// How the cell lies to the region. `outside` and `inside` are certain; `partly` is always
  /// allowed.
  func standing(of cell: PointCell) -> PointCell.Standing
  func contains(_ point: Coordinate) -> Bool
}

/// A box around neighbouring points of an index.
package struct PointCell {
  package enum Standing { case outside, partly, inside }

  let box: VectorBox

  /// The ball around the box: a unit vector in its middle, and the distance along the ground from
  /// there to the farthest point of the box; `nil` for a box around half the globe.
  package var ball: (center: SIMD3<Double>, radius: Meters)? {
    let middle = (box.low + box.high) / 2
    let length = (middle * middle).sum().squareRoot()
    guard length > 0.1 else { return nil }
    let center = middle / length
    let chord = box.squaredReach(from: center).squareRoot()
    return (center, RadialMetric.ceiling(ofChord: chord))
  }
}

/// A box as a region.
package struct BoxRegion: PointRegion {
  private let box: BoundingBox
  private let cell: VectorBox

  package init(_ box: BoundingBox) {
    self.box = box
    cell = VectorBox(around: box)
  }

  package func standing(of other: PointCell) -> PointCell.Standing {
    cell.intersects(other.box) ? .partly : .outside
  }

  package func contains(_ point: Coordinate) -> Bool { box.contains(point) }
}

/// Receives the points of a search. Passed as `inout` and specialised, so that its state costs no
/// indirection.
package protocol PointVisitor {
  /// Whether any point of a node may match, by the node's number in `aggregated`; `false` skips
  /// all of them.
  mutating func mayMatch(node: Int) -> Bool
  /// Whether a point matches, by its slot in `order`; called before its distance is known.
  mutating func matches(_ slot: Int) -> Bool
  /// Receives a point that matches; returns the maximum distance of the search from then on.
  mutating func visit(_ hit: PointIndex.Hit) -> Meters
}

extension PointIndex {
  /// Passes the matching points of a search to the visitor, near ones early, so that a caller who
  /// needs the nearest few can narrow the search; each at most once, in no particular order.
  package func walk(_ search: PointSearch, _ visitor: inout some PointVisitor) {
    guard count > 0, search.maximum >= 0 else { return }
    var walk = WalkState(search)
    descend(KDTreeNode(root: count), isInside: search.isEverywhere, &walk, &visitor)
  }

  /// As `walk(_:_:)`, but only of the points in the given slots.
  ///
  /// - Parameters:
  ///   - slots: slots in `order`, each plus `first`.
  ///   - first: subtracted from each number of `slots`.
  package func walk(
    only slots: ArraySlice<Int32>, from first: Int, _ search: PointSearch,
    _ visitor: inout some PointVisitor
  ) {
    guard count > 0, search.maximum >= 0 else { return }
    var walk = WalkState(search)
    for slot in slots {
      examine(Int(slot) - first, isInside: search.isEverywhere, &walk, &visitor)
    }
  }

  /// An upper bound of how many points a search finds: the points of the larger nodes that it would
  /// descend into.
  package func estimate(_ search: PointSearch) -> Int {
    guard count > 0, search.maximum >= 0 else { return 0 }
    if search.isEverywhere, search.maximum == .infinity { return count }
    let metric = RadialMetric(search.center)
    return estimate(KDTreeNode(root: count), search, metric, metric.limit(of: search.maximum))
  }

  private func estimate(
    _ node: KDTreeNode, _ search: PointSearch, _ metric: RadialMetric, _ limit: Double
  ) -> Int {
    let cell = cells[node.number]
    guard metric.bound(cell) <= limit, search.standing(of: PointCell(box: cell)) != .outside
    else { return 0 }
    guard node.range.count > count / Self.estimateParts, let (lower, upper) = node.children
    else { return node.range.count }
    return estimate(lower, search, metric, limit) + estimate(upper, search, metric, limit)
  }

  private static let estimateParts = 1_024

  /// Aggregates a value over the points of each node; the result is by node number.
  ///
  /// - Parameters:
  ///   - sum: the value of the points in a range of slots.
  package func aggregated<Value>(
    _ empty: Value, _ sum: (Range<Int>) -> Value, _ merge: (Value, Value) -> Value
  ) -> [Value] {
    var values = [Value](repeating: empty, count: cells.count)
    func fill(_ node: KDTreeNode) -> Value {
      let value: Value
      if let (lower, upper) = node.children {
        value = merge(fill(lower), fill(upper))
      } else {
        value = sum(node.range)
      }
      values[node.number] = value
      return value
    }
    if count > 0 { _ = fill(KDTreeNode(root: count)) }
    return values
  }

  private struct WalkState {
    let search: PointSearch
    let metric: RadialMetric
    /// The current maximum distance.
    var maximum: Meters
    /// The same as a bound of the metric.
    var limit: Double

    init(_ search: PointSearch) {
      self.search = search
      metric = RadialMetric(search.center)
      maximum = search.maximum
      limit = metric.limit(of: maximum)
    }
  }

  private func descend<Visitor: PointVisitor>(
    _ node: KDTreeNode, isInside: Bool, _ walk: inout WalkState, _ visitor: inout Visitor
  ) {
    let cell = cells[node.number]
    guard walk.metric.bound(cell) <= walk.limit, visitor.mayMatch(node: node.number) else {
      return
    }
    if walk.search.minimum > 0, walk.metric.ceiling(cell) < walk.search.minimum { return }
    var isInside = isInside
    if !isInside {
      let standing = walk.search.standing(of: PointCell(box: cell))
      if standing == .outside { return }
      isInside = standing == .inside
    }
    guard let (lower, upper) = node.children else {
      for slot in node.range { examine(slot, isInside: isInside, &walk, &visitor) }
      return
    }
    let isLowerNear =
      walk.metric.bound(cells[lower.number]) <= walk.metric.bound(cells[upper.number])
    descend(isLowerNear ? lower : upper, isInside: isInside, &walk, &visitor)
    descend(isLowerNear ? upper : lower, isInside: isInside, &walk, &visitor)
  }

  @inline(__always)
  private func examine<Visitor: PointVisitor>(
    _ slot: Int, isInside: Bool, _ walk: inout WalkState, _ visitor: inout Visitor
  ) {
    guard walk.metric.bound(vectors[slot]) <= walk.limit, visitor.matches(slot),
      isInside || walk.search.contains(points[slot])
    else { return }
    let distance = walk.metric.distance(points[slot])
    guard distance >= walk.search.minimum, distance <= walk.maximum else { return }
    let maximum = visitor.visit(
      Hit(index: Int(numbers[slot]), distance: distance, slot: slot))
    guard maximum < walk.maximum else { return }
    walk.maximum = maximum
    walk.limit = walk.metric.limit(of: maximum)
  }
}
