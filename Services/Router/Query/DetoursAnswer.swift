import Geography
import Messages
import Time

extension ProfileRouter {
  /// The two drives over each stop: one search from the origin, and one to the destination for each
  /// period of the speed schedule in which a stop may be left.
  ///
  /// - Throws: `invalidRequest`; `outsideMap` for the origin or the destination.
  package func answer(_ request: DetoursRequest) throws(ServiceError) -> DetoursReply {
    try check(request)
    let origin = try snap(request.origin, "The origin")
    let destination = try snap(request.destination, "The destination")
    let stops = SnappedStops(request.stops.coordinates.map(snapIfNear))
    let snapshot = useNewestSnapshot()
    let leavings = LeavingColumns(request, snapshot.speedSchedule)

    query.use(snapshot.metric(at: request.departure))
    let nearest = query.costs(from: origin.nearest, to: stops.points.map(\.nearest))
    let toStop = throughMainland([nearest], from: [origin], to: stops.points)[0]
    let meters = stops.points.indices.map { index in
      let isMoved = nearest[index] == nil && toStop[index] != nil
      return (isMoved ? stops.points[index].mainland : stops.points[index].nearest).distance
    }
    let toDestination = leavings.times.flatMap { time in
      query.use(snapshot.metric(at: time))
      let column = table(from: stops.points, to: [destination])
      return stops.cells(column.map { Self.seconds($0[0]) })
    }
    return DetoursReply(
      toStopSeconds: PackedNumbers(cells: stops.cells(toStop.map(Self.seconds))),
      toDestinationSeconds: PackedNumbers(cells: toDestination), leavingColumns: leavings.columns,
      stopCentimeters: PackedNumbers(
        cells: stops.cells(meters.map { Int32(($0 * 100).rounded()) })),
      originMeters: origin.nearest.distance, destinationMeters: destination.nearest.distance,
      trafficVersion: trafficVersion, mapVersion: network.version)
  }

  private func check(_ request: DetoursRequest) throws(ServiceError) {
    guard request.stops.count <= RouterLimits.maximumDetourStops else {
      throw ServiceError(
        .invalidRequest,
        """
        A request has at most \(RouterLimits.maximumDetourStops) stops, not \
        \(request.stops.count); ask for parts of them.
        """)
    }
    guard request.leavings?.count ?? 0 <= RouterLimits.maximumLeavings else {
      throw ServiceError(
        .invalidRequest,
        """
        A request has at most \(RouterLimits.maximumLeavings) leavings, not \
        \(request.leavings?.count ?? 0).
        """)
    }
  }

  /// A cell of whole seconds; -1 without a route.
  private static func seconds(_ milliseconds: UInt32?) -> Int32 {
    milliseconds.map { Int32(RouteDescription.seconds(UInt64($0))) } ?? -1
  }
}

/// The stops that have a road, and how the cells of all stops follow from theirs.
private struct SnappedStops {
  private let count: Int
  /// By point: the number of its stop.
  private var numbers: [Int] = []
  private(set) var points: [SnappedPoint] = []

  init(_ stops: [SnappedPoint?]) {
    count = stops.count
    numbers.reserveCapacity(count)
    points.reserveCapacity(count)
    for (number, point) in stops.enumerated() {
      guard let point else { continue }
      numbers.append(number)
      points.append(point)
    }
  }

  /// The cells by stop; -1 for a stop without a road.
  func cells(_ cells: [Int32]) -> [Int32] {
    guard numbers.count < count else { return cells }
    var all = [Int32](repeating: -1, count: count)
    for (number, cell) in zip(numbers, cells) { all[number] = cell }
    return all
  }
}

/// The distinct speeds with which stops are left.
private struct LeavingColumns {
  /// By column: a time with its speeds.
  private(set) var times: [Timestamp?] = []
  /// By leaving: its column.
  private(set) var columns: [Int] = []

  init(_ request: DetoursRequest, _ schedule: SpeedSchedule) {
    var periods: [Int] = []
    let leavings = request.leavings.map { $0.map(Optional.some) } ?? [request.departure]
    for leaving in leavings {
      let period = schedule.period(at: leaving)
      if !periods.contains(period) {
        periods.append(period)
        times.append(leaving)
      }
      columns.append(periods.firstIndex(of: period) ?? 0)
    }
  }
}
