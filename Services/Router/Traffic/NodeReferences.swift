import Geography
import Messages

/// Places roads that a change of traffic names by two nodes. The state then knows them by the
/// coordinate and the direction between the nodes, so it stays independent of the map.
@Memberwise struct NodeReferences: Sendable {
  private let map: SharedRoads

  /// The request without nodes.
  ///
  /// - Throws: `notFound` for a node that the map's roads do not have.
  func located(_ request: TrafficRequest) throws(ServiceError) -> TrafficRequest {
    let roads = (request.set ?? []).map(\.road) + (request.clear ?? [])
    guard roads.contains(where: { $0.nodes?.count == 2 }) else { return request }
    var (set, clear): ([TrafficChange], [RoadReference]) = ([], [])
    for change in request.set ?? [] {
      set.append(TrafficChange(road: try located(change.road), state: change.state))
    }
    for road in request.clear ?? [] { clear.append(try located(road)) }
    return TrafficRequest(
      set: request.set.map { _ in set }, clear: request.clear.map { _ in clear },
      clearAll: request.clearAll, keep: request.keep)
  }

  private func located(_ road: RoadReference) throws(ServiceError) -> RoadReference {
    guard let pair = road.nodes, pair.count == 2 else { return road }
    guard let start = map.coordinate(ofNode: pair[0]), let end = map.coordinate(ofNode: pair[1])
    else {
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
