/// The roads at a junction, seen from one of them.
struct Junction {
  /// A road at the junction, including one-way roads that lead to it.
  struct Arm {
    /// The direction away from the junction.
    let directedSegment: DirectedSegment
    /// The angle to the right of straight ahead, degrees -180 ... 180.
    let angle: Double
    /// Whether the turn into it is allowed.
    let isOpen: Bool
    /// Whether it may be used away from the junction at all; false for a one-way road that leads to
    /// it.
    let isWayOut: Bool
    let roadClass: RoadClass
    let street: Street
    let isRoundabout: Bool
  }

  /// A safety limit against invalid maps; no junction has as many roads.
  private static let maximumArms = 64

  /// All roads except the one of approach.
  let arms: [Arm]

  /// Follows turns from road to road until no new one is found, also those back into the road of
  /// approach. A road without turns from or to the others, such as a closed one, is not included.
  init(_ network: RoadNetwork, after directedSegment: DirectedSegment) {
    var arriving = [directedSegment]
    var leaving: [DirectedSegment] = []
    var open: [DirectedSegment] = []
    var checked = 0
    while checked < arriving.count, leaving.count < Self.maximumArms {
      let targets = network.directedSegmentsAfter(arriving[checked])
      if checked == 0 { open = targets }
      checked += 1
      for target in targets + [directedSegment.reversed] where !leaving.contains(target) {
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
  /// The directed segments that can follow one, without repetitions.
  fileprivate func directedSegmentsAfter(_ directedSegment: DirectedSegment) -> [DirectedSegment] {
    var found: [DirectedSegment] = []
    for arc in arcs(of: directedSegment) {
      for target in targets(from: ArcID(arc)).map({ self.directedSegment(of: $0) })
      where !found.contains(target) { found.append(target) }
    }
    return found
  }

  /// The directed segments that can precede one, without repetitions.
  fileprivate func directedSegmentsBefore(_ directedSegment: DirectedSegment) -> [DirectedSegment] {
    var found: [DirectedSegment] = []
    for arc in arcs(of: directedSegment) {
      for origin in origins(onto: Int(arc)) {
        let origin = self.directedSegment(of: ArcID(origin))
        if !found.contains(origin) { found.append(origin) }
      }
    }
    return found
  }
}
