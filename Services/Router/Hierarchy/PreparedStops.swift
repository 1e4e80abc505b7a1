/// Stops to which tables are asked for again and again, prepared for one direction and any weights.
/// Immutable; `StopWeights` has the weights.
struct PreparedStops: Sendable {
  /// An arc of a position.
  struct Entry: Sendable {
    let number: UInt32
    let position: SegmentPosition
  }

  let rows: SelectedRows
  private(set) var entries: [Entry] = []
  /// By stop: the index in `entries` after its last one.
  private var ends: [UInt32] = []
  private var byStreet: [DirectedSegment: [Int]] = [:]

  /// - Parameters:
  ///   - positions: by stop; roads may be closed.
  ///   - isForward: whether paths lead to the stops.
  init(_ positions: [RoadPosition], _ network: RoadNetwork, isForward: Bool) {
    let hierarchy = network.hierarchy
    func arcs(_ position: SegmentPosition) -> Slice<MappedArray<UInt32>> {
      let all = network.arcs(of: position.directedSegment)
      // From an arc's entry every path passes its end, so one arc is enough.
      return isForward ? all : all.prefix(1)
    }
    let groups = network.segmentPositions(of: positions, isArrival: isForward)
    rows = SelectedRows(
      groups.indices.lazy.flatMap { groups[$0] }.flatMap(arcs), of: hierarchy, isForward: isForward)
    for stop in groups.indices {
      for position in groups[stop] {
        for arc in arcs(position) {
          guard let number = rows.number(of: arc) else { continue }
          entries.append(Entry(number: UInt32(number), position: position))
        }
        if byStreet[position.directedSegment]?.last != stop {
          byStreet[position.directedSegment, default: []].append(stop)
        }
      }
      ends.append(UInt32(entries.count))
    }
  }

  /// The stops that have a position on one of some directed segments.
  func stops(on segments: some Sequence<DirectedSegment>) -> Set<Int> {
    segments.reduce(into: []) { $0.formUnion(byStreet[$1] ?? []) }
  }

  /// The least cost of each stop, `infinity` where there is no path.
  ///
  /// - Parameter cost: of the rank with a number.
  @inline(__always)
  func costs(_ weights: StopWeights, _ cost: (_ number: Int) -> UInt32) -> [UInt32] {
    var first = 0
    return ends.map { end in
      var least = TravelMetric.infinity
      for entry in first..<Int(end) {
        let known = cost(Int(entries[entry].number))
        if known < TravelMetric.infinity { least = min(least, known &+ weights.parts[entry]) }
      }
      first = Int(end)
      return least
    }
  }
}

/// The weights of one metric for prepared stops.
final class StopWeights: Sendable {
  let metric: HierarchyMetric
  /// By edge of the rows.
  let edges: [UInt32]
  /// By entry: what the cost of its rank lacks, modulo 2^32, as it may be negative; `infinity` on a
  /// closed road.
  let parts: [UInt32]

  init(_ stops: PreparedStops, _ partial: PartialCosts, _ metric: HierarchyMetric) {
    self.metric = metric
    edges = stops.rows.weights(metric)
    parts = stops.entries.map { entry in
      let (offset, segment) = (entry.position.offset, entry.position.directedSegment)
      guard partial.isOpen(segment) else { return TravelMetric.infinity }
      guard !stops.rows.isForward else { return partial.costToReach(offset, on: segment) }
      let whole = metric.travel.arcMilliseconds[partial.network.firstArc(of: segment)]
      return partial.costToLeave(offset, on: segment) &- whole
    }
  }

  /// The bytes of its arrays.
  var bytes: Int { 4 * (edges.count + parts.count) }
}

extension HierarchyQuery {
  /// The climb from the single side of a table with this query's weights.
  func climb(_ single: RoadPosition, isForward: Bool) -> SelectedRows.Climb {
    if isForward {
      climb(from: partial.departures(single))
    } else {
      climb(to: partial.arrivals(single))
    }
    return climbedCosts
  }

  /// The milliseconds of prepared stops; `nil` where there is no path. Equal to `costs(from:to:)`
  /// and `costs(from:to:)` of positions.
  ///
  /// - Parameters:
  ///   - costs: by stop, from a sweep with this query's weights.
  ///   - single: the other end.
  ///   - positions: by stop.
  func milliseconds(
    _ costs: [UInt32], of stops: PreparedStops, at positions: [RoadPosition],
    _ single: RoadPosition
  ) -> [UInt32?] {
    let isForward = stops.rows.isForward
    let ends = isForward ? partial.departures(single) : partial.arrivals(single)
    // A path along a shared street may leave out the street's end, or pass it twice.
    let shared = stops.stops(on: ends.lazy.map(\.directedSegment))
    var milliseconds = costs.enumerated().map { stop, cost -> UInt32? in
      guard cost < TravelMetric.infinity else { return nil }
      guard !isExact(cost), !shared.contains(stop) else { return cost }
      return isForward
        ? self.milliseconds(cost, from: single, to: positions[stop])
        : self.milliseconds(cost, from: positions[stop], to: single)
    }
    for stop in shared {
      milliseconds[stop] =
        isForward
        ? self.costs(from: single, to: [positions[stop]])[0]
        : self.costs(from: [positions[stop]], to: single)[0]
    }
    return milliseconds
  }
}
