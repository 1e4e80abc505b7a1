import Geography
package import Messages
import Time

/// Answers the router's messages for one profile; each worker has its own.
package final class ProfileRouter {
  private let roads: LiveRoads
  let network: RoadNetwork
  let query: HierarchyQuery
  /// Made on the first request to verify an answer.
  private var reference: RouteQuery?
  /// Made on the first request to match a track.
  private var lengths: HierarchyQuery?
  let snapper: Snapper
  private var snapped: SnapCache
  var stopSets = StopSets()
  let isochrones: IsochroneQuery
  let alternatives: AlternativeQuery
  /// The version of the live traffic that the answers respect; `nil` before the first change.
  private(set) var trafficVersion: Int?

  /// Answers each request from the newest snapshot of the roads.
  package init(_ roads: LiveRoads) {
    self.roads = roads
    let snapshot = roads.snapshot
    network = snapshot.network
    query = HierarchyQuery(snapshot.metric())
    snapper = Snapper(snapshot.network)
    snapped = SnapCache(snapper)
    isochrones = IsochroneQuery(snapshot.network)
    alternatives = AlternativeQuery(snapshot.network)
  }

  package convenience init(_ snapshot: RoadSnapshot) { self.init(LiveRoads(snapshot)) }

  /// - Throws: `invalidRequest`, `outsideMap`, `noRoute`.
  package func answer(_ request: RouteRequest) throws(ServiceError) -> RouteReply {
    let count = request.waypoints.count
    guard (2...RouterLimits.maximumWaypoints).contains(count) else {
      throw ServiceError(
        .invalidRequest,
        """
        A route takes 2 to \(RouterLimits.maximumWaypoints) waypoints; this request has \(count).
        """)
    }
    let others = try alternativeCount(request)
    let through = try through(request)
    try check(request.roads)
    let snapped = try headed(
      try snap(request.waypoints, "Waypoint", side: request.side ?? .either), request)
    let (hour, roads) = try prepareSearch(
      departure: request.departure, arrival: request.arrival, request.roads)
    let points = avoidingClosures(snapped, request.waypoints)
    let (positions, legs) = try quickestPath(through: points)
    let clock = legClock(of: legs, through: snapped, request.waypoints, hour, roads)
    let describe = { [query] (legs: [PathLeg], verified: Bool?) in
      RouteDescription(query.partial, clock).reply(
        legs, asked: request.waypoints, snapped: points, through: through,
        geometry: request.geometry ?? false,
        steps: request.steps ?? false, verified: verified, isTimed: hour.time != nil)
    }
    let isVerified = request.verify ?? false ? isVerified(legs, through: positions) : nil
    let reply = describe(legs, isVerified).withTimes(at: hour, trafficVersion: trafficVersion)
    guard others > 0 else { return reply }
    let paths = alternatives.alternatives(
      to: legs[0], from: positions[0], to: positions[1], count: others, query.partial)
    return reply.with(paths.map { describe([$0], nil) })
  }

  /// - Throws: `invalidRequest`, `outsideMap`.
  package func answer(_ request: TableRequest) throws(ServiceError) -> TableReply {
    let (rows, columns) = (request.sources.count, request.destinations.count)
    guard rows > 0, columns > 0 else {
      throw ServiceError(
        .invalidRequest, "A table takes at least one source and one destination.")
    }
    let (cells, isOver) = rows.multipliedReportingOverflow(by: columns)
    guard !isOver, cells <= RouterLimits.maximumTableCells else {
      throw ServiceError(
        .invalidRequest,
        """
        \(rows) sources by \(columns) destinations are more than \
        \(RouterLimits.maximumTableCells) cells; ask for parts of the table.
        """)
    }
    try check(request.roads)
    let sources = try snap(request.sources, "Source")
    let destinations = try snap(request.destinations, "Destination")
    let (hour, roads) = try prepareSearch(
      departure: request.departure, arrival: request.arrival, request.roads)
    let isHourly = request.hourly ?? false, isPacked = request.packed ?? false
    let milliseconds = timed(isHourly ? .none : hour, roads) {
      let rows = avoidingClosures(sources, request.sources)
      let columns = avoidingClosures(destinations, request.destinations)
      return Array(table(from: rows, to: columns).joined())
    }
    let seconds = { milliseconds.map { $0.map(RouteDescription.seconds) } }
    return TableReply(
      durationsSeconds: isHourly || isPacked ? nil : seconds().split(into: rows),
      packedSeconds: isPacked && !isHourly
        ? PackedNumbers(seconds().map { $0.map(Int32.init) }) : nil,
      sourceCentimeters: request.snapping ?? false ? Self.centimeters(sources) : nil,
      destinationCentimeters: request.snapping ?? false ? Self.centimeters(destinations) : nil,
      trafficVersion: trafficVersion, mapVersion: network.version,
      packedMilliseconds: isHourly ? PackedNumbers(milliseconds.map { $0.map(Int32.init) }) : nil)
  }

  /// The waypoints that are passed without stopping.
  ///
  /// - Throws: `invalidRequest` for a number that is no via point's.
  private func through(_ request: RouteRequest) throws(ServiceError) -> Set<Int> {
    let numbers = request.through ?? []
    if let wrong = numbers.first(where: {
      !request.waypoints.indices.dropFirst().dropLast().contains($0)
    }) {
      throw ServiceError(
        .invalidRequest,
        """
        Waypoint number \(wrong) to pass through is no via point: those are 1 to \
        \(request.waypoints.count - 2).
        """)
    }
    return Set(numbers)
  }

  /// - Throws: `invalidRequest`, `outsideMap`.
  package func answer(_ request: NearestRoadRequest) throws(ServiceError) -> NearestRoadReply {
    let limit = request.limit ?? 1
    guard (1...RouterLimits.maximumNearest).contains(limit) else {
      throw ServiceError(
        .invalidRequest,
        "A request asks for the nearest 1 to \(RouterLimits.maximumNearest) roads, not \(limit).")
    }
    guard request.coordinate.isValid else { throw invalid(request.coordinate, "The coordinate") }
    let options = try nearestOptions(request)
    let positions = snapper.nearest(request.coordinate, limit: limit, options)
    guard !positions.isEmpty else {
      throw outsideMap(request.coordinate, "The coordinate", options)
    }
    return NearestRoadReply(
      points: positions.map(network.roadPoint), mapVersion: network.version)
  }
}

extension ProfileRouter {
  /// Sets the search to the newest snapshot, with the speeds and rules of the requested hour.
  ///
  /// - Parameter selection: which roads may be used; `check` has accepted it.
  /// - Throws: `invalidRequest` where both a departure and an arrival are given.
  func prepareSearch(
    departure: Timestamp?, arrival: Timestamp?, _ selection: RoadSelection? = nil
  ) throws(ServiceError) -> (hour: RequestedHour, roads: HourlyRoads) {
    let hour = try RequestedHour(departure: departure, arrival: arrival)
    let roads = HourlyRoads(useNewestSnapshot(), selection)
    query.use(roads.metric(at: hour.time))
    return (hour, roads)
  }

  /// A search for the shortest ways.
  ///
  /// - Parameter vehicle: leaves out the roads that it does not fit.
  func distanceQuery(for vehicle: VehicleSize? = nil) -> HierarchyQuery {
    let metric = roads.snapshot.lengthMetric()
    let query = lengths ?? HierarchyQuery(metric)
    lengths = query
    query.use(
      vehicle.map { metric.updated(to: RoadChanges(network, closedTo: $0), under: .none) } ?? metric
    )
    return query
  }

  /// The newest snapshot, whose traffic version the reply has.
  func useNewestSnapshot() -> RoadSnapshot {
    let snapshot = roads.snapshot
    let version = snapshot.traffic.state.version
    trafficVersion = version > 0 ? version : nil
    return snapshot
  }

  private static func centimeters(_ points: [SnappedPoint]) -> PackedNumbers {
    PackedNumbers(cells: points.map { Int32(($0.nearest.distance * 100).rounded()) })
  }

  /// Whether Dijkstra's algorithm finds the same duration for every leg.
  private func isVerified(_ legs: [PathLeg], through positions: [RoadPosition]) -> Bool {
    let reference = reference ?? RouteQuery(network, query.metric.travel)
    reference.use(query.metric.travel)
    self.reference = reference
    guard let plain = try? reference.path(through: positions) else { return false }
    return plain.map(\.milliseconds) == legs.map(\.milliseconds)
  }

  /// - Parameter role: what an error message calls the coordinates: "Waypoint".
  private func snap(
    _ coordinates: [Coordinate], _ role: String, side: StreetSide = .either
  ) throws(ServiceError) -> [SnappedPoint] {
    var points: [SnappedPoint] = []
    points.reserveCapacity(coordinates.count)
    for (index, coordinate) in coordinates.enumerated() {
      try points.append(snap(coordinate, "\(role) \(index + 1)", side: side))
    }
    return points
  }

  /// - Parameter role: what an error message calls the coordinate: "Waypoint 1".
  func snap(
    _ coordinate: Coordinate, _ role: @autoclosure () -> String, side: StreetSide = .either
  ) throws(ServiceError) -> SnappedPoint {
    guard coordinate.isValid else { throw invalid(coordinate, role()) }
    guard let point = snapped.snap(coordinate, side: side) else {
      throw outsideMap(coordinate, role())
    }
    return point
  }

  /// The snapped point; `nil` for a coordinate out of range or too far from every road.
  func snapIfNear(_ coordinate: Coordinate) -> SnappedPoint? {
    coordinate.isValid ? snapped.snap(coordinate) : nil
  }

  private func invalid(_ coordinate: Coordinate, _ role: String) -> ServiceError {
    ServiceError(
      .invalidRequest,
      """
      \(role) (\(coordinate.text)) is no place on Earth: latitude is -90 to 90, longitude \
      -180 to 180.
      """)
  }

  private func outsideMap(
    _ coordinate: Coordinate, _ role: String, _ options: Snapper.NearestOptions = .init()
  ) -> ServiceError {
    let box = network.box
    let corner = Coordinate(latitude: box.south, longitude: box.west).text
    let opposite = Coordinate(latitude: box.north, longitude: box.east).text
    return ServiceError(
      .outsideMap,
      """
      \(role) (\(coordinate.text)) is more than \(Int(options.radius)) m from any road of the \
      map\(options.bearing == nil ? "" : " in that direction"), which reaches from \(corner) to \
      \(opposite).
      """)
  }

  func noRoute(_ positions: [RoadPosition], _ leg: Int) -> ServiceError {
    let ends = [positions[leg], positions[leg + 1]]
    if let closed = ends.first(where: query.partial.isClosed) {
      let changes = query.partial.metric.changes
      let isByRule = [false, true].contains {
        changes.closed.contains(DirectedSegment(closed.segment, isBackward: $0))
      }
      let reason =
        isByRule
        ? "The road at \(description(closed)) is closed at that time, or to such a vehicle"
        : "Live traffic has closed the road at \(description(closed))"
      return ServiceError(
        .noRoute,
        "\(reason), and no open one is within \(Int(Snapper.closureReach)) m of it.")
    }
    return ServiceError(
      .noRoute,
      """
      No road for \(network.profile.rules.travellers) leads from \(description(positions[leg])) to \
      \(description(positions[leg + 1])): one of them may lie on an island or behind closed roads.
      """)
  }

  /// The points, and for those on a closed road the nearest point of an open road that is little
  /// farther, if there is one.
  func avoidingClosures(
    _ points: [SnappedPoint], _ coordinates: [Coordinate]
  ) -> [SnappedPoint] {
    guard trafficVersion != nil || !query.partial.metric.changes.closed.isEmpty else {
      return points
    }
    return zip(points, coordinates).map { point, coordinate in
      guard query.partial.isClosed(point.nearest) else { return point }
      return snapper.snap(coordinate, besides: point.nearest) { [query] segment in
        query.partial.isOpen(segment)
      } ?? point
    }
  }

  private func description(_ position: RoadPosition) -> String {
    let name = network.name(at: network.nameIndex(of: position.segment))
    return name.map { "\(position.coordinate.text) (\($0))" } ?? position.coordinate.text
  }
}

extension Array {
  /// This many rows of equal length.
  fileprivate func split(into rows: Int) -> [[Element]] {
    let columns = count / rows
    return (0..<rows).map { Array(self[$0 * columns..<($0 + 1) * columns]) }
  }
}

extension Coordinate {
  /// "37.785834,-122.406417": six decimals, the usual form to copy and paste.
  fileprivate var text: String { "\(Self.rounded(latitude)),\(Self.rounded(longitude))" }

  private static func rounded(_ degrees: Double) -> String {
    degrees.isFinite ? "\((degrees * 1e6).rounded() / 1e6)" : "\(degrees)"
  }
}
