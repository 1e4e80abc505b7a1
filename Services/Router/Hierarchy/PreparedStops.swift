/// Stops to which tables are asked for again and again, prepared for the weights of one metric and
/// one direction.
struct PreparedStops {
  /// An arc of a position, and what its cost lacks.
  private struct Entry {
    let number: Int
    /// Added to the cost of the arc's rank; modulo 2^32, as it may be negative.
    let part: UInt32
    let position: SegmentPosition
  }

  let metric: HierarchyMetric
  let isForward: Bool
  let positions: SegmentPositionGroups
  private var rows: SelectedRows
  private var entries: [Entry] = []
  /// By stop: the index in `entries` after its last one.
  private var ends: [Int] = []

  /// - Parameters:
  ///   - positions: by stop, its arrivals if paths lead to the stops, else its departures.
  ///   - isForward: whether paths lead to the stops.
  init(
    _ positions: SegmentPositionGroups, _ partial: PartialCosts, _ metric: HierarchyMetric,
    isForward: Bool
  ) {
    let (network, hierarchy) = (metric.network, metric.network.hierarchy)
    func arcs(_ position: SegmentPosition) -> Range<Int> {
      let all = network.arcs(of: position.directedSegment)
      // From an arc's entry every path passes its end, so one arc is enough.
      return isForward || all.isEmpty ? all : all.lowerBound..<all.lowerBound + 1
    }
    self.metric = metric
    self.isForward = isForward
    self.positions = positions
    rows = SelectedRows(
      positions.indices.lazy.flatMap { positions[$0] }.flatMap(arcs).map { hierarchy.ranks[$0] },
      of: hierarchy, metric, isForward: isForward)
    for stop in positions.indices {
      for position in positions[stop] {
        for arc in arcs(position) {
          guard let number = rows.number(of: hierarchy.ranks[arc]) else { continue }
          let part =
            isForward
            ? partial.costToReach(position.offset, on: position.directedSegment)
            : partial.costToLeave(position.offset, on: position.directedSegment)
              &- metric.travel.arcMilliseconds[arc]
          entries.append(Entry(number: number, part: part, position: position))
        }
      }
      ends.append(entries.count)
    }
  }

  /// The stops that have a position on one of some directed segments.
  func stops(on segments: [DirectedSegment]) -> [Int] {
    var (found, first) = ([Int](), 0)
    for (stop, end) in ends.enumerated() {
      for entry in first..<end where segments.contains(entries[entry].position.directedSegment) {
        found.append(stop)
        break
      }
      first = end
    }
    return found
  }

  /// The least cost of each stop, `infinity` where there is no path, for paths that leave the
  /// directed segments of the single side.
  ///
  /// - Parameters:
  ///   - climbed: the ranks of the climb from the single side, ascending, with their costs.
  ///   - shared: the directed segments of the single side. Towards them, `cost` is asked instead
  ///     for a position on one of them, as a path may pass its arc's end twice.
  mutating func costs(
    from climbed: [(rank: UInt32, cost: UInt32)],
    shared: [DirectedSegment], _ cost: (SegmentPosition) -> UInt32
  ) -> [UInt32] {
    rows.sweep(from: climbed)
    var first = 0
    return ends.map { end in
      defer { first = end }
      var least = TravelMetric.infinity
      for entry in entries[first..<end] {
        if !isForward, shared.contains(entry.position.directedSegment) {
          least = min(least, cost(entry.position))
        } else if case let known = rows.cost(of: entry.number), known < TravelMetric.infinity {
          least = min(least, known &+ entry.part)
        }
      }
      return least
    }
  }
}

extension HierarchyQuery {
  /// As `costs(from:toEach:)` and `costs(fromEach:to:)`, for prepared stops.
  ///
  /// - Parameters:
  ///   - single: the starts if paths lead to the stops, else the ends.
  ///   - stops: prepared with this query's metric.
  func costs(_ single: [SegmentPosition], with stops: inout PreparedStops) -> [UInt32?] {
    if stops.isForward { climb(from: single) } else { climb(to: single) }
    let shared = single.map(\.directedSegment)
    var costs = stops.costs(from: climbedCosts, shared: shared) { cost(from: $0, to: single) }
    for stop in stops.stops(on: shared) {
      let group = stops.positions[stop]
      let along =
        stops.isForward
        ? partial.quickestAlong(single, group) : partial.quickestAlong(group, single)
      costs[stop] = min(costs[stop], along?.milliseconds ?? TravelMetric.infinity)
    }
    return costs.map { $0 < TravelMetric.infinity ? $0 : nil }
  }
}
