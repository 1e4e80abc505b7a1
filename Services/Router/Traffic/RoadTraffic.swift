import Geography
package import Messages

/// The live traffic on a directed segment.
package enum TrafficCondition: Sendable, Hashable {
  /// No path enters it.
  case closed
  /// Millimetres a second, at every hour.
  case speed(UInt32)

  init(_ state: RoadCondition) {
    switch state {
    case .closed: self = .closed
    case .speed(let speed): self = .speed(UInt32((speed / 3.6 * 1000).rounded(.down)))
    }
  }
}

/// A traffic state applied to a network: the condition of each directed segment.
@Memberwise package struct RoadTraffic: Sendable {
  package let state: TrafficState
  /// By road: its open directed segments; empty where the network does not have the road.
  private let segmentsByRoad: [RoadReference: [DirectedSegment]]
  /// The directed segments with live traffic.
  let conditions: [DirectedSegment: TrafficCondition]

  package static let none = RoadTraffic(state: .empty, segmentsByRoad: [:], conditions: [:])

  /// - Parameter previous: of the same network; roads that it has located are not located again.
  package init(_ state: TrafficState, on network: RoadNetwork, after previous: RoadTraffic = .none)
  {
    let locator = RoadLocator(network)
    var segmentsByRoad: [RoadReference: [DirectedSegment]] = [:]
    var conditions: [DirectedSegment: TrafficCondition] = [:]
    for entry in state.roads {
      let directedSegments =
        previous.segmentsByRoad[entry.road] ?? locator.directedSegments(of: entry.road)
      segmentsByRoad[entry.road] = directedSegments
      for directedSegment in directedSegments {
        conditions[directedSegment] = TrafficCondition(entry.state)
      }
    }
    self.init(state: state, segmentsByRoad: segmentsByRoad, conditions: conditions)
  }

  /// The open directed segments of a road, from this value or looked up.
  func locate(_ road: RoadReference, on network: RoadNetwork) -> [DirectedSegment] {
    segmentsByRoad[road] ?? RoadLocator(network).directedSegments(of: road)
  }

  /// The directed segments whose condition differs in another state of the same network.
  func difference(from other: RoadTraffic) -> Set<DirectedSegment> {
    var directedSegments: Set<DirectedSegment> = []
    for (directedSegment, condition) in conditions
    where other.conditions[directedSegment] != condition {
      directedSegments.insert(directedSegment)
    }
    for directedSegment in other.conditions.keys where conditions[directedSegment] == nil {
      directedSegments.insert(directedSegment)
    }
    return directedSegments
  }

  /// The roads of the state, with their names and segment counts on the network.
  func roads(on network: RoadNetwork) -> [TrafficRoad] {
    state.roads.map { entry in
      let segments = Set((segmentsByRoad[entry.road] ?? []).map(\.segment))
      let name = segments.map { network.nameIndex(of: $0) }.filter { $0 != 0 }.min()
      return TrafficRoad(
        road: entry.road, state: entry.state, isKept: entry.isKept,
        name: name.flatMap { network.name(at: $0) }, segments: segments.count)
    }
  }

  /// The roads that the network does not have, such as another map's.
  var missing: [RoadReference] {
    state.roads.map(\.road).filter { (segmentsByRoad[$0] ?? []).isEmpty }
  }
}

/// Finds the directed segments of a road reference.
@Memberwise(positional: 1) struct RoadLocator {
  private let network: RoadNetwork

  /// The open directed segments of a road; empty where the network does not have it. About 10
  /// microseconds.
  func directedSegments(of road: RoadReference) -> [DirectedSegment] {
    if let way = road.way { return directedSegments(ofWay: Int64(way), road.bearing) }
    return road.coordinate.map { directedSegments(near: $0, road.bearing) } ?? []
  }

  /// A bearing selects the direction by the line from the way's first point to its last.
  private func directedSegments(ofWay way: Int64, _ bearing: Double?) -> [DirectedSegment] {
    let segments = network.segments(ofWay: way)
    guard let first = segments.first, let last = segments.last else { return [] }
    let start = network.point(network.pointRange(of: first).lowerBound)
    let end = network.start(of: DirectedSegment(last, isBackward: true))
    return directedSegments(
      of: segments, along: start.coordinate.bearing(to: end.coordinate), bearing)
  }

  /// A bearing selects the direction by the line of the road nearest to the point.
  private func directedSegments(near point: Coordinate, _ bearing: Double?) -> [DirectedSegment] {
    var index = SegmentIndex(network, from: point)
    let reach = TrafficLimits.reachMeters
    guard let hit = index.next(), hit.squaredDistance <= reach * reach else { return [] }
    let line = network.project(point, onto: hit.segment).bearing
    return directedSegments(of: [hit.segment], along: line, bearing)
  }

  /// - Parameter line: the bearing of the segments' forward direction.
  private func directedSegments(
    of segments: [SegmentID], along line: Double, _ bearing: Double?
  ) -> [DirectedSegment] {
    let ways = [false, true].map { isBackward in
      segments.map { DirectedSegment($0, isBackward: isBackward) }
        .filter { !network.arcs(of: $0).isEmpty }
    }
    // A one-way street has only one direction of travel, so it is the nearest.
    guard let bearing, !ways[0].isEmpty, !ways[1].isEmpty else { return ways[0] + ways[1] }
    let turn = abs((bearing - line + 540).truncatingRemainder(dividingBy: 360) - 180)
    return turn <= 90 ? ways[0] : ways[1]
  }
}
