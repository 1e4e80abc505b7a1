import Geography
import Messages
import Time

/// Answers requests for the drives over each of many stops.
final class DetoursAnswer {
  let search: RoadSearch
  var stopSets = StopSets()

  init(_ search: RoadSearch) { self.search = search }

  /// The two drives over each stop: one search from the origin, and one to the destination for each
  /// period of the speed schedule in which a stop may be left.
  ///
  /// - Throws: `invalidRequest`; `outsideMap` for the origin or the destination; as
  ///   `RoadSearch.use`.
  func answer(_ request: DetoursRequest) throws(ServiceError) -> DetoursReply {
    try checkCounts(stops: request.stops.count, leavings: request.leavings?.count ?? 0)
    try request.roads?.check(for: search.network.profile)
    let snapped = [
      try search.snap(request.origin, "The origin"),
      try search.snap(request.destination, "The destination"),
    ]
    let known = stopSets.set(of: request.stops, search.snapIfNear)
    let snapshot = search.useNewestSnapshot()
    let roads = HourlyRoads(snapshot, request.roads)
    let leavings = LeavingColumns(request.leavings, request.departure, roads)

    try search.use(roads, at: request.departure)
    let ends = open(snapped, [request.origin, request.destination], known).ends
    var meters: [Meters]?
    let hour = try RequestedHour(departure: request.departure, arrival: nil)
    let toStop = try search.timed(hour, roads) {
      let open = open(snapped, [request.origin, request.destination], known)
      let drives = drives(from: open.ends[0], to: open.stops)
      meters = meters ?? drives.meters
      return drives.milliseconds
    }
    let isHourly = request.hourly ?? false
    var toDestination: [Int32] = []
    for time in leavings.times {
      try search.use(roads, at: time)
      let (ends, stops) = open(snapped, [request.origin, request.destination], known)
      let nearest = stops.costs(to: ends[1].nearest, search.query).map { [$0] }
      let column = search.throughMainland(nearest, from: stops.points, to: [ends[1]]).map { $0[0] }
      toDestination += stops.cells(
        column.map { isHourly ? Self.milliseconds($0) : Self.seconds($0.map(UInt64.init)) })
    }
    return DetoursReply(
      toStopSeconds: PackedNumbers(cells: known.cells(toStop.map(Self.seconds))),
      toDestinationSeconds: PackedNumbers(cells: isHourly ? [] : toDestination),
      leavingColumns: leavings.columns,
      stopCentimeters: PackedNumbers(
        cells: known.cells((meters ?? []).map { Int32(($0 * 100).rounded()) })),
      originMeters: ends[0].nearest.distance, destinationMeters: ends[1].nearest.distance,
      trafficVersion: search.trafficVersion, mapVersion: search.network.version,
      toDestinationMilliseconds: isHourly ? PackedNumbers(cells: toDestination) : nil)
  }

  /// The ends and the stops, on roads that are open with the search's weights.
  func open(
    _ ends: [SnappedPoint], _ coordinates: [Coordinate], _ stops: StopSet
  ) -> (ends: [SnappedPoint], stops: StopSet) {
    (
      search.avoidingClosures(ends, coordinates),
      stops.with(search.avoidingClosures(stops.points, stops.coordinates))
    )
  }

  /// The milliseconds to each stop, and the metres from it to the road on which the drive ends.
  private func drives(
    from origin: SnappedPoint, to stops: StopSet
  ) -> (milliseconds: [UInt32?], meters: [Meters]) {
    let nearest = stops.costs(from: origin.nearest, search.query)
    let unmoved = search.throughMainland(
      [nearest], from: [origin], to: stops.points, EndChoice.movesOfStart)
    let all = search.throughMainland(
      unmoved, from: [origin], to: stops.points, EndChoice.movesOfEnd)[0]
    let meters = stops.points.indices.map { index in
      let point = stops.points[index]
      let isMoved = unmoved[0][index] == nil && all[index] != nil
      return (isMoved ? point.mainland : point.nearest).distance
    }
    return (all, meters)
  }

  func checkCounts(stops: Int, leavings: Int) throws(ServiceError) {
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
