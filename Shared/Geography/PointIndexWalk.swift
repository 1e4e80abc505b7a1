#if canImport(Glibc)
  import Glibc
#endif

/// Where a search among points looks: around a centre, between two distances, in all of some
/// regions.
package struct PointSearch {
  package let center: Coordinate
  /// Points nearer than this are not told.
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

/// A part of the globe that tells of whole cells whether it holds their points.
package protocol PointRegion {
  /// `outside` and `inside` are certain; `partly` may be said of any cell.
  func standing(of cell: PointCell) -> PointCell.Standing
  func contains(_ point: Coordinate) -> Bool
}

/// A box around neighbouring points of an index.
package struct PointCell {
  package enum Standing { case outside, partly, inside }

  let box: Cell

  /// A vector of length 1 in the middle, and how far the farthest place of the box is from it along
  /// the ground; `nil` for a box around half the globe.
  package var ball: (center: SIMD3<Double>, radius: Meters)? {
    let middle = (box.low + box.high) / 2
    let length = (middle * middle).sum().squareRoot()
    guard length > 0.1 else { return nil }
    let center = middle / length
    let chord = box.squaredReach(from: center).squareRoot()
    return (center, FromPoint.ceiling(ofChord: chord))
  }
}

/// A box as a region.
package struct BoxRegion: PointRegion {
  private let box: BoundingBox
  private let cell: Cell

  package init(_ box: BoundingBox) {
    self.box = box
    cell = Cell(around: box)
  }

  package func standing(of other: PointCell) -> PointCell.Standing {
    cell.intersects(other.box) ? .partly : .outside
  }

  package func contains(_ point: Coordinate) -> Bool { box.contains(point) }
}

/// Who a search hands its points to. A value that is lent, so that its state costs no look-up.
package protocol PointVisitor {
  /// Whether any point of a node may be wanted, by the node's number in `perNode`; `false` passes
  /// over all of them.
  mutating func mayWant(node: Int) -> Bool
  /// Whether a point is wanted, by its place in `order`; asked before its distance is known.
  mutating func wants(_ place: Int) -> Bool
  /// Takes a point that is wanted; answers how far the search reaches from then on.
  mutating func take(_ hit: PointIndex.Hit) -> Meters
}

extension PointIndex {
  /// Hands over the points of a search that are wanted, near ones early, so that a caller who wants
  /// the nearest few can narrow the search; each at most once, in no particular order.
  package func walk(_ search: PointSearch, _ visitor: inout some PointVisitor) {
    guard count > 0, search.maximum >= 0 else { return }
    var walk = Walk(search)
    descend(Node(root: count), isInside: search.isEverywhere, &walk, &visitor)
  }

  /// The same of points whose places are known.
  ///
  /// - Parameter first: what is taken off each number of `places`.
  package func walk(
    only places: ArraySlice<Int32>, from first: Int, _ search: PointSearch,
    _ visitor: inout some PointVisitor
  ) {
    guard count > 0, search.maximum >= 0 else { return }
    var walk = Walk(search)
    for place in places {
      look(at: Int(place) - first, isInside: search.isEverywhere, &walk, &visitor)
    }
  }

  /// About how many points are in the parts of the tree that a search looks into: never fewer than
  /// it finds. Looks at the larger nodes only.
  package func estimate(_ search: PointSearch) -> Int {
    guard count > 0, search.maximum >= 0 else { return 0 }
    if search.isEverywhere, search.maximum == .infinity { return count }
    let metric = FromPoint(search.center)
    return estimate(Node(root: count), search, metric, metric.limit(of: search.maximum))
  }

  private func estimate(
    _ node: Node, _ search: PointSearch, _ metric: FromPoint, _ limit: Double
  ) -> Int {
    let cell = cells[node.number]
    guard metric.bound(cell) <= limit, search.standing(of: PointCell(box: cell)) != .outside
    else { return 0 }
    guard node.range.count > count / Self.estimateParts, let (lower, upper) = node.children
    else { return node.range.count }
    return estimate(lower, search, metric, limit) + estimate(upper, search, metric, limit)
  }

  private static let estimateParts = 1_024

  /// By the number of a node, what holds of all its points together.
  ///
  /// - Parameters:
  ///   - sum: of the points at some places.
  package func perNode<Value>(
    _ empty: Value, _ sum: (Range<Int>) -> Value, _ merge: (Value, Value) -> Value
  ) -> [Value] {
    var values = [Value](repeating: empty, count: cells.count)
    func fill(_ node: Node) -> Value {
      let value: Value
      if let (lower, upper) = node.children {
        value = merge(fill(lower), fill(upper))
      } else {
        value = sum(node.range)
      }
      values[node.number] = value
      return value
    }
    if count > 0 { _ = fill(Node(root: count)) }
    return values
  }

  private struct Walk {
    let search: PointSearch
    let metric: FromPoint
    /// How far the search still reaches.
    var maximum: Meters
    /// The same as a bound of the metric.
    var limit: Double

    init(_ search: PointSearch) {
      self.search = search
      metric = FromPoint(search.center)
      maximum = search.maximum
      limit = metric.limit(of: maximum)
    }
  }

  private func descend<Visitor: PointVisitor>(
    _ node: Node, isInside: Bool, _ walk: inout Walk, _ visitor: inout Visitor
  ) {
    let cell = cells[node.number]
    guard walk.metric.bound(cell) <= walk.limit, visitor.mayWant(node: node.number) else {
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
      for place in node.range { look(at: place, isInside: isInside, &walk, &visitor) }
      return
    }
    let isLowerNear =
      walk.metric.bound(cells[lower.number]) <= walk.metric.bound(cells[upper.number])
    descend(isLowerNear ? lower : upper, isInside: isInside, &walk, &visitor)
    descend(isLowerNear ? upper : lower, isInside: isInside, &walk, &visitor)
  }

  @inline(__always)
  private func look<Visitor: PointVisitor>(
    at place: Int, isInside: Bool, _ walk: inout Walk, _ visitor: inout Visitor
  ) {
    guard walk.metric.bound(vectors[place]) <= walk.limit, visitor.wants(place),
      isInside || walk.search.contains(points[place])
    else { return }
    let distance = walk.metric.distance(points[place])
    guard distance >= walk.search.minimum, distance <= walk.maximum else { return }
    let maximum = visitor.take(
      Hit(index: Int(numbers[place]), distance: distance, place: place))
    guard maximum < walk.maximum else { return }
    walk.maximum = maximum
    walk.limit = walk.metric.limit(of: maximum)
  }
}
