/// The roads that meet where a road ends, as they lie before who comes along it.
struct Junction {
  /// A road that leaves the junction, or comes to it one-way.
  struct Arm {
    /// Away from the junction.
    let directedSegment: DirectedSegment
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
  init(_ network: RoadNetwork, after directedSegment: DirectedSegment) {
    var arriving = [directedSegment]
    var leaving: [DirectedSegment] = []
    var open: [DirectedSegment] = []
    var checked = 0
    while checked < arriving.count, leaving.count < Self.maximumArms {
      let targets = network.directedSegmentsAfter(arriving[checked])
      if checked == 0 { open = targets }
      checked += 1
      for target in targets where !leaving.contains(target) {
        leaving.append(target)
        for origin in network.directedSegmentsBefore(target) where !arriving.contains(origin) {
          arriving.append(origin)
        }
      }
    }
    let seen = leaving + arriving.map(\.reversed).filter { !leaving.contains($0) }
    let exit = network.bearing(leaving: directedSegment.reversed) + 180
    arms = seen.filter { $0 != directedSegment.reversed }.map { arm in
      Arm(
        directedSegment: arm, angle: Angles.turn(from: exit, to: network.bearing(leaving: arm)),
        isOpen: open.contains(arm), isWayOut: !network.arcs(of: arm).isEmpty,
        roadClass: network.roadClass(of: arm.segment), street: network.street(of: arm.segment),
        isRoundabout: network.flags(of: arm.segment).contains(.roundabout))
    }
  }

  func arm(_ directedSegment: DirectedSegment) -> Arm? {
    arms.first { $0.directedSegment == directedSegment }
  }
}

extension RoadNetwork {
  /// The directed segments onto which one may turn at the end of one, each once.
  fileprivate func directedSegmentsAfter(_ directedSegment: DirectedSegment) -> [DirectedSegment] {
    var found: [DirectedSegment] = []
    for arc in arcs(of: directedSegment) {
      for turn in turns(from: ArcID(arc)) {
        let target = self.directedSegment(of: target(ofTurn: turn))
        if !found.contains(target) { found.append(target) }
      }
    }
    return found
  }

  /// The directed segments from which one may turn onto one, each once.
  fileprivate func directedSegmentsBefore(_ directedSegment: DirectedSegment) -> [DirectedSegment] {
    var found: [DirectedSegment] = []
    for arc in arcs(of: directedSegment) {
      for index in Int(firstIncoming[arc])..<Int(firstIncoming[arc + 1]) {
        let origin = self.directedSegment(of: ArcID(incomingOrigins[index]))
        if !found.contains(origin) { found.append(origin) }
      }
    }
    return found
  }
}
