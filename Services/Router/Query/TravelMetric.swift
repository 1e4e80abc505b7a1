/// The weights of the search: how long every arc and every turn of a network takes, in whole
/// milliseconds. Making one is linear in the network; it is immutable and shared by all workers.
package final class TravelMetric: Sendable {
  /// The maximum weight of an arc, 27 hours, so that a day-long path still fits 32 bits.
  package static let maximumArcMilliseconds: UInt64 = 100_000_000

  /// The weight of a closed arc and of an unreachable target, 23 days: no path takes as long. The
  /// sum of two fits 32 bits.
  static let infinity: UInt32 = 2_000_000_000

  /// The additional weight of a turn with the flag `through`, 69 hours: a path cuts through
  /// destination-only roads only where every other way takes longer still, at most seven times. No
  /// reply contains it (`PartialCosts.milliseconds`).
  static let throughPenalty: UInt32 = 250_000_000
  /// The maximum weight of a turn, so that two infinite weights and a turn still fit 32 bits.
  static let maximumTurnMilliseconds = throughPenalty + 1_000_000

  /// Millimetres a second: `RouterLimits.topSpeedMetersPerSecond`.
  private static let topSpeed: UInt64 = 38_888

  private let network: RoadNetwork
  private let factors: SpeedFactors
  /// By arc, at most `infinity`.
  let arcMilliseconds: [UInt32]
  /// By turn, at most `maximumTurnMilliseconds`.
  let turnMilliseconds: [UInt32]
  /// `throughPenalty`; 0 where the times were given.
  let throughPenalty: UInt32

  /// - Parameters:
  ///   - factors: the speeds of the road classes at the requested hour.
  ///   - traffic: the live traffic on single roads; it overrides the factors.
  package init(
    _ network: RoadNetwork, factors: SpeedFactors = .emptyRoads, traffic: RoadTraffic = .none
  ) {
    self.network = network
    self.factors = factors
    arcMilliseconds = network.directedSegments.indices.map { arc in
      Self.milliseconds(
        on: DirectedSegment(rawValue: network.directedSegments[arc]), of: network, factors, traffic)
    }
    turnMilliseconds = network.turnCosts.indices.map { turn in
      network.cost(ofTurn: turn)
        + (network.flags(ofTurn: turn).contains(.through) ? Self.throughPenalty : 0)
    }
    throughPenalty = Self.throughPenalty
  }

  /// A metric with these times, each clamped to its maximum.
  init(_ network: RoadNetwork, arcMilliseconds: [UInt32], turnMilliseconds: [UInt32]) {
    self.network = network
    factors = .emptyRoads
    self.arcMilliseconds = arcMilliseconds.map { min($0, Self.infinity) }
    self.turnMilliseconds = turnMilliseconds.map { min($0, Self.maximumTurnMilliseconds) }
    throughPenalty = 0
  }

  private init(_ other: TravelMetric, arcMilliseconds: [UInt32]) {
    network = other.network
    factors = other.factors
    self.arcMilliseconds = arcMilliseconds
    turnMilliseconds = other.turnMilliseconds
    throughPenalty = other.throughPenalty
  }

  /// The weights of the same hour with other traffic. Equal to what `init` would make, but takes
  /// only a copy of the arcs' weights and the time for the given directed segments.
  ///
  /// - Parameter directedSegments: at least those whose traffic differs from this metric's.
  func updated(to traffic: RoadTraffic, on directedSegments: Set<DirectedSegment>) -> TravelMetric {
    var arcs = arcMilliseconds
    for directedSegment in directedSegments {
      let milliseconds = Self.milliseconds(on: directedSegment, of: network, factors, traffic)
      for arc in network.arcs(of: directedSegment) { arcs[arc] = milliseconds }
    }
    return TravelMetric(self, arcMilliseconds: arcs)
  }

  /// Whether live traffic has closed an arc: no path enters it, starts or ends there.
  @inline(__always)
  package func isClosed(_ arc: ArcID) -> Bool { arcMilliseconds[arc.index] >= Self.infinity }

  /// From the entry of an arc to the entry of the next one.
  @inline(__always)
  func milliseconds(of turn: Int, from arc: Int) -> UInt32 {
    arcMilliseconds[arc] &+ turnMilliseconds[turn]
  }

  private static func milliseconds(
    on directedSegment: DirectedSegment, of network: RoadNetwork, _ factors: SpeedFactors,
    _ traffic: RoadTraffic
  ) -> UInt32 {
    switch traffic.conditions[directedSegment] {
    case .closed: return infinity
    case .speed(let speed):
      return milliseconds(on: directedSegment, of: network, millimetersPerSecond: UInt64(speed))
    case nil:
      let permille = UInt64(factors.permille[Int(network.classes[directedSegment.segment.index])])
      // Centimetres a second times thousandths, divided by 100, are millimetres a second.
      let speed = UInt64(network.speed(of: directedSegment)) * permille / 100
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
