import Geography
import Messages

/// The sets of stops asked for last: a plan asks for the drives over all shops of a city, and so
/// does the next one. A set that comes again is snapped already, and its searches are prepared.
struct StopSets {
  /// Sets, and the stops of each, are bounded: a worker keeps at most about 30 MB.
  static let maximumSets = 4
  static let maximumStops = 20_000

  /// Least recently used first.
  private var sets: [StopSet] = []
  /// Large sets by their name, least recently used first.
  private var named: [(name: String, set: StopSet)] = []
  static let maximumNamed = 2

  /// A large set that is asked for by name: a worker keeps two, of at most 100,000 stops.
  ///
  /// - Parameter stops: `nil` for those that are known under this name.
  /// - Returns: `nil` if none are.
  mutating func set(
    named name: String, _ stops: PackedCoordinates?, _ snap: (Coordinate) -> SnappedPoint?
  ) -> StopSet? {
    let known = named.firstIndex { $0.name == name }.map { named.remove(at: $0) }?.set
    guard let set = known ?? stops.map({ StopSet($0, snap) }) else { return nil }
    set.isRepeated = true
    if named.count == Self.maximumNamed { named.removeFirst() }
    named.append((name, set))
    return set
  }

  /// The set with these coordinates.
  ///
  /// - Parameter snap: gives the point of a coordinate; `nil` if it has no road.
  mutating func set(
    of stops: PackedCoordinates, _ snap: (Coordinate) -> SnappedPoint?
  ) -> StopSet {
    let known = sets.firstIndex { $0.stops == stops }.map { sets.remove(at: $0) }
    known?.isRepeated = true
    let set = known ?? StopSet(stops, snap)
    guard stops.count <= Self.maximumStops else { return set }
    if sets.count == Self.maximumSets { sets.removeFirst() }
    sets.append(set)
    return set
  }
}

/// A set of stops: those that have a road, and how the cells of all stops follow from theirs.
final class StopSet {
  /// Speeds with which one set is prepared, in each direction.
  static let maximumPrepared = 8

  let stops: PackedCoordinates
  /// By stop with a road, and its coordinate.
  let points: [SnappedPoint]
  let coordinates: [Coordinate]
  /// By stop with a road: its number.
  let numbers: [Int]
  /// The stops whose mainland position is another than their nearest.
  private(set) lazy var moved = points.indices.filter { points[$0].mainland != points[$0].nearest }
  /// Those at their mainland positions.
  private(set) lazy var mainland: StopSet = {
    let set = StopSet(
      stops,
      moved.map { SnappedPoint(nearest: points[$0].mainland, mainland: points[$0].mainland) },
      moved.map { coordinates[$0] }, moved)
    set.isRepeated = isRepeated
    return set
  }()
  /// Whether the set was asked for before; preparing its searches then pays off.
  fileprivate(set) var isRepeated = false
  private var prepared: [PreparedStops] = []

  fileprivate convenience init(
    _ stops: PackedCoordinates, _ snap: (Coordinate) -> SnappedPoint?
  ) {
    let coordinates = stops.coordinates
    let found = coordinates.enumerated().compactMap { number, coordinate in
      snap(coordinate).map { (number: number, coordinate: coordinate, point: $0) }
    }
    self.init(stops, found.map(\.point), found.map(\.coordinate), found.map(\.number))
  }

  private init(
    _ stops: PackedCoordinates, _ points: [SnappedPoint], _ coordinates: [Coordinate],
    _ numbers: [Int]
  ) {
    self.stops = stops
    self.points = points
    self.coordinates = coordinates
    self.numbers = numbers
  }

  /// The same stops with other points; itself where these are its own.
  func with(_ points: [SnappedPoint]) -> StopSet {
    points == self.points ? self : StopSet(stops, points, coordinates, numbers)
  }

  /// The cells by stop; -1 for a stop without a road.
  func cells(_ cells: [Int32]) -> [Int32] {
    guard numbers.count < stops.count else { return cells }
    var all = [Int32](repeating: -1, count: stops.count)
    for (number, cell) in zip(numbers, cells) { all[number] = cell }
    return all
  }

  /// The milliseconds from a position to the nearest position of each point; `nil` without a path.
  func costs(from start: RoadPosition, _ query: HierarchyQuery) -> [UInt32?] {
    guard isRepeated else { return query.costs(from: start, to: points.map(\.nearest)) }
    let index = prepare(query, isForward: true)
    let costs = query.costs(query.partial.departures(start), with: &prepared[index])
    return costs.indices.map { stop in
      query.isExact(costs[stop])
        ? costs[stop]
        : query.milliseconds(costs[stop], from: start, to: points[stop].nearest)
    }
  }

  /// The milliseconds from the nearest position of each point to a position; `nil` without a path.
  func costs(to end: RoadPosition, _ query: HierarchyQuery) -> [UInt32?] {
    guard isRepeated else { return query.costs(from: points.map(\.nearest), to: end) }
    let index = prepare(query, isForward: false)
    let costs = query.costs(query.partial.arrivals(end), with: &prepared[index])
    return costs.indices.map { stop in
      query.isExact(costs[stop])
        ? costs[stop]
        : query.milliseconds(costs[stop], from: points[stop].nearest, to: end)
    }
  }

  /// The index of the searches prepared for the query's weights.
  private func prepare(_ query: HierarchyQuery, isForward: Bool) -> Int {
    let known = prepared.firstIndex {
      $0.metric === query.metric && $0.isForward == isForward
    }
    if let known { return known }
    if prepared.count == Self.maximumPrepared { prepared.removeFirst() }
    let positions = points.map(\.nearest)
    prepared.append(
      PreparedStops(
        isForward ? query.partial.arrivals(positions) : query.partial.departures(positions),
        query.partial, query.metric, isForward: isForward))
    return prepared.count - 1
  }
}
