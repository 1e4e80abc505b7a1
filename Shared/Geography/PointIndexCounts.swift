/// Answers for whole cells at once, without a look at each point.
extension PointIndex {
  /// How many points there are whose way from `origin` over the point to `destination`, as the crow
  /// flies, is at most `length`.
  ///
  /// Looks only at the points of cells that lie partly within: about √n of them.
  package func count(
    within length: Meters, between origin: Coordinate, and destination: Coordinate
  ) -> Int {
    guard count > 0, length >= 0 else { return 0 }
    let way = Between(origin, destination)
    return count(Node(root: count), way, within: length, limit: way.limit(of: length))
  }

  private func count<M: Metric>(
    _ node: Node, _ metric: M, within length: Meters, limit: Double
  ) -> Int {
    let cell = cells[node.number]
    guard metric.bound(cell) <= limit else { return 0 }
    if metric.ceiling(cell) <= length { return node.range.count }
    if let (lower, upper) = node.children {
      return count(lower, metric, within: length, limit: limit)
        + count(upper, metric, within: length, limit: limit)
    }
    return node.range.count { place in
      guard metric.bound(vectors[place]) <= limit else { return false }
      return metric.ceiling(vectors[place]) <= length || metric.distance(points[place]) <= length
    }
  }

  /// The closest points, as `closest` finds them, for when they are many.
  ///
  /// A heap of the closest would be changed for most of the points. Instead all points within reach
  /// are taken by their bounds alone; at least `count` of them are no farther than the ceiling that
  /// so many ceilings do not exceed, so the others beyond it are none of the closest.
  func select(_ count: Int, by metric: some Metric, within maximum: Meters) -> [Hit] {
    guard count > 0, self.count > 0, maximum >= 0 else { return [] }
    guard let reach = reach(of: count, by: metric, within: maximum) else {
      return closest(count, by: metric, within: maximum)
    }
    var found: [(place: Int, bound: Double, ceiling: Meters)] = []
    gather(Node(root: self.count), metric, metric.limit(of: reach), &found)
    if found.count > count {
      found.select(count - 1, in: found.indices) { $0.ceiling }
      let limit = metric.limit(of: found[count - 1].ceiling)
      found.removeAll { $0.bound > limit }
    }
    var hits: [Hit] = []
    hits.reserveCapacity(found.count)
    for (place, _, _) in found {
      let distance = metric.distance(points[place])
      guard distance <= maximum else { continue }
      hits.append(Hit(index: Int(numbers[place]), distance: distance, place: place))
    }
    hits.sortSpread()
    hits.removeLast(max(0, hits.count - count))
    return hits
  }

  private func gather<M: Metric>(
    _ node: Node, _ metric: M, _ limit: Double,
    _ found: inout [(place: Int, bound: Double, ceiling: Meters)]
  ) {
    guard metric.bound(cells[node.number]) <= limit else { return }
    if let (lower, upper) = node.children {
      gather(lower, metric, limit, &found)
      gather(upper, metric, limit, &found)
      return
    }
    for place in node.range {
      let bound = metric.bound(vectors[place])
      if bound <= limit { found.append((place, bound, metric.ceiling(vectors[place]))) }
    }
  }

  /// How many parts the closest points are cut into to learn how far the farthest of them is.
  private static let parts = 64

  /// A distance that at least `count` points do not exceed, or `maximum` where that is less; not
  /// much more than it takes, so that few others are looked at. `nil` where ceilings do not tell.
  ///
  /// Takes cells with few points each, closest first, until they hold twice as many points. Those
  /// that end first hold so many, and none of their points is beyond the last of these ends.
  private func reach(of count: Int, by metric: some Metric, within maximum: Meters) -> Meters? {
    let limit = metric.limit(of: maximum)
    var frontier = Frontier()
    frontier.insert(Node(root: self.count), metric.bound(cells[0]))
    var taken: [(points: Int, end: Meters)] = []
    var seen = 0
    while seen / 2 < count, let (node, bound) = frontier.removeClosest(), bound <= limit {
      if node.range.count > count / Self.parts, let (lower, upper) = node.children {
        frontier.insert(lower, metric.bound(cells[lower.number]))
        frontier.insert(upper, metric.bound(cells[upper.number]))
      } else {
        seen += node.range.count
        taken.append((node.range.count, metric.ceiling(cells[node.number])))
      }
    }
    var missing = count
    for (points, end) in taken.sorted(by: { $0.end < $1.end }) {
      missing -= points
      if missing <= 0 { return end.isFinite ? min(maximum, end) : nil }
    }
    return maximum
  }
}

/// Nodes that a search has still to look at: a binary heap with the closest on top.
private struct Frontier {
  private var heap: [(node: Node, bound: Double)] = []

  mutating func insert(_ node: Node, _ bound: Double) {
    heap.append((node, bound))
    var child = heap.count - 1
    while child > 0, heap[child].bound < heap[(child - 1) / 2].bound {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeClosest() -> (node: Node, bound: Double)? {
    guard let closest = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return closest }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].bound < heap[least].bound {
        least = child
      }
      if least == parent { return closest }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
