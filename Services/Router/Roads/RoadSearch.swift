import Geography
import Messages
import Time

/// What the answers to all requests stand on: the newest roads of one profile, snapping to them,
/// and the search over them. Each worker has its own.
final class RoadSearch {
  private let roads: LiveRoads
  let network: RoadNetwork
  let query: HierarchyQuery
  let snapper: Snapper
  private var snapped: SnapCache
  /// The version of the live traffic that the answers respect; `nil` before the first change.
  private(set) var trafficVersion: Int?
  /// Called between the parts of a long answer; throws if nobody waits for it any more.
  var checkIsWanted: () throws(ServiceError) -> Void = {}

  /// Answers each request from the newest snapshot of the roads.
  init(_ roads: LiveRoads) {
    self.roads = roads
    let snapshot = roads.snapshot
    network = snapshot.network
    query = HierarchyQuery(snapshot.metric())
    snapper = Snapper(snapshot.network)
    snapped = SnapCache(snapper)
  }

  /// Sets the search to the newest snapshot, with the speeds and rules of the requested hour.
  ///
  /// - Parameter selection: which roads may be used; `check` has accepted it.
  /// - Throws: `invalidRequest` where both a departure and an arrival are given; as `use`.
  func prepareSearch(
    departure: Timestamp?, arrival: Timestamp?, _ selection: RoadSelection? = nil
  ) throws(ServiceError) -> (hour: RequestedHour, roads: HourlyRoads) {
    let hour = try RequestedHour(departure: departure, arrival: arrival)
    let roads = HourlyRoads(snapshot: useNewestSnapshot(), selection: selection)
    try use(roads, at: hour.time)
    return (hour, roads)
  }

  /// Sets the search to the weights of a time, for the next part of an answer.
  ///
  /// - Throws: `deadlineExceeded` if nobody waits for the answer any more.
  func use(_ roads: HourlyRoads, at time: Timestamp?) throws(ServiceError) {
    try checkIsWanted()
    query.use(roads.metric(at: time))
  }

  /// The newest snapshot, whose traffic version the reply has.
  func useNewestSnapshot() -> RoadSnapshot {
    let snapshot = roads.snapshot
    let version = snapshot.traffic.state.version
    trafficVersion = version > 0 ? version : nil
    return snapshot
  }

  /// The weights of the shortest ways.
  func lengthMetric() -> HierarchyMetric { roads.snapshot.lengthMetric() }

  /// - Parameter role: what an error message calls the coordinates: "Waypoint".
  func snap(
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
    if !coordinate.isValid { try check(coordinate, role()) }
    guard let point = snapped.snap(coordinate, side: side) else {
      throw outsideMap(coordinate, role())
    }
    return point
  }

  /// The snapped point; `nil` for a coordinate out of range or too far from every road.
  func snapIfNear(_ coordinate: Coordinate) -> SnappedPoint? {
    coordinate.isValid ? snapped.snap(coordinate) : nil
  }

  func outsideMap(
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
        ? "The road at \(description(closed)) is closed: at that time, to such a vehicle, or since "
          + "the request excludes it"
        : "Live traffic has closed the road at \(description(closed))"
      return ServiceError(
        .noRoute,
        "\(reason), and no open one is within \(Int(Snapper.closureReach)) m of it.")
    }
    return ServiceError(
      .noRoute,
      """
      No road for \(network.profile.rules.travellers) leads from \(description(positions[leg])) to \
      \(description(positions[leg + 1])): one of them may lie on an island, or \
      behind roads that are closed or excluded.
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

extension Coordinate {
  /// "37.785834,-122.406417": six decimals, the usual form to copy and paste.
  fileprivate var text: String { "\(Self.rounded(latitude)),\(Self.rounded(longitude))" }

  private static func rounded(_ degrees: Double) -> String {
    degrees.isFinite ? "\((degrees * 1e6).rounded() / 1e6)" : "\(degrees)"
  }
}
