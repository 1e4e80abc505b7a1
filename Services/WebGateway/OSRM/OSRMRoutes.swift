import FoundationEssentials
import Geography
import MessageBus
import Messages

/// The HTTP interface of OSRM, version 1, for clients that are written for it.
///
/// | path | answer |
/// |---|---|
/// | `/route/v1/{profile}/{coordinates}` | routes |
/// | `/table/v1/…` | times, and for up to `distanceCells` cells distances |
/// | `/nearest/v1/…` | points on the nearest roads |
/// | `/match/v1/…` | the roads of a track |
@Memberwise struct OSRMRoutes: Sendable {
  /// Distances are those of routes, which are found one by one: 100 by 100.
  static let distanceCells = 10_000

  private let services: any ServiceClient
  private let timeout: Duration

  /// Always in English, as the words of OSRM are.
  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    await RequestClient.$language.withValue(nil) { await answerInEnglish(request) }
  }

  private func answerInEnglish(_ request: HTTPRequest) async -> HTTPResponse {
    do throws(OSRMError) {
      let query = try OSRMQuery(path: request.path, options: request.query)
      switch query.service {
      case .route: return .json(of: try await route(query))
      case .table: return .json(of: try await table(query))
      case .nearest: return .json(of: try await nearest(query))
      case .match: return .json(of: try await match(query))
      }
    } catch {
      let failure = OSRMReply.Failure(code: error.code.rawValue, message: error.message)
      return .json(of: failure, status: error.status)
    }
  }

  private func send<Request: RequestMessage>(
    _ request: Request
  ) async throws(OSRMError) -> Request.Reply {
    do throws(ServiceError) {
      return try await services.send(request, timeout: timeout)
    } catch {
      throw OSRMError(error)
    }
  }

  // MARK: Routes

  private func route(_ query: OSRMQuery) async throws(OSRMError) -> OSRMReply.Routes {
    let stops = try query.stops()
    let through = query.coordinates.indices.filter { !stops.contains($0) }
    let alternatives = query.coordinates.count == 2 ? try query.alternatives() : 0
    let request = RouteRequest(
      waypoints: query.coordinates, profile: query.profile,
      side: try query.side(), alternatives: alternatives > 0 ? alternatives : nil, geometry: true,
      steps: try query.isDetailed(), intersections: try query.isDetailed(),
      roads: try query.roads(), headings: try headings(query),
      through: through.isEmpty ? nil : through)
    var writer = try OSRMRouteWriter(query)
    let radiuses = try query.radiuses()
    let reply = try await send(request)
    writer.drivesOnLeft = reply.drivesOnLeft ?? false
    for (index, waypoint) in reply.waypoints.enumerated()
    where waypoint.distanceMeters > radiuses[index] ?? .infinity {
      throw Self.noSegment(index)
    }
    let routes = [
      writer.route(
        reply.geometry?.coordinates ?? [], reply.legs, seconds: reply.durationSeconds,
        meters: reply.distanceMeters)
    ]
    let others = (reply.alternatives ?? []).map { other in
      writer.route(
        other.geometry?.coordinates ?? [], other.legs, seconds: other.durationSeconds,
        meters: other.distanceMeters)
    }
    return OSRMReply.Routes(
      routes: routes + others,
      waypoints: try query.flag("skip_waypoints")
        ? nil
        : stops.compactMap { index in
          reply.waypoints.indices.contains(index)
            ? OSRMReply.Waypoint(reply.waypoints[index]) : nil
        })
  }

  private func headings(_ query: OSRMQuery) throws(OSRMError) -> [Double?]? {
    let bearings = try query.bearings()
    return bearings.contains { $0 != nil } ? bearings.map { $0?.degrees } : nil
  }

  private static func noSegment(_ index: Int) -> OSRMError {
    OSRMError(.noSegment, "Could not find a matching segment for coordinate \(index)")
  }

  // MARK: Tables

  private func table(_ query: OSRMQuery) async throws(OSRMError) -> OSRMReply.Table {
    let sources = try query.indices("sources"), destinations = try query.indices("destinations")
    let wanted = try query.annotations(["duration"])
    let (cells, isOver) = sources.count.multipliedReportingOverflow(by: destinations.count)
    let limit = wanted.contains("distance") ? Self.distanceCells : RouterLimits.maximumTableCells
    guard !isOver, cells <= limit else {
      throw OSRMError(.tooBig, "Too many table cells: \(limit) at most.")
    }
    let scale = try query.scale()
    let points = query.coordinates
    let roads = try query.roads()
    let snapped = try await waypoints(query)
    let reply = try await send(
      TableRequest(
        sources: sources.map { points[$0] }, destinations: destinations.map { points[$0] },
        profile: query.profile, roads: roads))
    let distances =
      wanted.contains("distance")
      ? try await distances(query, sources, destinations, roads) : nil
    var durations = reply.durationsSeconds?.map { $0.map { $0.map { Double($0) } } }
    let fallback = try fill(&durations, query, sources, destinations, snapped)
    let isSkipped = try query.flag("skip_waypoints")
    return OSRMReply.Table(
      durations: wanted.contains("duration")
        ? durations?.map { $0.map { $0.map { $0 * scale } } } : nil,
      distances: distances, sources: isSkipped ? nil : sources.map { snapped[$0] },
      destinations: isSkipped ? nil : destinations.map { snapped[$0] }, fallbackCells: fallback)
  }

  /// Sets the cells without a route to the time as the crow flies, where the query asks for it.
  ///
  /// - Returns: the row and column of each.
  private func fill(
    _ durations: inout [[Double?]]?, _ query: OSRMQuery, _ sources: [Int], _ destinations: [Int],
    _ snapped: [OSRMReply.Waypoint]
  ) throws(OSRMError) -> [[Int]]? {
    guard let speed = try query.fallbackSpeed(), var rows = durations else { return nil }
    let points =
      try query.isFallbackSnapped() ? snapped.map(\.location.coordinate) : query.coordinates
    var cells: [[Int]] = []
    for row in rows.indices {
      for column in rows[row].indices where rows[row][column] == nil {
        let meters = points[sources[row]].distance(to: points[destinations[column]])
        rows[row][column] = (meters / speed * 10).rounded() / 10
        cells.append([row, column])
      }
    }
    durations = rows
    return cells
  }

  private func distances(
    _ query: OSRMQuery, _ sources: [Int], _ destinations: [Int], _ roads: RoadSelection?
  ) async throws(OSRMError) -> [[Double?]] {
    let requests = sources.flatMap { source in
      destinations.map { destination in
        RouteRequest(
          waypoints: [query.coordinates[source], query.coordinates[destination]],
          profile: query.profile, roads: roads)
      }
    }
    var cells: [Double?] = []
    for start in stride(from: 0, to: requests.count, by: RouterLimits.maximumRoutes) {
      let part = requests[start..<min(requests.count, start + RouterLimits.maximumRoutes)]
      cells += try await send(RoutesRequest(routes: Array(part))).routes.map { result in
        guard case .route(let route) = result else { return nil }
        return Double(route.distanceMeters)
      }
    }
    return sources.indices.map { row in
      Array(cells[row * destinations.count..<(row + 1) * destinations.count])
    }
  }

  // MARK: The nearest roads

  private func nearest(_ query: OSRMQuery) async throws(OSRMError) -> OSRMReply.Nearest {
    guard query.coordinates.count == 1 else {
      throw OSRMError(.invalidOptions, "Only one input coordinate is supported")
    }
    let reply = try await nearest(0, of: query, limit: try query.number())
    return OSRMReply.Nearest(
      waypoints: try query.flag("skip_waypoints")
        ? nil : reply.points.map(OSRMReply.Waypoint.init))
  }

  /// - Throws: `NoSegment` with the coordinate's number.
  private func nearest(
    _ index: Int, of query: OSRMQuery, limit: Int
  ) async throws(OSRMError) -> NearestRoadReply {
    let bearing = try query.bearings()[index]
    let radius = try query.radiuses()[index].map { max(0, min($0, RouterLimits.maximumSnapMeters)) }
    do throws(OSRMError) {
      return try await send(
        NearestRoadRequest(
          coordinate: query.coordinates[index], limit: limit, profile: query.profile,
          bearing: bearing?.degrees, bearingRange: bearing?.range, radiusMeters: radius))
    } catch  where error.code == .noSegment {
      throw Self.noSegment(index)
    }
  }

  /// The coordinates of a query on their roads.
  private func waypoints(_ query: OSRMQuery) async throws(OSRMError) -> [OSRMReply.Waypoint] {
    var waypoints: [OSRMReply.Waypoint] = []
    for index in query.coordinates.indices {
      guard let point = try await nearest(index, of: query, limit: 1).points.first else {
        throw Self.noSegment(index)
      }
      waypoints.append(OSRMReply.Waypoint(point))
    }
    return waypoints
  }

  // MARK: Tracks

  private func match(_ query: OSRMQuery) async throws(OSRMError) -> OSRMReply.Matches {
    let radiuses = try query.radiuses().compactMap { $0 }.filter { $0.isFinite }
    let range = RouterLimits.trackAccuracyMeters
    let writer = try OSRMRouteWriter(query)
    let stops = try query.stops()
    let through = query.coordinates.indices.filter { !stops.contains($0) }
    let accuracy = radiuses.isEmpty ? nil : radiuses.reduce(0, +) / Double(radiuses.count)
    let reply = try await send(
      MatchRequest(
        points: query.coordinates,
        accuracyMeters: accuracy.map { min(range.upperBound, max(range.lowerBound, $0)) },
        profile: query.profile, geometry: true, steps: true, through: through))
    guard !reply.matches.isEmpty else { throw OSRMError(.noMatch, "Could not match the trace.") }
    let used = reply.points.count { $0 != nil }
    let matchings = reply.matches.map { match in
      writer.route(
        match.geometry?.coordinates ?? [], match.legs ?? [], seconds: match.durationSeconds,
        meters: match.distanceMeters, confidence: Double(used) / Double(reply.points.count))
    }
    var counts = [Int](repeating: 0, count: reply.matches.count)
    let tracepoints = reply.points.enumerated().map { index, point -> OSRMReply.Tracepoint? in
      guard let point else { return nil }
      let isStop = stops.contains(index)
      defer { if isStop { counts[point.match] += 1 } }
      return OSRMReply.Tracepoint(
        waypointIndex: isStop ? counts[point.match] : nil, matchingsIndex: point.match,
        distance: point.distanceMeters, name: point.name ?? "",
        location: OSRMLocation(point.coordinate))
    }
    return OSRMReply.Matches(
      matchings: matchings,
      tracepoints: try query.flag("skip_waypoints") ? nil : tracepoints)
  }
}

extension OSRMReply.Waypoint {
  init(_ point: SnappedWaypoint) {
    self.init(
      distance: (point.distanceMeters * 1e6).rounded() / 1e6, name: point.name ?? "",
      location: OSRMLocation(point.coordinate))
  }
}
