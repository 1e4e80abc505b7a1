/// A way to find quickest drives: `HierarchyQuery`, and `RouteQuery` as its referee.
///
/// Both answer these few questions; what is made of the answers (tables, drives over via points) is
/// the same code for both, so that they differ only where one is wrong.
protocol RoadSearch: AnyObject {
  var partial: PartialCosts { get }

  /// The quickest drive from any of the starts to any of the ends; `nil` where no road leads there.
  func quickest(from starts: [SegmentPosition], to ends: [SegmentPosition]) -> FoundPath?

  /// The milliseconds from the nearest of the starts to the nearest place of each target; `nil`
  /// where no road leads there.
  func costs(from starts: [SegmentPosition], toEach targets: SegmentPositionGroups) -> [UInt32?]

  /// The milliseconds from the nearest place of each source to the nearest of the ends.
  func costs(fromEach sources: SegmentPositionGroups, to ends: [SegmentPosition]) -> [UInt32?]
}

/// What a search found.
struct FoundPath {
  /// The number of the start it leaves.
  let start: Int
  /// At least one; one where it stays on the start's directed segment.
  let arcs: [ArcID]
  let milliseconds: UInt32
}

/// Whole tables of driving times.
extension RoadSearch {
  /// The milliseconds from every source to every destination, row by row; `nil` where no road
  /// leads there. One search for each of the fewer side.
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
    costs(from: partial.departures(source), toEach: partial.arrivals(destinations))
  }

  /// Many to one: one search backward.
  package func costs(from sources: [RoadPosition], to destination: RoadPosition) -> [UInt32?] {
    costs(fromEach: partial.departures(sources), to: partial.arrivals(destination))
  }
}
