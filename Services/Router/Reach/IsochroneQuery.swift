/// Finds the areas that are reachable from a position, or from which it is reachable.
///
/// An area contains every point at most `ReachGrid.reach` from a reached road, to within the
/// diagonal of one cell; roads are reached to the exact metre, but for those that only a turn with
/// the flag `lastResort` leads to. Time and memory are bounded by the reached roads and
/// `ReachGrid.maximumNodes`.
///
/// Each worker has its own. `TravelTree` is the search, `ContourTracer` draws the boundaries.
final class IsochroneQuery {
  private let network: RoadNetwork
  private var tree: TravelTree

  init(_ network: RoadNetwork) {
    self.network = network
    tree = TravelTree(arcCount: network.arcCount)
  }

  /// The areas within each of the limits, the largest of each limit first. Those of a longer limit
  /// contain those of a shorter one.
  ///
  /// - Parameters:
  ///   - limits: milliseconds, in any order.
  ///   - isReverse: whether paths lead to the position, not from it.
  func areas(
    around position: RoadPosition, limits: [UInt32], isReverse: Bool, _ costs: PartialCosts
  ) -> [[ContourTracer.Area]] {
    let roads = reachedRoads(position, limit: limits.max() ?? 0, isReverse, costs)
    var painter = ReachPainter(network, roads.stretches, around: position)
    var areas: [UInt32: [ContourTracer.Area]] = [:]
    var last: UInt32?
    for limit in Set(limits).sorted() {
      painter.add(roads.stretches, above: last, upTo: limit)
      areas[limit] = ContourTracer.areas(of: painter.grid)
      last = limit
    }
    return limits.map { areas[$0, default: []] }
  }

  /// The stretches reached within a limit, see `ReachedRoads`.
  func reachedRoads(
    _ position: RoadPosition, limit: UInt32, _ isReverse: Bool, _ costs: PartialCosts
  ) -> ReachedRoads {
    if isReverse {
      let roots = costs.arrivals(position)
      tree.grow(to: roots, costs, limit: limit)
      return ReachedRoads(to: roots, tree, costs)
    }
    let roots = costs.departures(position)
    tree.grow(from: roots, costs, limit: limit)
    return ReachedRoads(from: roots, tree, costs)
  }
}

/// Draws stretches of road on a grid, each part once.
struct ReachPainter {
  private let network: RoadNetwork
  private(set) var grid: ReachGrid
  /// By segment: whether it is drawn completely.
  private var isWhole: [Bool]

  /// A grid large enough for the stretches and the position; only the position is drawn yet.
  init(_ network: RoadNetwork, _ stretches: [ReachedStretch], around position: RoadPosition) {
    self.network = network
    let center = FixedPoint(position.coordinate)
    var box = FixedBox(of: [center])
    for stretch in stretches {
      for point in network.pointRange(of: stretch.segment) {
        box.extend(to: network.point(point))
      }
    }
    grid = ReachGrid(around: box)
    grid.add(grid.project(center), grid.project(center))
    isWhole = Array(repeating: false, count: network.segmentCount)
  }

  /// Draws the parts of the stretches that cost more than `lower` and at most `upper` milliseconds.
  mutating func add(_ stretches: [ReachedStretch], above lower: UInt32?, upTo upper: UInt32) {
    for stretch in stretches where !isWhole[stretch.segment.index] {
      guard let part = stretch.part(above: lower, upTo: upper) else { continue }
      let length = Double(network.length(of: stretch.segment))
      if part.lowerBound <= 0, part.upperBound >= length { isWhole[stretch.segment.index] = true }
      draw(stretch.segment, part.lowerBound / length...part.upperBound / length)
    }
  }

  /// Draws a part of a segment, 0 ... 1 of its length.
  private mutating func draw(_ segment: SegmentID, _ part: ClosedRange<Double>) {
    let line = network.pointRange(of: segment).map { grid.project(network.point($0)) }
    let whole = zip(line, line.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
    let (low, high) = (part.lowerBound * whole, part.upperBound * whole)
    var along = 0.0
    for (last, next) in zip(line, line.dropFirst()) {
      let length = (next - last).length
      if along <= high, along + length >= low {
        let (from, to) = (max(0, low - along), min(length, high - along))
        let direction = length > 0 ? (next - last) / length : .zero
        grid.add(last + direction * from, last + direction * max(from, to))
      }
      along += length
    }
  }
}
