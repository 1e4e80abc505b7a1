import Geography
import MessageBus
import Messages

/// Places roads that a change of traffic names by two nodes. The state then knows them by the
/// coordinate and the direction between the nodes, so it stays independent of the map.
@Memberwise struct NodeReferences: Sendable {
  /// `nil` until a request names nodes.
  private let nodes = Locked<RoadNodes?>(nil)
  /// Of the map's `RoadNodes`.
  private let path: String

  /// The request without nodes.
  ///
  /// - Throws: `notFound` for a node that the map's roads do not have; `unavailable` if the map has
  ///   no file of nodes.
  func located(_ request: TrafficRequest) throws(ServiceError) -> TrafficRequest {
    let roads = (request.set ?? []).map(\.road) + (request.clear ?? [])
    guard roads.contains(where: { $0.nodes?.count == 2 }) else { return request }
    let nodes = try opened()
    var (set, clear): ([TrafficChange], [RoadReference]) = ([], [])
    for change in request.set ?? [] {
      set.append(TrafficChange(road: try located(change.road, nodes), state: change.state))
    }
    for road in request.clear ?? [] { clear.append(try located(road, nodes)) }
    return TrafficRequest(
      set: request.set.map { _ in set }, clear: request.clear.map { _ in clear },
      clearAll: request.clearAll, keep: request.keep)
  }

  private func opened() throws(ServiceError) -> RoadNodes {
    do {
      return try nodes.withLock { known in
        let opened = try known ?? RoadNodes(path: path)
        known = opened
        return opened
      }
    } catch {
      throw ServiceError(.internal, "The nodes of the map's roads cannot be read. \(error)")
    }
  }

  private func located(
    _ road: RoadReference, _ nodes: RoadNodes
  ) throws(ServiceError) -> RoadReference {
    guard let pair = road.nodes, pair.count == 2 else { return road }
    guard let start = nodes.coordinate(of: pair[0]), let end = nodes.coordinate(of: pair[1]) else {
      throw ServiceError(
        .notFound,
        "The map has no roads with both the OpenStreetMap nodes \(pair[0]) and \(pair[1]); "
          + "no traffic was changed.")
    }
    return RoadReference(
      coordinate: start.moved(by: start.distance(to: end) / 2, bearing: start.bearing(to: end)),
      bearing: start.bearing(to: end).truncatingRemainder(dividingBy: 360))
  }
}
