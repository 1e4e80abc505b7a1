import Geography
import Messages
import Time

/// Answers requests for the drives over each of many stops.
@Memberwise final class DetoursAnswer {
  let search: RoadSearch
  /// Those of all workers.
  private let stopSets: StopSets
  private var space = StopSet.Space()

  /// The two drives over each stop: one search from the origin, and one to the destination for each
  /// period of the speed schedule in which a stop may be left.
  ///
  /// - Throws: `invalidRequest`; `outsideMap` for the origin or the destination; as
  ///   `RoadSearch.use`.
  func answer(_ request: DetoursRequest) throws(ServiceError) -> DetoursReply {
    try checkCounts(stops: request.stops.count, leavings: request.leavings?.count ?? 0)
    try request.roads?.check(for: search.network.profile)
    let ends = try snap(request.origin, request.destination)
    let known =
      stopSets.set(.stops(request.stops)) { StopSet(request.stops, search.snapIfNear) }
      ?? StopSet(request.stops, search.snapIfNear)
    let roads = HourlyRoads(
      snapshot: search.useNewestSnapshot(), selection: request.roads)
    let leavings = LeavingColumns(request.leavings, request.departure, roads)
    let drives = try drives(over: known, ends, request.departure, leavings, roads)
    return reply(drives, of: known, leavings, isHourly: request.hourly ?? false)
  }

  /// The stops with the least sum of both drives: one search from the origin, and one to the
  /// destination for each period of the speed schedule that a drive on may pass.
  ///
  /// - Throws: `notFound` for a set that is not known; as `DetoursRequest`.
  func answer(_ request: BestDetoursRequest) throws(ServiceError) -> BestDetoursReply {
    try checkCounts(stops: request.stops?.count ?? 0, leavings: request.leavings?.count ?? 0)
    try request.roads?.check(for: search.network.profile)
    let ends = try snap(request.origin, request.destination)
    let known = stopSets.set(.name(request.set)) {
      request.stops.map { StopSet($0, isLarge: true, search.snapIfNear) }
    }
    guard let known else {
      throw ServiceError(.notFound, "The stops named “\(request.set)” are not known; send them.")
    }
    let roads = HourlyRoads(
      snapshot: search.useNewestSnapshot(), selection: request.roads)
    let leavings = LeavingColumns(request.leavings, request.departure, roads)
    let drives = try drives(over: known, ends, request.departure, leavings, roads)
    let best = LeastSums(drives.leastSums, count: request.count)
    return BestDetoursReply(
      stops: PackedNumbers(cells: best.stops.map { Int32(known.numbers[$0]) }),
      others: best.others, leastMillisecondsOfOthers: best.leastOfOthers,
      unreachable: known.count - best.stops.count - best.others,
      trafficVersion: search.trafficVersion, mapVersion: search.network.version)
  }

  /// An end of the drives: its coordinate, and the snapped point where all roads are open.
  private typealias End = (coordinate: Coordinate, point: SnappedPoint)

  private func snap(
    _ origin: Coordinate, _ destination: Coordinate
  ) throws(ServiceError) -> [End] {
    [
      (origin, try search.snap(origin, "The origin")),
      (destination, try search.snap(destination, "The destination")),
    ]
  }

  /// The drives over the stops of a set that have a road.
  private struct Drives {
    var toStop: [UInt64?] = []
    /// Of the departure's hour.
    var meters: [Meters] = []
    /// By column of the leavings.
    var toDestination: [[UInt32?]] = []
    /// From the coordinates of the origin and the destination to the roads of the departure's hour.
    var endMeters: [Meters] = []

    /// Of both drives with the quickest of the columns.
    var leastSums: [UInt64?] {
      toStop.indices.map { stop in
        let least = toDestination.lazy.compactMap { $0[stop] }.min()
        return toStop[stop].flatMap { there in least.map { there + UInt64($0) } }
      }
    }
  }

  private func drives(
    over stops: StopSet, _ ends: [End], _ departure: Timestamp?, _ leavings: LeavingColumns,
    _ roads: HourlyRoads
  ) throws(ServiceError) -> Drives {
    var drives = Drives()
    search.query.use(roads.metric(at: departure))
    drives.endMeters = ends.map {
      search.avoidingClosures([$0.point], [$0.coordinate])[0].nearest.distance
    }
    let hour = try RequestedHour(departure: departure, arrival: nil)
    // By number of the weights: those of further hours are searched with the first that is asked.
    var known: [Int: StopColumn] = [:]
    drives.toStop = try search.timed(hour, roads) { time throws(ServiceError) in
      let number = roads.number(at: time)
      if known[number] == nil {
        let longest = known.values.first?.milliseconds.compactMap(\.self).max() ?? 0
        let times = time.map { time in
          (0...Int(longest) / 3_600_000).map { time.adding(seconds: 3600 * $0) }
        }
        let new = LeavingColumns(times, time, roads).times
          .filter { known[roads.number(at: $0)] == nil }.prefix(Self.lanes)
        for (time, column) in zip(new, try columns(stops, ends[0], new, roads, isForward: true)) {
          known[roads.number(at: time)] = column
        }
        if drives.meters.isEmpty { drives.meters = known[number]?.meters ?? [] }
      }
      return known[number]?.milliseconds ?? []
    }
    drives.toDestination = try columns(
      stops, ends[1], leavings.times[...], roads, isForward: false
    ).map(\.milliseconds)
    return drives
  }

  private static var lanes: Int { SelectedRows.Lanes.scalarCount }

  /// The drives with the weights of each of some times.
  private func columns(
    _ stops: StopSet, _ end: End, _ times: ArraySlice<Timestamp?>, _ roads: HourlyRoads,
    isForward: Bool
  ) throws(ServiceError) -> [StopColumn] {
    var columns: [StopColumn] = []
    var rest = times
    while !rest.isEmpty {
      var ends: [StopSet.End] = []
      for time in rest.prefix(Self.lanes) {
        try search.use(roads, at: time)
        ends.append(
          (search.query.metric, search.avoidingClosures([end.point], [end.coordinate])[0]))
      }
      columns += stops.columns(ends, isForward: isForward, search, &space)
      rest = rest.dropFirst(Self.lanes)
    }
    return columns
  }

  private func reply(
    _ drives: Drives, of set: StopSet, _ leavings: LeavingColumns, isHourly: Bool
  ) -> DetoursReply {
    let toDestination = drives.toDestination.flatMap { column in
      set.cells(
        column.map { isHourly ? Self.milliseconds($0) : Self.seconds($0.map(UInt64.init)) })
    }
    return DetoursReply(
      toStopSeconds: PackedNumbers(cells: set.cells(drives.toStop.map(Self.seconds))),
      toDestinationSeconds: PackedNumbers(cells: isHourly ? [] : toDestination),
      leavingColumns: leavings.columns,
      stopCentimeters: PackedNumbers(
        cells: set.cells(drives.meters.map { Int32(($0 * 100).rounded()) })),
      originMeters: drives.endMeters[0], destinationMeters: drives.endMeters[1],
      trafficVersion: search.trafficVersion, mapVersion: search.network.version,
      toDestinationMilliseconds: isHourly ? PackedNumbers(cells: toDestination) : nil)
  }

  private func checkCounts(stops: Int, leavings: Int) throws(ServiceError) {
    try check(stops, "The number of stops", in: 0...RouterLimits.maximumDetourStops)
    try check(leavings, "The number of leavings", in: 0...RouterLimits.maximumLeavings)
  }

  /// A cell of whole seconds; -1 without a route.
  private static func seconds(_ milliseconds: UInt64?) -> Int32 {
    milliseconds.map { Int32(RouteDescription.seconds($0)) } ?? -1
  }

  /// A cell of milliseconds; -1 without a route.
  private static func milliseconds(_ milliseconds: UInt32?) -> Int32 {
    milliseconds.map(Int32.init) ?? -1
  }
}

/// The distinct weights with which stops are left.
struct LeavingColumns {
  /// By column: a time with its weights.
  private(set) var times: [Timestamp?] = []
  /// By leaving: its column.
  private(set) var columns: [Int] = []

  /// - Parameter leavings: `nil` for the departure alone.
  init(_ leavings: [Timestamp]?, _ departure: Timestamp?, _ roads: HourlyRoads) {
    var known: [Int] = []
    let leavings = leavings.map { $0.map(Optional.some) } ?? [departure]
    for leaving in leavings {
      let number = roads.number(at: leaving)
      if !known.contains(number) {
        known.append(number)
        times.append(leaving)
      }
      columns.append(known.firstIndex(of: number) ?? 0)
    }
  }
}
