import Geography
package import Messages

/// The reported traffic on roads, independent of any map. Equal states mean the same to every
/// instance, and each change makes a new version.
package struct TrafficState: Codable, Sendable, Hashable {
  /// A road and its reported condition.
  package struct Road: Codable, Sendable, Hashable {
    package let road: RoadReference
    package let state: RoadCondition
    /// Whether it survives a stop and start of the stack.
    package let isKept: Bool
  }

  /// The number of changes so far.
  package let version: Int
  /// In the order they were reported: where two cover the same stretch, the later one counts.
  package let roads: [Road]

  package static let empty = TrafficState(version: 0, roads: [])

  /// The state after a stop of the stack: only what is kept. If anything is dropped, that counts as
  /// one more change.
  var afterStop: TrafficState {
    let kept = roads.filter(\.isKept)
    return TrafficState(version: kept.count < roads.count ? version + 1 : version, roads: kept)
  }

  /// The same as of another version, which another machine has counted.
  func numbered(_ version: Int) -> TrafficState { TrafficState(version: version, roads: roads) }

  /// The state after a change; this one if nothing changes.
  ///
  /// Clearing comes first: it removes everything that lies wholly on the named roads. Then each
  /// road is set, and replaces its entry with the same reference.
  ///
  /// - Parameter locate: the directed segments of a road on the map; empty where the map does not
  ///   have it.
  /// - Throws: `invalidRequest`; `notFound` for a road that is neither on the map nor in this
  ///   state.
  package func changed(
    by request: TrafficRequest, locate: (RoadReference) -> [DirectedSegment]
  ) throws(ServiceError) -> TrafficState {
    try request.check()
    let cleared = request.clear ?? []
    let set = request.set ?? []
    let known = Set(roads.map(\.road))
    for road in cleared where !known.contains(road) { try Self.requireOnMap(road, locate) }
    for change in set { try Self.requireOnMap(change.road, locate) }

    let names = Set(cleared)
    let directedSegments = Set(cleared.flatMap(locate))
    let replaced = Set(set.map(\.road))
    let left = roads.filter { other in
      guard request.clearAll != true, !names.contains(other.road), !replaced.contains(other.road)
      else { return false }
      if directedSegments.isEmpty { return true }
      let own = locate(other.road)
      return own.isEmpty || !directedSegments.isSuperset(of: own)
    }
    let next = left + Self.lastOfEach(set, isKept: request.keep ?? false)
    guard next != roads else { return self }
    try Messages.check(
      next.count <= TrafficLimits.maximumRoads,
      """
      \(next.count) roads would not be as usual; at most \(TrafficLimits.maximumRoads) can be \
      stored. Clear some first; nothing was changed.
      """)
    return TrafficState(version: version + 1, roads: next)
  }

  /// The changes in order, only the last one for each road.
  private static func lastOfEach(_ changes: [TrafficChange], isKept: Bool) -> [Road] {
    var seen: Set<RoadReference> = []
    return changes.reversed().filter { seen.insert($0.road).inserted }.reversed()
      .map { Road(road: $0.road, state: $0.state, isKept: isKept) }
  }

  private static func requireOnMap(
    _ road: RoadReference, _ locate: (RoadReference) -> [DirectedSegment]
  ) throws(ServiceError) {
    guard locate(road).isEmpty else { return }
    let missing =
      if let way = road.way {
        "The map has no road for cars with the OpenStreetMap way number \(way)"
      } else {
        "No road for cars is within \(Int(TrafficLimits.reachMeters)) m of \(road.description)"
      }
    throw ServiceError(.notFound, "\(missing); no traffic was changed.")
  }
}

extension TrafficRequest {
  /// Whether it only reads the traffic.
  var isReadOnly: Bool { (set ?? []).isEmpty && (clear ?? []).isEmpty && clearAll != true }

  /// - Throws: `invalidRequest` for what can be checked without a map.
  func check() throws(ServiceError) {
    let roads = (set ?? []).map(\.road) + (clear ?? [])
    try Messages.check(
      roads.count <= RouterLimits.maximumTrafficChanges,
      """
      \(roads.count) roads are more than the \(RouterLimits.maximumTrafficChanges) that one \
      change of traffic may name; send several.
      """)
    for road in roads { try road.check() }
    for change in set ?? [] {
      guard case .speed(let speed) = change.state else { continue }
      try Messages.check(
        speed, "The speed in km/h on \(change.road.description)",
        in: TrafficLimits.kilometersPerHour)
    }
  }
}

extension RoadReference {
  fileprivate var description: String {
    if let way { return "way \(way)" }
    if let nodes { return "nodes \(nodes)" }
    return coordinate.map { "\($0.latitude),\($0.longitude)" } ?? "no road"
  }

  fileprivate func check() throws(ServiceError) {
    try Messages.check(
      [way != nil, coordinate != nil, nodes != nil].count(where: { $0 }) == 1
        && nodes.map({ $0.count == 2 && bearing == nil }) ?? true,
      "A road is named by its way, by a coordinate or by two nodes: give one of them.")
    try Messages.check(coordinate, "The coordinate of a road")
    try Messages.check(bearing: bearing, "The bearing of \(description)")
  }
}

/// The router's own limits of live traffic; those of the messages are in `RouterLimits`.
package enum TrafficLimits {
  /// The number of roads with traffic.
  package static let maximumRoads = 50_000
  /// How far from a road a coordinate may be to refer to it.
  package static let reachMeters = 100.0
  /// The range of reported speeds.
  package static let kilometersPerHour = 1.0...140
  /// How often an instance checks the file for changes by others, in case an event is lost.
  package static let pollInterval = Duration.seconds(1)
}
