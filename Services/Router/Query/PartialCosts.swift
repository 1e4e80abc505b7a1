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
    places(position) { Course($0.segment, isBackward: $0.isLast) }
  }

  /// The open courses on which a drive may reach a position: at a junction those of all roads.
  func arrivals(_ position: RoadPosition) -> [CoursePlace] {
    places(position) { Course($0.segment, isBackward: !$0.isLast) }
  }

  private func places(
    _ position: RoadPosition, _ course: (SegmentEnd) -> Course
  ) -> [CoursePlace] {
    let own = [false, true].map {
      CoursePlace(
        course: Course(position.segment, isBackward: $0), offset: position.offset)
    }
    let others = position.otherEnds.map { end in
      CoursePlace(
        course: course(end), offset: end.isLast ? network.length(of: end.segment) : 0)
    }
    return (own + others).filter { place in
      let arcs = network.arcs(of: place.course)
      return !arcs.isEmpty && !metric.isClosed(ArcID(arcs.lowerBound))
    }
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

  private func cost(of course: Course, centimeters: UInt32) -> UInt32 {
    let arc = network.arcs(of: course).lowerBound
    return TravelMetric.share(
      of: metric.arcMilliseconds[arc], centimeters, of: network.length(of: course.segment))
  }
}
