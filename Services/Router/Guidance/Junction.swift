/// The roads that meet where a road ends, as they lie before who comes along it.
struct Junction {
  /// A road that leaves the junction, or comes to it one-way.
  struct Arm {
    /// Away from the junction.
    let course: Course
    /// How far it lies to the right of straight ahead, degrees -180 ... 180.
    let angle: Double
    /// Whether one may turn into it.
    let isOpen: Bool
    /// Whether anybody may: no one-way road that comes to the junction.
    let isWayOut: Bool
    let roadClass: RoadClass
    let street: Street
    let isRoundabout: Bool
  }

  /// More roads never meet; a bound, so that no map can make this slow.
  private static let maximumArms = 64

  /// Without the road one comes along.
  let arms: [Arm]

  /// Follows turns from road to road until no new one is found. A road that no turn joins to the
  /// others, such as one for nobody, is not among the arms.
  init(_ network: RoadNetwork, after course: Course) {
    var arriving = [course]
    var leaving: [Course] = []
    var open: [Course] = []
    var checked = 0
    while checked < arriving.count, leaving.count < Self.maximumArms {
      let targets = network.coursesAfter(arriving[checked])
      if checked == 0 { open = targets }
      checked += 1
      for target in targets where !leaving.contains(target) {
        leaving.append(target)
        for origin in network.coursesBefore(target) where !arriving.contains(origin) {
          arriving.append(origin)
        }
      }
    }
    let seen = leaving + arriving.map(\.reversed).filter { !leaving.contains($0) }
    let exit = network.bearing(leaving: course.reversed) + 180
    arms = seen.filter { $0 != course.reversed }.map { arm in
      Arm(
        course: arm, angle: Angles.turn(from: exit, to: network.bearing(leaving: arm)),
        isOpen: open.contains(arm), isWayOut: !network.arcs(of: arm).isEmpty,
        roadClass: network.roadClass(of: arm.segment), street: network.street(of: arm.segment),
        isRoundabout: network.flags(of: arm.segment).contains(.roundabout))
    }
  }

  func arm(_ course: Course) -> Arm? { arms.first { $0.course == course } }
}

extension RoadNetwork {
  /// The courses onto which one may turn at the end of one, each once.
  fileprivate func coursesAfter(_ course: Course) -> [Course] {
    var found: [Course] = []
    for arc in arcs(of: course) {
      for turn in turns(from: ArcID(arc)) {
        let target = self.course(of: target(ofTurn: turn))
        if !found.contains(target) { found.append(target) }
      }
    }
    return found
  }

  /// The courses from which one may turn onto one, each once.
  fileprivate func coursesBefore(_ course: Course) -> [Course] {
    var found: [Course] = []
    for arc in arcs(of: course) {
      for index in Int(firstIncoming[arc])..<Int(firstIncoming[arc + 1]) {
        let origin = self.course(of: ArcID(incomingOrigins[index]))
        if !found.contains(origin) { found.append(origin) }
      }
    }
    return found
  }
}
