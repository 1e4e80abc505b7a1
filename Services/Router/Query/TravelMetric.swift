/// The weights of the search: how long every arc and every turn of a network takes, in whole
/// milliseconds. Making one is linear in the network; it is immutable and shared by all workers.
package final class TravelMetric: Sendable {
  /// The maximum weight of an arc, 27 hours, so that a day-long path still fits 32 bits.
  package static let maximumArcMilliseconds: UInt64 = 100_000_000

  /// The weight of a closed arc and of an unreachable target, 23 days: no path takes as long. The
  /// sum of two fits 32 bits.
  static let infinity: UInt32 = 2_000_000_000

  /// The additional weight of a turn with the flag `lastResort`, or onto reserved roads from
  /// others, 69 hours: a path uses it only where every other way is longer still, at most seven of
  /// them. No reply contains it (`PartialCosts.milliseconds`).
  static let lastResortPenalty: UInt32 = 250_000_000
  /// The additional weight of a turn onto a road to avoid, half an hour: a path may take a thousand
  /// such roads where no other leads there. No reply contains it either.
  static let avoidPenalty: UInt32 = 1_800_000
  /// The maximum weight of a turn that is not closed, so that two infinite weights and a turn still
  /// fit 32 bits.
  static let maximumTurnMilliseconds = lastResortPenalty + avoidPenalty + 1_000_000

  /// Millimetres a second: `RouterLimits.topSpeedMetersPerSecond`.
  private static let topSpeed: UInt64 = 38_888

  private let network: RoadNetwork
  private let factors: SpeedFactors
  let changes: RoadChanges
  /// By arc, at most `infinity`.
  let arcMilliseconds: [UInt32]
  /// By turn, at most `maximumTurnMilliseconds`, or `infinity` where it is closed.
  let turnMilliseconds: [UInt32]
  /// The least weight above 0 that the search adds to that of a path, and that replies subtract; 0
  /// if it adds none.
  let leastPenalty: UInt32

  /// - Parameters:
  ///   - factors: the speeds of the road classes at the requested hour.
  ///   - traffic: the live traffic on single roads; it overrides the factors.
  ///   - changes: roads closed, slowed or avoided; default those without a time or a request.
  package init(
    _ network: RoadNetwork, factors: SpeedFactors = .emptyRoads, traffic: RoadTraffic = .none,
    changes: RoadChanges? = nil
  ) {
    self.network = network
    self.factors = factors
    let changes = changes ?? .usual(network)
    self.changes = changes
    arcMilliseconds = network.directedSegments.indices.map { arc in
      Self.milliseconds(
        on: DirectedSegment(rawValue: network.directedSegments[arc]), of: network, factors,
        traffic, changes)
    }
    var turns: [UInt32] = []
    turns.reserveCapacity(network.turnCount)
    for arc in network.directedSegments.indices {
      for turn in network.turns(from: ArcID(arc)) {
        turns.append(Self.milliseconds(of: turn, from: arc, network, changes))
      }
    }
    turnMilliseconds = turns
    leastPenalty = changes.avoided.isEmpty ? Self.lastResortPenalty : Self.avoidPenalty
  }

  /// A metric with these times, each clamped to its maximum.
  init(_ network: RoadNetwork, arcMilliseconds: [UInt32], turnMilliseconds: [UInt32]) {
    self.network = network
    factors = .emptyRoads
    changes = RoadChanges()
    self.arcMilliseconds = arcMilliseconds.map { min($0, Self.infinity) }
    self.turnMilliseconds = turnMilliseconds.map { min($0, Self.maximumTurnMilliseconds) }
    leastPenalty = 0
  }

  private init(
    _ other: TravelMetric, _ changes: RoadChanges, arcMilliseconds: [UInt32],
    turnMilliseconds: [UInt32]
  ) {
    network = other.network
    factors = other.factors
    self.changes = changes
    self.arcMilliseconds = arcMilliseconds
    self.turnMilliseconds = turnMilliseconds
    // Lengths have no penalties.
    leastPenalty =
      changes.avoided.isEmpty
      ? other.leastPenalty == 0 ? 0 : Self.lastResortPenalty : Self.avoidPenalty
  }

  /// The weights of the same hour with other traffic. Equal to what `init` would make, but takes
  /// only a copy of the arcs' weights and the time for the given directed segments.
  ///
  /// - Parameter directedSegments: at least those whose traffic differs from this metric's.
  func updated(to traffic: RoadTraffic, on directedSegments: Set<DirectedSegment>) -> TravelMetric {
    TravelMetric(
      self, changes, arcMilliseconds: arcs(directedSegments, traffic, changes),
      turnMilliseconds: turnMilliseconds)
  }

  /// The weights of the same hour and traffic with other changes, and the arcs whose weight, or
  /// that of a turn from them, may differ. Equal to what `init` would make.
  func updated(
    to changes: RoadChanges, under traffic: RoadTraffic
  ) -> (metric: TravelMetric, arcs: [Int]) {
    let directedSegments = changes.directedSegments(differingFrom: self.changes)
    var turns = turnMilliseconds
    var arcs = directedSegments.flatMap { network.arcs(of: $0).map { Int($0) } }
    let update = { [network] (turn: Int, origin: Int, arcs: inout [Int]) in
      turns[turn] = Self.milliseconds(of: turn, from: origin, network, changes)
      arcs.append(origin)
    }
    for turn in changes.closedTurns.symmetricDifference(self.changes.closedTurns) {
      update(turn, network.origin(ofTurn: turn).index, &arcs)
    }
    let reserved = changes.reserved.symmetricDifference(self.changes.reserved)
    for directedSegment in changes.penalties(differingFrom: self.changes) {
      for arc in network.arcs(of: directedSegment).lazy.map({ Int($0) }) {
        for origin in network.origins(onto: arc) {
          update(network.turn(from: origin, onto: arc), origin, &arcs)
        }
        // Onto a reserved road from another there is no penalty.
        guard reserved.contains(directedSegment) else { continue }
        for turn in network.turns(from: ArcID(arc)) { update(turn, arc, &arcs) }
      }
    }
    let metric = TravelMetric(
      self, changes, arcMilliseconds: self.arcs(directedSegments, traffic, changes),
      turnMilliseconds: turns)
    return (metric, arcs)
  }

  /// The weights of all arcs, computed again on some directed segments.
  private func arcs(
    _ directedSegments: Set<DirectedSegment>, _ traffic: RoadTraffic, _ changes: RoadChanges
  ) -> [UInt32] {
    var arcs = arcMilliseconds
    for directedSegment in directedSegments {
      let milliseconds = Self.milliseconds(
        on: directedSegment, of: network, factors, traffic, changes)
      for arc in network.arcs(of: directedSegment) { arcs[Int(arc)] = milliseconds }
    }
    return arcs
  }

  /// What the weights take that another metric does not share.
  func bytes(besides other: TravelMetric) -> Int {
    [(arcMilliseconds, other.arcMilliseconds), (turnMilliseconds, other.turnMilliseconds)]
      .reduce(0) { bytes, weights in
        let isShared = weights.0.withUnsafeBufferPointer { own in
          weights.1.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
        }
        return bytes + (isShared ? 0 : weights.0.count * MemoryLayout<UInt32>.stride)
      }
  }

  /// Whether an arc is closed: no path enters it, starts or ends there.
  @inline(__always)
  package func isClosed(_ arc: ArcID) -> Bool { arcMilliseconds[arc.index] >= Self.infinity }

  /// From the entry of an arc to the entry of the next one; `infinity` or more where it is closed.
  @inline(__always)
  func milliseconds(of turn: Int, from arc: Int) -> UInt32 {
    arcMilliseconds[arc] &+ turnMilliseconds[turn]
  }

  /// What the search adds to the weight of a turn, and replies subtract.
  func penalty(ofTurn turn: Int, from origin: ArcID) -> UInt32 {
    leastPenalty == 0 ? 0 : Self.penalty(ofTurn: turn, from: origin, network, changes)
  }

  private static func penalty(
    ofTurn turn: Int, from origin: ArcID, _ network: RoadNetwork, _ changes: RoadChanges
  ) -> UInt32 {
    var isLastResort = network.flags(ofTurn: turn).contains(.lastResort)
    guard changes.hasPenalties else { return isLastResort ? lastResortPenalty : 0 }
    let target = network.directedSegment(of: network.target(ofTurn: turn, from: origin))
    if changes.reserved.contains(target) {
      let from = network.directedSegment(of: origin)
      isLastResort = isLastResort || !changes.reserved.contains(from)
    }
    return (isLastResort ? lastResortPenalty : 0)
      + (changes.avoided.contains(target.segment) ? avoidPenalty : 0)
  }

  private static func milliseconds(
    of turn: Int, from origin: Int, _ network: RoadNetwork, _ changes: RoadChanges
  ) -> UInt32 {
    if !changes.closedTurns.isEmpty, changes.closedTurns.contains(turn) { return infinity }
    return network.cost(ofTurn: turn) + penalty(ofTurn: turn, from: ArcID(origin), network, changes)
  }

  private static func milliseconds(
    on directedSegment: DirectedSegment, of network: RoadNetwork, _ factors: SpeedFactors,
    _ traffic: RoadTraffic, _ changes: RoadChanges
  ) -> UInt32 {
    if !changes.closed.isEmpty, changes.closed.contains(directedSegment) { return infinity }
    switch traffic.conditions[directedSegment] {
    case .closed: return infinity
    case .speed(let speed):
      return milliseconds(on: directedSegment, of: network, millimetersPerSecond: UInt64(speed))
    case nil:
      let roadClass = network.roadClass(of: directedSegment.segment)
      let permille = UInt64(factors.permille[Int(roadClass.rawValue)])
      // Centimetres a second times thousandths, divided by 100, are millimetres a second.
      let usual = changes.speeds[directedSegment] ?? network.speed(of: directedSegment)
      let speed = UInt64(usual) * permille / 100
      return milliseconds(on: directedSegment, of: network, millimetersPerSecond: speed)
    }
  }

  /// Rounded up, so that no arc is faster than its speed.
  private static func milliseconds(
    on directedSegment: DirectedSegment, of network: RoadNetwork, millimetersPerSecond speed: UInt64
  ) -> UInt32 {
    let speed = min(topSpeed, max(1, speed))
    let millimeters = UInt64(network.length(of: directedSegment.segment)) * 10
    return UInt32(min(maximumArcMilliseconds, (millimeters * 1000 + speed - 1) / speed))
  }

  /// The time for `part` of `whole` centimetres of an arc, rounded up: at most the whole arc's.
  @inline(__always)
  static func share(of milliseconds: UInt32, _ part: UInt32, of whole: UInt32) -> UInt32 {
    guard part < whole else { return milliseconds }
    let whole = UInt64(whole)
    return UInt32((UInt64(milliseconds) * UInt64(part) + whole - 1) / whole)
  }
}
