import Geography
import MessageBus
import Messages

/// The sets of stops asked for last, shared by all workers: a plan asks for the drives over all
/// shops of a city, and so does the next one. A set that comes again is snapped already, and its
/// searches are prepared.
final class StopSets: Sendable {
  /// What identifies a set.
  enum Key: Hashable, Sendable {
    case stops(PackedCoordinates)
    /// The caller's name of a large one.
    case name(String)
  }

  /// Sets by their coordinates are bounded, as are the stops of each: about 30 MB.
  static let maximumSets = 4
  /// Named ones, of at most 100,000 stops: up to 150 MB each while many hours are asked for.
  static let maximumNamed = 2

  /// Least recently used first.
  private let sets = Locked<[(key: Key, set: StopSet)]>([])

  /// The set with a key.
  ///
  /// - Parameter make: called if none is known; `nil` for a set that it cannot make.
  func set(_ key: Key, _ make: () -> StopSet?) -> StopSet? {
    let known = sets.withLock { sets in
      sets.firstIndex { $0.key == key }.map { index in
        sets.append(sets.remove(at: index))
        return sets[sets.count - 1].set
      }
    }
    if let known {
      known.isRepeated.withLock { $0 = true }
      return known
    }
    guard let made = make() else { return nil }
    if case .stops(let stops) = key, stops.count > RouterLimits.maximumKnownStops { return made }
    sets.withLock { sets in
      // Of two workers that made it at once, the second keeps its own for this request.
      guard !sets.contains(where: { $0.key == key }) else { return }
      sets.append((key, made))
      let alike = sets.indices.filter { sets[$0].key.isName == key.isName }
      if alike.count > (key.isName ? Self.maximumNamed : Self.maximumSets) {
        sets.remove(at: alike[0])
      }
    }
    return made
  }
}

extension StopSets.Key {
  fileprivate var isName: Bool { if case .name = self { true } else { false } }
}

/// A set of stops: those that have a road, and what is prepared for them.
final class StopSet: Sendable {
  /// What the weights of one set may take, but for the newest four.
  static let maximumBytes = 128 << 20

  /// How many stops there are, with a road or without.
  let count: Int
  /// By stop with a road, and its coordinate.
  let points: [SnappedPoint]
  let coordinates: [Coordinate]
  /// By stop with a road: its number.
  let numbers: [Int]
  /// The stops whose mainland position is another than their nearest.
  let moved: [Int]
  /// The nearest ones of all stops, then those of `moved` on the mainland.
  let positions: [RoadPosition]
  /// Whether the set was asked for before; preparing its searches then pays off.
  fileprivate let isRepeated: Locked<Bool>
  /// For paths to the stops, and from them.
  private let prepared: [Locked<PreparedStops?>] = [Locked(nil), Locked(nil)]
  /// Least recently used first.
  private let kept = Locked<[SetWeights]>([])

  /// - Parameters:
  ///   - isLarge: whether to prepare its searches at once.
  ///   - snap: gives the point of a coordinate; `nil` if it has no road.
  convenience init(
    _ stops: PackedCoordinates, isLarge: Bool = false, _ snap: (Coordinate) -> SnappedPoint?
  ) {
    let found = stops.coordinates.enumerated().compactMap { number, coordinate in
      snap(coordinate).map { (number: number, coordinate: coordinate, point: $0) }
    }
    self.init(
      stops.count, found.map(\.point), found.map(\.coordinate), found.map(\.number), isLarge)
  }

  fileprivate init(
    _ count: Int, _ points: [SnappedPoint], _ coordinates: [Coordinate], _ numbers: [Int],
    _ isRepeated: Bool
  ) {
    self.count = count
    self.points = points
    self.coordinates = coordinates
    self.numbers = numbers
    self.isRepeated = Locked(isRepeated)
    moved = points.indices.filter { points[$0].isMoved }
    positions = points.map(\.nearest) + moved.map { points[$0].mainland }
  }

  /// The cells by stop; -1 for a stop without a road.
  func cells(_ cells: [Int32]) -> [Int32] {
    guard numbers.count < count else { return cells }
    var all = [Int32](repeating: -1, count: count)
    for (number, cell) in zip(numbers, cells) { all[number] = cell }
    return all
  }
}

// Searches.
extension StopSet {
  /// The other end of the drives, on the roads that are open with some weights.
  typealias End = (metric: HierarchyMetric, point: SnappedPoint)

  /// The memory of a worker's sweeps.
  struct Space {
    fileprivate var costs: [UInt32] = []
    fileprivate var lanes: [SelectedRows.Lanes] = []
  }

  /// The drives between one end and each stop with each of one to four weights: between the
  /// nearest positions of open roads; where there is no route, the start moves to the mainland,
  /// else the end, else both. The search then has any of the weights.
  ///
  /// - Parameter isForward: whether the drives lead to the stops.
  func columns(
    _ ends: [End], isForward: Bool, _ search: RoadSearch, _ space: inout Space
  ) -> [StopColumn] {
    guard isRepeated.withLock({ $0 }) else {
      return ends.map { end in
        search.query.use(end.metric)
        return openSet(search).column(end.point, isForward, search.query)
      }
    }
    let stops = prepare(isForward, search.network)
    let weights = ends.map { self.weights(of: stops, $0.metric, search) }
    let near = sweep(stops, weights, from: ends.map(\.point.nearest), search.query, &space)
    let moving = ends.indices.filter { end in
      ends[end].point.isMoved && near[end].prefix(points.count).contains(nil)
    }
    let far = sweep(
      stops, moving.map { weights[$0] }, from: moving.map { ends[$0].point.mainland },
      search.query, &space)
    return ends.indices.map { end in
      let far = moving.firstIndex(of: end).map { far[$0] }
      var column = StopColumn(of: self, near[end], far: { far }, isForward)
      guard let closed = weights[end].closed else { return column }
      search.query.use(ends[end].metric)
      let others = closed.column(ends[end].point, isForward, search.query)
      for (number, stop) in closed.numbers.enumerated() {
        column.milliseconds[stop] = others.milliseconds[number]
        column.meters[stop] = others.meters[number]
      }
      return column
    }
  }

  /// The drives with the search's weights, without anything prepared.
  private func column(
    _ end: SnappedPoint, _ isForward: Bool, _ query: HierarchyQuery
  ) -> StopColumn {
    func table(_ end: RoadPosition) -> [UInt32?] {
      isForward ? query.costs(from: end, to: positions) : query.costs(from: positions, to: end)
    }
    let far = end.isMoved ? { table(end.mainland) } : { nil }
    return StopColumn(of: self, table(end.nearest), far: far, isForward)
  }

  /// The set on the roads that are open with the search's weights.
  private func openSet(_ search: RoadSearch) -> StopSet {
    let open = search.avoidingClosures(points, coordinates)
    return open == points ? self : StopSet(count, open, coordinates, numbers, false)
  }

  private func sweep(
    _ stops: PreparedStops, _ weights: [SetWeights], from ends: [RoadPosition],
    _ query: HierarchyQuery, _ space: inout Space
  ) -> [[UInt32?]] {
    guard !ends.isEmpty else { return [] }
    let climbs = zip(weights, ends).map { weights, end in
      query.use(weights.metric)
      return query.climb(end, isForward: stops.rows.isForward)
    }
    if ends.count == 1 {
      stops.rows.sweep(from: climbs[0], weights[0].stops.edges, into: &space.costs)
    } else {
      stops.rows.sweep(from: climbs, weights.map(\.stops.edges), into: &space.lanes)
    }
    return ends.indices.map { lane in
      let costs =
        ends.count == 1
        ? stops.costs(weights[lane].stops) { space.costs[$0] }
        : stops.costs(weights[lane].stops) { SelectedRows.cost(of: space.lanes[$0][lane]) }
      query.use(weights[lane].metric)
      return query.milliseconds(costs, of: stops, at: positions, ends[lane])
    }
  }

  private func prepare(_ isForward: Bool, _ network: RoadNetwork) -> PreparedStops {
    let slot = prepared[isForward ? 0 : 1]
    if let known = slot.withLock({ $0 }) { return known }
    let made = PreparedStops(positions, network, isForward: isForward)
    slot.withLock { $0 = made }
    return made
  }

  private func weights(
    of stops: PreparedStops, _ metric: HierarchyMetric, _ search: RoadSearch
  ) -> SetWeights {
    let isForward = stops.rows.isForward
    let known = kept.withLock { weights in
      weights.firstIndex { $0.metric === metric && $0.isForward == isForward }.map { index in
        weights.append(weights.remove(at: index))
        return weights[weights.count - 1]
      }
    }
    if let known { return known }
    search.query.use(metric)
    let open = search.avoidingClosures(points, coordinates)
    let partial = search.query.partial
    let closed = points.indices.filter { index in
      open[index] != points[index] || partial.isPartlyClosed(points[index].nearest)
        || partial.isPartlyClosed(points[index].mainland)
    }
    let made = SetWeights(
      metric: metric, isForward: isForward,
      stops: StopWeights(stops, partial, metric),
      closed: closed.isEmpty
        ? nil
        : StopSet(
          closed.count, closed.map { open[$0] }, closed.map { coordinates[$0] }, closed, false))
    kept.withLock { weights in
      weights.append(made)
      var bytes = weights.reduce(0) { $0 + $1.stops.bytes }
      while bytes > Self.maximumBytes, weights.count > SelectedRows.Lanes.scalarCount {
        bytes -= weights.removeFirst().stops.bytes
      }
    }
    return made
  }
}

/// What a set knows of one metric, in one direction.
private struct SetWeights: Sendable {
  let metric: HierarchyMetric
  let isForward: Bool
  let stops: StopWeights
  /// The stops at closed roads, where they are instead; their numbers are those in the set.
  let closed: StopSet?
}

/// The drives between one end and each stop of a set, with the weights of one time.
struct StopColumn {
  /// By stop with a road: `nil` without a route.
  var milliseconds: [UInt32?]
  /// By stop with a road: from it to the road where the drive ends or begins.
  var meters: [Meters]

  /// - Parameters:
  ///   - near: by position of the set, from or to the other end's nearest position.
  ///   - far: the same of its mainland position, asked for where a stop has no route; `nil` if that
  ///     is the nearest.
  fileprivate init(of set: StopSet, _ near: [UInt32?], far: () -> [UInt32?]?, _ isForward: Bool) {
    milliseconds = Array(near.prefix(set.points.count))
    meters = set.points.map(\.nearest.distance)
    guard milliseconds.contains(nil) else { return }
    let far = far()
    // The start moves first.
    if !isForward { move(set, near) }
    if let far {
      for stop in milliseconds.indices where milliseconds[stop] == nil {
        milliseconds[stop] = far[stop]
      }
    }
    if isForward { move(set, near) }
    if let far { move(set, far) }
  }

  private mutating func move(_ set: StopSet, _ cells: [UInt32?]) {
    for (number, stop) in set.moved.enumerated() where milliseconds[stop] == nil {
      guard let cell = cells[set.points.count + number] else { continue }
      milliseconds[stop] = cell
      meters[stop] = set.points[stop].mainland.distance
    }
  }
}
