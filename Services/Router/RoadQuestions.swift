import Geography
import Messages

/// Answers the router's messages; one object a worker.
package final class RoadQuestions {
  private let roads: [TravelProfile: LiveRoads]
  /// Made when a profile is first asked for.
  private var toolsByProfile: [TravelProfile: RoadTools] = [:]

  /// - Parameter roads: of the profiles that can be answered for.
  package init(_ roads: [TravelProfile: LiveRoads]) { self.roads = roads }

  /// Answers for cars, always from this snapshot.
  package convenience init(_ snapshot: RoadSnapshot) { self.init([.car: LiveRoads(snapshot)]) }

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
    let time = try RequestedHour(departure: request.departure, arrival: request.arrival)
    let tools = try tools(request.profile, at: time)
    let positions = try snap(request.waypoints, "waypoint", tools)
    do {
      let legs = try tools.query.path(through: positions)
      let reply = RouteDescription(tools.query.partial).reply(
        legs, geometry: request.geometry ?? false, steps: request.steps ?? false)
      return reply.told(at: time, trafficVersion: tools.trafficVersion)
    } catch {
      throw noRoute(from: positions[error.leg], to: positions[error.leg + 1], tools)
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
    let time = try RequestedHour(departure: request.departure, arrival: request.arrival)
    let tools = try tools(request.profile, at: time)
    let sources = try snap(request.sources, "source", tools)
    let destinations = try snap(request.destinations, "destination", tools)
    let table = tools.query.table(from: sources, to: destinations).map { row in
      row.map { $0.map { RouteDescription.seconds(UInt64($0)) } }
    }
    let isPacked = request.packed ?? false
    return TableReply(
      durationsSeconds: isPacked ? nil : table,
      packedSeconds: isPacked ? PackedSeconds(table.joined().map { $0.map(Int32.init) }) : nil,
      trafficVersion: tools.trafficVersion, mapVersion: tools.network.version)
  }

  /// - Throws: `invalidRequest`, `outsideMap`.
  package func answer(_ request: NearestRoadRequest) throws(ServiceError) -> NearestRoadReply {
    let limit = request.limit ?? 1
    guard (1...RouterLimits.maximumNearest).contains(limit) else {
      throw ServiceError(
        .invalidRequest,
        "The nearest 1 to \(RouterLimits.maximumNearest) roads can be told, not \(limit).")
    }
    let tools = try tools(request.profile)
    try check(request.coordinate, "coordinate")
    let positions = tools.snapper.nearest(request.coordinate, limit: limit)
    guard !positions.isEmpty else { throw outsideMap(request.coordinate, "coordinate", tools) }
    return NearestRoadReply(points: positions.map(tools.network.roadPoint))
  }
}

extension RoadQuestions {
  /// The tools to answer for a profile, set to its newest roads at a time.
  private func tools(
    _ profile: TravelProfile?, at time: RequestedHour = .none
  ) throws(ServiceError) -> RoadTools {
    let profile = profile ?? .car
    guard let snapshot = roads[profile]?.snapshot else {
      throw ServiceError(
        .invalidRequest,
        """
        This map was built without roads for the profile “\(profile.rawValue)”; build it again \
        with “router build”.
        """)
    }
    let tools = toolsByProfile[profile] ?? RoadTools(snapshot, at: time.speeds)
    toolsByProfile[profile] = tools
    tools.use(snapshot, at: time.speeds)
    return tools
  }

  /// - Parameter role: what the coordinates are to the caller: "waypoint".
  private func snap(
    _ coordinates: [Coordinate], _ role: String, _ tools: RoadTools
  ) throws(ServiceError) -> [RoadPosition] {
    var positions: [RoadPosition] = []
    positions.reserveCapacity(coordinates.count)
    for (index, coordinate) in coordinates.enumerated() {
      let place = "\(role) \(index + 1)"
      try check(coordinate, place)
      guard let position = tools.snapper.snap(coordinate) else {
        throw outsideMap(coordinate, place, tools)
      }
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

  private func outsideMap(
    _ coordinate: Coordinate, _ place: String, _ tools: RoadTools
  ) -> ServiceError {
    let box = tools.network.box
    let corner = Coordinate(latitude: box.south, longitude: box.west).text
    let opposite = Coordinate(latitude: box.north, longitude: box.east).text
    return ServiceError(
      .outsideMap,
      """
      The \(place) \(coordinate.text) is more than \(Int(RouterLimits.maximumSnapMeters)) m from \
      any road of the map, which reaches from \(corner) to \(opposite).
      """)
  }

  private func noRoute(
    from start: RoadPosition, to end: RoadPosition, _ tools: RoadTools
  ) -> ServiceError {
    ServiceError(
      .noRoute,
      """
      No road for cars leads from \(told(start, tools)) to \(told(end, tools)): one of them may \
      lie on an island or behind closed roads.
      """)
  }

  private func told(_ position: RoadPosition, _ tools: RoadTools) -> String {
    let network = tools.network
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
