import Geography
import Messages

/// How a course is just now.
package enum CourseCondition: Sendable, Hashable {
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

/// A state of traffic laid on a network: what it means course by course.
package struct RoadTraffic: Sendable {
  package let state: TrafficState
  /// By road: its open courses; none where the network has no such road.
  private let places: [RoadReference: [Course]]
  /// The courses that are not as usual.
  let conditions: [Course: CourseCondition]

  package static let none = RoadTraffic(state: .untold, places: [:], conditions: [:])

  private init(
    state: TrafficState, places: [RoadReference: [Course]],
    conditions: [Course: CourseCondition]
  ) {
    self.state = state
    self.places = places
    self.conditions = conditions
  }

  /// - Parameter previous: of the same network; what it has located already is not located again.
  package init(_ state: TrafficState, on network: RoadNetwork, after previous: RoadTraffic = .none)
  {
    let locator = RoadLocator(network)
    var places: [RoadReference: [Course]] = [:]
    var conditions: [Course: CourseCondition] = [:]
    for told in state.roads {
      let courses = previous.places[told.road] ?? locator.courses(of: told.road)
      places[told.road] = courses
      for course in courses { conditions[course] = CourseCondition(told.state) }
    }
    self.init(state: state, places: places, conditions: conditions)
  }

  /// The open courses of a road, known already or found now.
  func locate(_ road: RoadReference, on network: RoadNetwork) -> [Course] {
    places[road] ?? RoadLocator(network).courses(of: road)
  }

  /// The courses on which another state of the same network differs.
  func difference(from other: RoadTraffic) -> Set<Course> {
    var courses: Set<Course> = []
    for (course, condition) in conditions where other.conditions[course] != condition {
      courses.insert(course)
    }
    for course in other.conditions.keys where conditions[course] == nil { courses.insert(course) }
    return courses
  }

  /// What was told, and what the network makes of it.
  func roads(on network: RoadNetwork) -> [TrafficRoad] {
    state.roads.map { told in
      let segments = Set((places[told.road] ?? []).map(\.segment))
      let name = segments.map { network.nameIndex(of: $0) }.filter { $0 != 0 }.min()
      return TrafficRoad(
        road: told.road, state: told.state, isKept: told.isKept,
        name: name.flatMap { network.name(at: $0) }, segments: segments.count)
    }
  }

  /// The roads that the network does not have: another map's.
  var missing: [RoadReference] {
    state.roads.map(\.road).filter { (places[$0] ?? []).isEmpty }
  }
}

/// Finds the courses that somebody names.
struct RoadLocator {
  private let network: RoadNetwork

  init(_ network: RoadNetwork) { self.network = network }

  /// The open courses of a road; empty where the network has no such road. About 10 microseconds.
  func courses(of road: RoadReference) -> [Course] {
    if let way = road.way { return courses(ofWay: Int64(way), road.bearing) }
    return road.coordinate.map { courses(near: $0, road.bearing) } ?? []
  }

  /// A bearing chooses by the line from the way's first point to its last.
  private func courses(ofWay way: Int64, _ bearing: Double?) -> [Course] {
    let segments = network.segments(ofWay: way)
    guard let first = segments.first, let last = segments.last else { return [] }
    let start = network.point(network.pointRange(of: first).lowerBound)
    let end = network.point(network.pointRange(of: last).upperBound - 1)
    return courses(of: segments, along: start.coordinate.bearing(to: end.coordinate), bearing)
  }

  /// A bearing chooses by the line of the road where the point is nearest.
  private func courses(near point: Coordinate, _ bearing: Double?) -> [Course] {
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
    return courses(
      of: [hit.segment], along: nearest.start.coordinate.bearing(to: nearest.end.coordinate),
      bearing)
  }

  /// - Parameter line: the bearing of the segments' forward courses.
  private func courses(
    of segments: [SegmentID], along line: Double, _ bearing: Double?
  ) -> [Course] {
    let ways = [false, true].map { isBackward in
      segments.map { Course($0, isBackward: isBackward) }
        .filter { !network.arcs(of: $0).isEmpty }
    }
    // A one-way street has but one direction of travel, and that is the nearest.
    guard let bearing, !ways[0].isEmpty, !ways[1].isEmpty else { return ways[0] + ways[1] }
    let turn = abs((bearing - line + 540).truncatingRemainder(dividingBy: 360) - 180)
    return turn <= 90 ? ways[0] : ways[1]
  }
}
