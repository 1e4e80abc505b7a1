import Geography
import Messages

/// Answers the router's messages for one profile; one object a worker.
package final class RoadQuestions {
  private let roads: LiveRoads
  private let network: RoadNetwork
  private let query: RouteQuery
  private let snapper: Snapper
  /// Counts the changes of live traffic that an answer takes in; `nil` before the first.
  private var trafficVersion: Int?

  /// Answers each request from the newest state of the roads.
  package init(_ roads: LiveRoads) {
    self.roads = roads
    let snapshot = roads.snapshot
    network = snapshot.network
    query = RouteQuery(snapshot.network, snapshot.metric())
    snapper = Snapper(snapshot.network)
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
    let positions = try snap(request.waypoints, "waypoint")
    let hour = try take(departure: request.departure, arrival: request.arrival)
    do {
      let legs = try query.path(through: positions)
      let reply = RouteDescription(query.partial).reply(
        legs, geometry: request.geometry ?? false, steps: request.steps ?? false)
      return reply.told(at: hour, trafficVersion: trafficVersion)
    } catch {
      throw noRoute(from: positions[error.leg], to: positions[error.leg + 1])
    }
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
    let sources = try snap(request.sources, "source")
    let destinations = try snap(request.destinations, "destination")
    _ = try take(departure: request.departure, arrival: request.arrival)
    let table = query.table(from: sources, to: destinations).map { row in
      row.map { $0.map { RouteDescription.seconds(UInt64($0)) } }
    }
    let isPacked = request.packed ?? false
    return TableReply(
      durationsSeconds: isPacked ? nil : table,
      packedSeconds: isPacked ? PackedSeconds(table.joined().map { $0.map(Int32.init) }) : nil,
      trafficVersion: trafficVersion, mapVersion: network.version)
  }

  /// - Throws: `invalidRequest`, `outsideMap`.
  package func answer(_ request: NearestRoadRequest) throws(ServiceError) -> NearestRoadReply {
    let limit = request.limit ?? 1
    guard (1...RouterLimits.maximumNearest).contains(limit) else {
      throw ServiceError(
        .invalidRequest,
        "The nearest 1 to \(RouterLimits.maximumNearest) roads can be told, not \(limit).")
    }
    try check(request.coordinate, "coordinate")
    let positions = snapper.nearest(request.coordinate, limit: limit)
    guard !positions.isEmpty else { throw outsideMap(request.coordinate, "coordinate") }
    return NearestRoadReply(points: positions.map(network.roadPoint))
  }
}

extension RoadQuestions {
  /// Sets the search to the newest roads, as they are at the hour in question.
  ///
  /// - Throws: `invalidRequest` where two hours are.
  private func take(
    departure: Timestamp?, arrival: Timestamp?
  ) throws(ServiceError) -> RequestedHour {
    let hour = try RequestedHour(departure: departure, arrival: arrival)
    let snapshot = roads.snapshot
    let version = snapshot.traffic.state.version
    trafficVersion = version > 0 ? version : nil
    query.use(snapshot.metric(at: hour.time))
    return hour
  }

  /// - Parameter role: what the coordinates are to the caller: "waypoint".
  private func snap(
    _ coordinates: [Coordinate], _ role: String
  ) throws(ServiceError) -> [RoadPosition] {
    var positions: [RoadPosition] = []
    positions.reserveCapacity(coordinates.count)
    for (index, coordinate) in coordinates.enumerated() {
      let place = "\(role) \(index + 1)"
      try check(coordinate, place)
      guard let position = snapper.snap(coordinate) else { throw outsideMap(coordinate, place) }
      positions.append(position)
    }
    return positions
  }

  private func check(_ coordinate: Coordinate, _ place: String) throws(ServiceError) {
    guard coordinate.isValid else {
      throw ServiceError(
        .invalidRequest,
        """
        The \(place) \(coordinate.text) is no place on Earth: latitude is -90 to 90, longitude \
        -180 to 180.
        """)
    }
  }

  private func outsideMap(_ coordinate: Coordinate, _ place: String) -> ServiceError {
    let box = network.box
    let corner = Coordinate(latitude: box.south, longitude: box.west).text
    let opposite = Coordinate(latitude: box.north, longitude: box.east).text
    return ServiceError(
      .outsideMap,
      """
      The \(place) \(coordinate.text) is more than \(Int(RouterLimits.maximumSnapMeters)) m from \
      any road of the map, which reaches from \(corner) to \(opposite).
      """)
  }

  private func noRoute(from start: RoadPosition, to end: RoadPosition) -> ServiceError {
    ServiceError(
      .noRoute,
      """
      No road for \(network.profile.rules.travellers) leads from \(told(start)) to \
      \(told(end)): one of them may lie on an island or behind closed roads.
      """)
  }

  private func told(_ position: RoadPosition) -> String {
    let name = network.name(at: network.nameIndex(of: position.segment))
    return name.map { "\(position.coordinate.text) (\($0))" } ?? position.coordinate.text
  }
}

extension Coordinate {
  /// "37.785834,-122.406417": six decimals, as people pass them on.
  fileprivate var text: String { "\(Self.rounded(latitude)),\(Self.rounded(longitude))" }

  private static func rounded(_ degrees: Double) -> String {
    degrees.isFinite ? "\((degrees * 1e6).rounded() / 1e6)" : "\(degrees)"
  }
}
