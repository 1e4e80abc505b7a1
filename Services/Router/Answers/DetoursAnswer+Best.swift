import Geography
import Messages
import Time

extension DetoursAnswer {
  /// The stops with the least sum of both drives: one search from the origin, and one to the
  /// destination for each period of the speed schedule that a drive on may pass.
  ///
  /// - Throws: `notFound` for a set that is not known; as `DetoursRequest`.
  func answer(_ request: BestDetoursRequest) throws(ServiceError) -> BestDetoursReply {
    try checkCounts(stops: request.stops?.count ?? 0, leavings: request.leavings?.count ?? 0)
    try request.roads?.check(for: search.network.profile)
    let ends = [
      try search.snap(request.origin, "The origin"),
      try search.snap(request.destination, "The destination"),
    ]
    guard let known = stopSets.set(named: request.set, request.stops, search.snapIfNear) else {
      throw ServiceError(.notFound, "The stops named “\(request.set)” are not known; send them.")
    }
    let roads = HourlyRoads(search.useNewestSnapshot(), request.roads)
    let sums = try sums(
      over: known, request.departure, LeavingColumns(request.leavings, request.departure, roads),
      roads, from: request.origin, request.destination, ends)
    let best = LeastSums(sums, count: request.count)
    return BestDetoursReply(
      stops: PackedNumbers(cells: best.stops.map { Int32(known.numbers[$0]) }),
      others: best.others, leastMillisecondsOfOthers: best.leastOfOthers,
      unreachable: known.stops.count - best.stops.count - best.others,
      trafficVersion: search.trafficVersion, mapVersion: search.network.version)
  }

  /// The least milliseconds over each stop with a road; `nil` without a route.
  ///
  /// - Throws: as `RoadSearch.use`.
  private func sums(
    over known: StopSet, _ departure: Timestamp?, _ leavings: LeavingColumns,
    _ roads: HourlyRoads, from origin: Coordinate, _ destination: Coordinate,
    _ snapped: [SnappedPoint]
  ) throws(ServiceError) -> [UInt64?] {
    try search.use(roads, at: departure)
    let hour: RequestedHour = departure.map { .departure($0) } ?? .none
    var sums = try search.timed(hour, roads) {
      let (ends, stops) = open(snapped, [origin, destination], known)
      return costs(from: ends[0], to: stops)
    }
    var least = [UInt32?](repeating: nil, count: sums.count)
    for time in leavings.times {
      try search.use(roads, at: time)
      let (ends, stops) = open(snapped, [origin, destination], known)
      let column = costs(from: stops, to: ends[1])
      for (stop, cost) in column.enumerated() {
        if let cost { least[stop] = min(least[stop] ?? cost, cost) }
      }
    }
    for (stop, cost) in least.enumerated() {
      sums[stop] = cost.flatMap { cost in sums[stop].map { $0 + UInt64(cost) } }
    }
    return sums
  }

  private func costs(from origin: SnappedPoint, to stops: StopSet) -> [UInt32?] {
    var costs = MovedCosts(stops, origin) { [query = search.query] in $0.costs(from: $1, query) }
    costs.moveOther()
    costs.moveStops()
    costs.moveBoth()
    return costs.costs
  }

  private func costs(from stops: StopSet, to destination: SnappedPoint) -> [UInt32?] {
    var costs = MovedCosts(stops, destination) { [query = search.query] in $0.costs(to: $1, query) }
    costs.moveStops()
    costs.moveOther()
    costs.moveBoth()
    return costs.costs
  }
}

/// The costs of `throughMainland`, by prepared searches: where there is no path, one end moves to
/// the mainland, then both.
private struct MovedCosts {
  private let stops: StopSet
  private let other: SnappedPoint
  private let search: (StopSet, RoadPosition) -> [UInt32?]
  private(set) var costs: [UInt32?]

  /// - Parameter search: between a set and the other end.
  init(
    _ stops: StopSet, _ other: SnappedPoint,
    _ search: @escaping (StopSet, RoadPosition) -> [UInt32?]
  ) {
    self.stops = stops
    self.other = other
    self.search = search
    costs = search(stops, other.nearest)
  }

  private var isOtherMoved: Bool { other.mainland != other.nearest }

  mutating func moveOther() {
    guard isOtherMoved, costs.contains(nil) else { return }
    for (stop, cost) in search(stops, other.mainland).enumerated() where costs[stop] == nil {
      costs[stop] = cost
    }
  }

  mutating func moveStops() { moveStops(other.nearest) }

  mutating func moveBoth() { if isOtherMoved { moveStops(other.mainland) } }

  private mutating func moveStops(_ position: RoadPosition) {
    guard stops.moved.contains(where: { costs[$0] == nil }) else { return }
    for (stop, cost) in zip(stops.moved, search(stops.mainland, position))
    where costs[stop] == nil { costs[stop] = cost }
  }
}

/// The stops with the least sums.
struct LeastSums {
  /// The least first; of equal ones the lesser number.
  private(set) var stops: [Int] = []
  /// How many others have a sum, and the least of these.
  private(set) var others = 0
  private(set) var leastOfOthers: Int?

  /// - Parameter sums: by stop; `nil` for none.
  init(_ sums: [UInt64?], count: Int) {
    let limit = Self.limit(sums, count)
    var best: [(sum: UInt64, stop: Int)] = []
    for (stop, sum) in sums.enumerated() {
      guard let sum else { continue }
      if sum < limit { best.append((sum, stop)) } else { add(other: sum, 1) }
    }
    best.sort { $0 < $1 }
    for (sum, _) in best.dropFirst(max(0, count)) { add(other: sum, 1) }
    stops = best.prefix(max(0, count)).map(\.stop)
  }

  private mutating func add(other sum: UInt64, _ count: Int) {
    others += count
    leastOfOthers = min(leastOfOthers ?? .max, Int(sum))
  }

  /// A sum that the wanted ones are below, with few others: counted by whole seconds, instead of
  /// sorting all.
  private static func limit(_ sums: [UInt64?], _ count: Int) -> UInt64 {
    let buckets = 1 << 15
    var counts = [Int](repeating: 0, count: buckets)
    for sum in sums { if let sum { counts[min(buckets - 1, Int(sum / 1000))] += 1 } }
    var total = 0
    for (second, found) in counts.dropLast().enumerated() {
      total += found
      if total >= count { return UInt64(second + 1) * 1000 }
    }
    return .max
  }
}
