import Geography
import Messages

/// How a directed segment is just now.
package enum TrafficCondition: Sendable, Hashable {
  /// Nobody enters it.
  case closed
  /// Millimetres a second, whatever the hour.
  case speed(UInt32)

  init(_ state: RoadState) {
    switch state {
    case .closed: self = .closed
    case .speed(let speed): self = .speed(UInt32((speed / 3.6 * 1000).rounded(.down)))
    }
  }
}

/// A state of traffic laid on a network: what it means directed segment by directed segment.
package struct RoadTraffic: Sendable {
  package let state: TrafficState
  /// By road: its open directed segments; none where the network has no such road.
  private let segmentsByRoad: [RoadReference: [DirectedSegment]]
  /// The directed segments that are not as usual.
  let conditions: [DirectedSegment: TrafficCondition]

  package static let none = RoadTraffic(state: .empty, segmentsByRoad: [:], conditions: [:])

  init(
    state: TrafficState, segmentsByRoad: [RoadReference: [DirectedSegment]],
    conditions: [DirectedSegment: TrafficCondition]
  ) {
    self.state = state
    self.segmentsByRoad = segmentsByRoad
    self.conditions = conditions
  }

  /// - Parameter previous: of the same network; what it has located already is not located again.
  package init(_ state: TrafficState, on network: RoadNetwork, after previous: RoadTraffic = .none)
  {
    let locator = RoadLocator(network)
    var segmentsByRoad: [RoadReference: [DirectedSegment]] = [:]
    var conditions: [DirectedSegment: TrafficCondition] = [:]
    for road in state.roads {
      let directedSegments =
        previous.segmentsByRoad[road.road] ?? locator.directedSegments(of: road.road)
      segmentsByRoad[road.road] = directedSegments
      for directedSegment in directedSegments {
        conditions[directedSegment] = TrafficCondition(road.state)
      }
    }
    self.init(state: state, segmentsByRoad: segmentsByRoad, conditions: conditions)
  }

  /// The open directed segments of a road, known already or found now.
  func locate(_ road: RoadReference, on network: RoadNetwork) -> [DirectedSegment] {
    segmentsByRoad[road] ?? RoadLocator(network).directedSegments(of: road)
  }

  /// The directed segments on which another state of the same network differs.
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

  /// What was told, and what the network makes of it.
  func roads(on network: RoadNetwork) -> [TrafficRoad] {
    state.roads.map { road in
      let segments = Set((segmentsByRoad[road.road] ?? []).map(\.segment))
      let name = segments.map { network.nameIndex(of: $0) }.filter { $0 != 0 }.min()
      return TrafficRoad(
        road: road.road, state: road.state, isKept: road.isKept,
        name: name.flatMap { network.name(at: $0) }, segments: segments.count)
    }
  }

  /// The roads that the network does not have: another map's.
  var missing: [RoadReference] {
    state.roads.map(\.road).filter { (segmentsByRoad[$0] ?? []).isEmpty }
  }
}

/// Finds the directed segments that somebody names.
struct RoadLocator {
  private let network: RoadNetwork

  init(_ network: RoadNetwork) { self.network = network }

  /// The open directed segments of a road; empty where the network has no such road. About 10 microseconds.
  func directedSegments(of road: RoadReference) -> [DirectedSegment] {
    if let way = road.way { return directedSegments(ofWay: Int64(way), road.bearing) }
    return road.coordinate.map { directedSegments(near: $0, road.bearing) } ?? []
  }

  /// A bearing chooses by the line from the way's first point to its last.
  private func directedSegments(ofWay way: Int64, _ bearing: Double?) -> [DirectedSegment] {
    let segments = network.segments(ofWay: way)
    guard let first = segments.first, let last = segments.last else { return [] }
    let start = network.point(network.pointRange(of: first).lowerBound)
    let end = network.point(network.pointRange(of: last).upperBound - 1)
    return directedSegments(
      of: segments, along: start.coordinate.bearing(to: end.coordinate), bearing)
  }

  /// A bearing chooses by the line of the road where the point is nearest.
  private func directedSegments(near point: Coordinate, _ bearing: Double?) -> [DirectedSegment] {
    var index = SegmentIndex(network, from: point)
    let reach = TrafficLimits.reachMeters
    guard let hit = index.next(), hit.squaredDistance <= reach * reach else { return [] }
    let projection = LocalProjection(at: point)
    let pieces = network.pointRange(of: hit.segment).dropLast().map { index in
      (start: network.point(index), end: network.point(index + 1))
    }
    let nearest = pieces.min { left, right in
      projection.nearest(from: left.start, to: left.end).squaredDistance
        < projection.nearest(from: right.start, to: right.end).squaredDistance
    }
    guard let nearest else { return [] }
    return directedSegments(
      of: [hit.segment], along: nearest.start.coordinate.bearing(to: nearest.end.coordinate),
      bearing)
  }

  /// - Parameter line: the bearing of the segments' forward directed segments.
  private func directedSegments(
    of segments: [SegmentID], along line: Double, _ bearing: Double?
  ) -> [DirectedSegment] {
    let ways = [false, true].map { isBackward in
      segments.map { DirectedSegment($0, isBackward: isBackward) }
        .filter { !network.arcs(of: $0).isEmpty }
    }
    // A one-way street has but one direction of travel, and that is the nearest.
    guard let bearing, !ways[0].isEmpty, !ways[1].isEmpty else { return ways[0] + ways[1] }
    let turn = abs((bearing - line + 540).truncatingRemainder(dividingBy: 360) - 180)
    return turn <= 90 ? ways[0] : ways[1]
  }
}
