import Areas
import Geography
import Messages

/// What differs from the usual weights of a network: roads closed, slowed or avoided, at a time and
/// for a request.
package struct RoadChanges: Sendable, Equatable {
  /// No path enters, leaves or passes them.
  var closed: Set<DirectedSegment> = []
  /// Centimetres a second on empty roads.
  var speeds: [DirectedSegment: UInt16] = [:]
  var closedTurns: Set<Int> = []
  /// What the request avoids. Entering one costs `TravelMetric.avoidPenalty`, which replies
  /// subtract.
  var avoided: Set<SegmentID> = []
  /// For journeys that start or end there, for the time being. Entering one from a road that is not
  /// reserved costs `TravelMetric.lastResortPenalty`.
  var reserved: Set<DirectedSegment> = []

  var hasPenalties: Bool { !avoided.isEmpty || !reserved.isEmpty }

  /// Those without a time or a request: roads that are closed except at certain times.
  static func usual(_ network: RoadNetwork) -> RoadChanges {
    RoadChanges(network, at: .none)
  }

  init() {}

  /// Only what a vehicle does not fit is closed.
  init(_ network: RoadNetwork, closedTo vehicle: VehicleSize) {
    close(for: SizeLimits(vehicle), network)
  }

  /// What the rules of an hour change.
  ///
  /// - Parameter hour: from the network's `RuleClock`.
  init(_ network: RoadNetwork, at hour: RuleClock.Hour) {
    for index in network.rules.ruledSegments.indices
    where index == 0 || network.rules.ruledSegments[index - 1] != network.rules.ruledSegments[index]
    {
      addRules(from: index, network, hour)
    }
    for index in network.rules.ruledTurns.indices
    where hour.holds(Int(network.rules.turnHours[index])).contains(true) {
      closedTurns.insert(Int(network.rules.ruledTurns[index]))
    }
  }

  /// These changes and those that a request asks for; its areas are valid.
  func choosing(_ selection: RoadSelection?, of network: RoadNetwork) -> RoadChanges {
    guard let selection else { return self }
    var all = self
    if let vehicle = selection.vehicle { all.close(for: SizeLimits(vehicle), network) }
    all.choose(selection, network)
    return all
  }

  /// Applies the rules of one directed segment, the last that holds counts; of the quarters of an
  /// hour the strictest.
  private mutating func addRules(
    from first: Int, _ network: RoadNetwork, _ hour: RuleClock.Hour
  ) {
    let directedSegment = DirectedSegment(rawValue: network.rules.ruledSegments[first])
    var rules: [RoadRule] = []
    var index = first
    while index < network.rules.ruledSegments.count,
      network.rules.ruledSegments[index] == network.rules.ruledSegments[first]
    {
      if let rule = RoadRule(packed: network.rules.segmentRules[index]) { rules.append(rule) }
      index += 1
    }
    let isClosed = network.isClosedByDefault(directedSegment)
    var quarters = [ConditionalEffect](repeating: isClosed ? .closed : .open, count: 4)
    var speeds = [UInt16?](repeating: nil, count: 4)
    for rule in rules {
      for (quarter, holds) in hour.holds(rule.hours).enumerated() where holds {
        if case .speed(let speed) = rule.effect {
          speeds[quarter] = speed
        } else {
          quarters[quarter] = rule.effect
        }
      }
    }
    if quarters.contains(.closed) {
      closed.insert(directedSegment)
    } else if quarters.contains(.destinationOnly) {
      reserved.insert(directedSegment)
    }
    let usual = network.speed(of: directedSegment)
    let slowest = speeds.map { $0 ?? usual }.min() ?? usual
    if slowest != usual { self.speeds[directedSegment] = slowest }
  }

  private mutating func close(for vehicle: SizeLimits, _ network: RoadNetwork) {
    for index in network.rules.limitedSegments.indices
    where !SizeLimits(packed: network.rules.segmentLimits[index]).admits(vehicle) {
      let segment = SegmentID(network.rules.limitedSegments[index])
      closed.formUnion([false, true].map { DirectedSegment(segment, isBackward: $0) })
    }
    for index in network.rules.limitedTurns.indices
    where !SizeLimits(packed: network.rules.turnLimits[index]).admits(vehicle) {
      closedTurns.insert(Int(network.rules.limitedTurns[index]))
    }
  }

  /// Closes the kinds of road and the areas that a request excludes, and avoids others.
  private mutating func choose(_ selection: RoadSelection, _ network: RoadNetwork) {
    let (kinds, excluded) = (Set(selection.avoid ?? []), Set(selection.exclude ?? []))
    let areas = (selection.avoidAreas ?? []).compactMap(AreaShape.init)
    guard !kinds.isEmpty || !excluded.isEmpty || !areas.isEmpty else { return }
    for index in 0..<network.segmentCount {
      let segment = SegmentID(index)
      if excluded.contains(where: { $0.matches(segment, network) })
        || areas.contains(where: { network.touches(segment, $0) })
      {
        closed.formUnion([false, true].map { DirectedSegment(segment, isBackward: $0) })
      } else if kinds.contains(where: { $0.matches(segment, network) }) {
        avoided.insert(segment)
      }
    }
  }

  /// The directed segments whose penalty may differ from that of other changes.
  func penalties(differingFrom other: RoadChanges) -> Set<DirectedSegment> {
    avoided.symmetricDifference(other.avoided).reduce(
      into: reserved.symmetricDifference(other.reserved)
    ) { all, segment in
      all.formUnion([false, true].map { DirectedSegment(segment, isBackward: $0) })
    }
  }

  /// The directed segments whose time differs from other changes of the same network.
  func directedSegments(differingFrom other: RoadChanges) -> Set<DirectedSegment> {
    var all = closed.symmetricDifference(other.closed)
    for (directedSegment, speed) in speeds where other.speeds[directedSegment] != speed {
      all.insert(directedSegment)
    }
    for directedSegment in other.speeds.keys where speeds[directedSegment] == nil {
      all.insert(directedSegment)
    }
    return all
  }
}

extension AvoidedRoad {
  fileprivate func matches(_ segment: SegmentID, _ network: RoadNetwork) -> Bool {
    switch self {
    case .tolls: network.flags(of: segment).contains(.toll)
    case .ferries: network.roadClass(of: segment).isFerry
    case .unpaved: network.flags(of: segment).contains(.unpaved)
    case .tunnels: network.flags(of: segment).contains(.tunnel)
    case .motorways: [.motorway, .motorwayLink].contains(network.roadClass(of: segment))
    }
  }
}

extension RoadNetwork {
  /// Whether a part of a segment lies in an area or on its edge.
  fileprivate func touches(_ segment: SegmentID, _ area: AreaShape) -> Bool {
    let points = pointRange(of: segment).map { SpaceVector(point($0).coordinate) }
    return zip(points, points.dropFirst()).contains { start, end in
      if area.contains(start) || area.contains(end) { return true }
      let path = Arc(start, end)
      return area.mayTouch(path) && !area.intervalsInside(of: path).isEmpty
    }
  }
}
