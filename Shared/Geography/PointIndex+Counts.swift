import Algorithms

/// Searches that handle whole cells at once, without examining each point.
extension PointIndex {
  /// How many points there are whose straight-line path from `origin` via the point to
  /// `destination` has at most `length`.
  ///
  /// Examines only the points of cells that lie partly within: about √n of them.
  package func count(
    within length: Meters, between origin: Coordinate, and destination: Coordinate
  ) -> Int {
    guard count > 0, length >= 0 else { return 0 }
    let metric = DetourMetric(origin, destination)
    return count(KDTreeNode(root: count), metric, within: length, limit: metric.limit(of: length))
  }

  private func count<M: PointMetric>(
    _ node: KDTreeNode, _ metric: M, within length: Meters, limit: Double
  ) -> Int {
    let cell = cells[node.number]
    guard metric.bound(cell) <= limit else { return 0 }
    if metric.ceiling(cell) <= length { return node.range.count }
    if let (lower, upper) = node.children {
      return count(lower, metric, within: length, limit: limit)
        + count(upper, metric, within: length, limit: limit)
    }
    return node.range.count { slot in
      guard metric.bound(vectors[slot]) <= limit else { return false }
      return metric.ceiling(vectors[slot]) <= length || metric.distance(points[slot]) <= length
    }
  }

  /// The closest points, as `closest` finds them; faster where many are asked for.
  ///
  /// A heap of the closest would be changed for most of the points. Instead all points within reach
  /// are gathered by their bounds alone. At least `count` of them are no farther than the
  /// `count`-th smallest ceiling, so a point whose bound is beyond that is not one of the closest.
  func select(_ count: Int, by metric: some PointMetric, within maximum: Meters) -> [Hit] {
    guard count > 0, self.count > 0, maximum >= 0 else { return [] }
    guard let reach = reach(of: count, by: metric, within: maximum) else {
      return closest(count, by: metric, within: maximum)
    }
    var found: [(slot: Int, bound: Double, ceiling: Meters)] = []
    gather(KDTreeNode(root: self.count), metric, metric.limit(of: reach), &found)
    if found.count > count {
      found.select(count - 1, in: found.indices) { $0.ceiling }
      let limit = metric.limit(of: found[count - 1].ceiling)
      found.removeAll { $0.bound > limit }
    }
    var hits: [Hit] = []
    hits.reserveCapacity(found.count)
    for (slot, _, _) in found {
      let distance = metric.distance(points[slot])
      guard distance <= maximum else { continue }
      hits.append(Hit(index: Int(numbers[slot]), distance: distance, slot: slot))
    }
    hits.sortSpread()
    hits.removeLast(max(0, hits.count - count))
    return hits
  }

  private func gather<M: PointMetric>(
    _ node: KDTreeNode, _ metric: M, _ limit: Double,
    _ found: inout [(slot: Int, bound: Double, ceiling: Meters)]
  ) {
    guard metric.bound(cells[node.number]) <= limit else { return }
    if let (lower, upper) = node.children {
      gather(lower, metric, limit, &found)
      gather(upper, metric, limit, &found)
      return
    }
    for slot in node.range {
      let bound = metric.bound(vectors[slot])
      if bound <= limit { found.append((slot, bound, metric.ceiling(vectors[slot]))) }
    }
  }

  /// The closest points are split into cells of about this fraction of them, to bound how far the
  /// farthest of them is.
  private static let parts = 64

  /// A distance that at least `count` points do not exceed, or `maximum` if that is less; close to
  /// the smallest such distance, so that few other points are gathered. `nil` if the ceilings give
  /// no bound.
  ///
  /// Visits cells with few points each, closest first, until they hold twice as many points. Of
  /// these cells, those with the smallest ceilings hold `count` points, and none of their points is
  /// beyond the last of these ceilings.
  private func reach(of count: Int, by metric: some PointMetric, within maximum: Meters) -> Meters?
  {
    let limit = metric.limit(of: maximum)
    // The nodes that are still to be visited, the closest on top.
    var frontier = BoundedHeap<(node: KDTreeNode, bound: Double)>()
    func insert(_ node: KDTreeNode) {
      frontier.offer((node, metric.bound(cells[node.number]))) { $0.bound > $1.bound }
    }
    insert(KDTreeNode(root: self.count))
    var visited: [(points: Int, end: Meters)] = []
    var seen = 0
    while seen / 2 < count, let (node, bound) = frontier.popLast(by: { $0.bound > $1.bound }),
      bound <= limit
    {
      if node.range.count > count / Self.parts, let (lower, upper) = node.children {
        insert(lower)
        insert(upper)
      } else {
        seen += node.range.count
        visited.append((node.range.count, metric.ceiling(cells[node.number])))
      }
    }
    var missing = count
    for (points, end) in visited.sorted(by: { $0.end < $1.end }) {
      missing -= points
      if missing <= 0 { return end.isFinite ? min(maximum, end) : nil }
    }
    return maximum
  }
}
