/// What parts of courses cost: the ends of a drive seldom lie at junctions.
struct PartialCosts {
  let network: RoadNetwork
  let metric: TravelMetric

  init(_ network: RoadNetwork, _ metric: TravelMetric) {
    self.network = network
    self.metric = metric
  }

  /// The open courses on which a drive may leave a position: at a junction those of all roads.
  func departures(_ position: RoadPosition) -> [CoursePlace] {
    var places: [CoursePlace] = []
    forEachDeparture(position) { places.append($0) }
    return places
  }

  /// The open courses on which a drive may reach a position: at a junction those of all roads.
  func arrivals(_ position: RoadPosition) -> [CoursePlace] {
    var places: [CoursePlace] = []
    forEachArrival(position) { places.append($0) }
    return places
  }

  /// The departures of many positions, in groups.
  func departures(_ positions: [RoadPosition]) -> PlaceGroups {
    PlaceGroups(positions) { forEachDeparture($0, $1) }
  }

  /// The arrivals of many positions, in groups.
  func arrivals(_ positions: [RoadPosition]) -> PlaceGroups {
    PlaceGroups(positions) { forEachArrival($0, $1) }
  }

  private func forEachDeparture(_ position: RoadPosition, _ body: (CoursePlace) -> Void) {
    forEachPlace(position, { Course($0.segment, isBackward: $0.isLast) }, body)
  }

  private func forEachArrival(_ position: RoadPosition, _ body: (CoursePlace) -> Void) {
    forEachPlace(position, { Course($0.segment, isBackward: !$0.isLast) }, body)
  }

  private func forEachPlace(
    _ position: RoadPosition, _ course: (SegmentEnd) -> Course, _ body: (CoursePlace) -> Void
  ) {
    for isBackward in [false, true] {
      let course = Course(position.segment, isBackward: isBackward)
      guard isOpen(course), position.onlyCourse ?? course == course else { continue }
      body(CoursePlace(course: course, offset: position.offset))
    }
    for end in position.otherEnds where isOpen(course(end)) {
      body(
        CoursePlace(
          course: course(end), offset: end.isLast ? network.length(of: end.segment) : 0))
    }
    for other in position.others { forEachPlace(other, course, body) }
  }

  private func isOpen(_ course: Course) -> Bool {
    let arcs = network.arcs(of: course)
    return !arcs.isEmpty && !metric.isClosed(ArcID(arcs.lowerBound))
  }

  /// Centimetres from the entry of a course to an offset on its segment.
  func centimeters(along course: Course, to offset: UInt32) -> UInt32 {
    let length = network.length(of: course.segment)
    let offset = min(offset, length)
    return course.isBackward ? length - offset : offset
  }

  /// Milliseconds from the entry of a course to the offset.
  func costToReach(_ offset: UInt32, on course: Course) -> UInt32 {
    cost(of: course, centimeters: centimeters(along: course, to: offset))
  }

  /// Milliseconds from the offset to the end of a course.
  func costToLeave(_ offset: UInt32, on course: Course) -> UInt32 {
    let length = network.length(of: course.segment)
    return cost(of: course, centimeters: length - centimeters(along: course, to: offset))
  }

  /// Milliseconds along one course from one offset to a later one; `nil` where it is behind.
  func costAlong(_ course: Course, from start: UInt32, to end: UInt32) -> UInt32? {
    let (start, end) = (centimeters(along: course, to: start), centimeters(along: course, to: end))
    guard end >= start else { return nil }
    return cost(of: course, centimeters: end - start)
  }

  /// The quickest way that stays on one course, and the number of its start; `nil` where none does.
  func quickestAlong(
    _ starts: some Collection<CoursePlace>, _ ends: some Collection<CoursePlace>
  ) -> (start: Int, milliseconds: UInt32)? {
    var best: (start: Int, milliseconds: UInt32)?
    for (index, start) in starts.enumerated() {
      for end in ends where end.course == start.course {
        guard let cost = costAlong(end.course, from: start.offset, to: end.offset),
          cost < best?.milliseconds ?? TravelMetric.endless
        else { continue }
        best = (index, cost)
      }
    }
    return best
  }

  /// Where a drive ends. A coordinate may stand for two places on one course, such as both ends of
  /// a short street: the drive took the cheaper.
  func end(
    of drive: FoundDrive, from starts: [CoursePlace], among ends: [CoursePlace]
  ) -> CoursePlace? {
    guard let last = drive.arcs.last else { return nil }
    let course = network.course(of: last)
    let costs = ends.lazy.filter { $0.course == course }.compactMap { end in
      drive.arcs.count > 1
        ? (end, costToReach(end.offset, on: course))
        : costAlong(course, from: starts[drive.start].offset, to: end.offset).map { (end, $0) }
    }
    return costs.min { $0.1 < $1.1 }?.0
  }

  /// The arcs that follow the rest of a place's course, with the milliseconds to their entries. One
  /// leaves a place as freely as its course allows.
  @inline(__always)
  func forEachWay(from place: CoursePlace, _ body: (_ arc: Int, _ milliseconds: UInt32) -> Void) {
    let arcs = network.arcs(of: place.course)
    guard !arcs.isEmpty else { return }
    let left = costToLeave(place.offset, on: place.course)
    for turn in network.turns(from: ArcID(arcs.lowerBound)) {
      let cost = min(TravelMetric.endless, left &+ metric.turnMilliseconds[turn])
      body(Int(network.turnTargets[turn]), cost)
    }
  }

  private func cost(of course: Course, centimeters: UInt32) -> UInt32 {
    let whole = metric.arcMilliseconds[network.arcs(of: course).lowerBound]
    guard whole < TravelMetric.endless else { return TravelMetric.endless }
    return TravelMetric.share(of: whole, centimeters, of: network.length(of: course.segment))
  }
}
