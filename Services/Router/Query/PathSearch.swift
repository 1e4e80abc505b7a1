/// A shortest-path search: `HierarchyQuery`, and `RouteQuery` as the reference it is checked
/// against.
///
/// Both implement these few queries; what is built on them (tables, paths over via points) is
/// shared code, so they differ only where one is wrong.
package protocol PathSearch: AnyObject {
  /// The costs of parts of directed segments, with the weights in use.
  var partial: PartialCosts { get }

  /// The quickest path from any of the starts to any of the ends, or `nil`.
  func quickest(from starts: [SegmentPosition], to ends: [SegmentPosition]) -> FoundPath?

  /// The milliseconds from the nearest of the starts to the nearest position of each target; `nil`
  /// where there is no path.
  func costs(from starts: [SegmentPosition], toEach targets: SegmentPositionGroups) -> [UInt32?]

  /// The milliseconds from the nearest position of each source to the nearest of the ends; `nil`
  /// where there is no path.
  func costs(fromEach sources: SegmentPositionGroups, to ends: [SegmentPosition]) -> [UInt32?]
}

/// The path that a search found.
package struct FoundPath {
  /// The number of its start.
  let start: Int
  /// At least one; exactly one where it stays on the start's directed segment.
  let arcs: [ArcID]
  let milliseconds: UInt32
}

/// Tables of travel times.
extension PathSearch {
  /// The milliseconds from every source to every destination, row by row; `nil` where there is no
  /// path. Runs one search per source or per destination, whichever are fewer.
  package func table(
    from sources: [RoadPosition], to destinations: [RoadPosition]
  ) -> [[UInt32?]] {
    if sources.count <= destinations.count {
      return sources.map { costs(from: $0, to: destinations) }
    }
    var rows = [[UInt32?]](
      repeating: Array(repeating: nil, count: destinations.count), count: sources.count)
    for (column, destination) in destinations.enumerated() {
      for (row, cost) in costs(from: sources, to: destination).enumerated() {
        rows[row][column] = cost
      }
    }
    return rows
  }

  /// One to many: one search forward.
  package func costs(from source: RoadPosition, to destinations: [RoadPosition]) -> [UInt32?] {
    let costs = costs(from: partial.departures(source), toEach: partial.arrivals(destinations))
    return zip(costs, destinations).map { milliseconds($0, from: source, to: $1) }
  }

  /// Many to one: one search backward.
  package func costs(from sources: [RoadPosition], to destination: RoadPosition) -> [UInt32?] {
    let costs = costs(fromEach: partial.departures(sources), to: partial.arrivals(destination))
    return zip(costs, sources).map { milliseconds($0, from: $1, to: destination) }
  }

  /// Whether a cost is a duration, or that of no path, as nearly all are.
  @inline(__always)
  func isExact(_ cost: UInt32?) -> Bool {
    let penalty = partial.metric.leastPenalty
    return penalty == 0 || cost ?? 0 < penalty
  }

  /// A duration from a cost. One that may contain a penalty is that of the path itself, since a
  /// long path costs as much without it.
  func milliseconds(
    _ cost: UInt32?, from source: RoadPosition, to destination: RoadPosition
  ) -> UInt32? {
    guard let cost, !isExact(cost) else { return cost }
    return quickest(from: partial.departures(source), to: partial.arrivals(destination))
      .map(partial.milliseconds(of:))
  }
}
