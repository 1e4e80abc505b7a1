import MessageBus
package import Messages
package import OpeningHours
package import Time

/// The current state of one profile's roads, immutable and shared by all workers: the network, its
/// speeds by hour of the week, and live traffic.
package final class RoadSnapshot: Sendable {
  package let network: RoadNetwork
  package let speedSchedule: SpeedSchedule
  package let traffic: RoadTraffic
  private let effects: RuleEffects
  /// By period of the speed schedule.
  private let metrics: [Locked<PeriodMetric>]
  /// Those that differ from their period's.
  private let changed = ChangedMetrics()
  /// With lengths in centimetres as weights, for all that has the same network.
  private let lengths: Locked<HierarchyMetric?>

  /// - Parameter holidays: those of the network's country; `nil` where it is unknown.
  package convenience init(
    _ network: RoadNetwork, speedSchedule: SpeedSchedule = .standard, traffic: RoadTraffic = .none,
    holidays: HolidayCalendar? = nil
  ) {
    self.init(
      network, speedSchedule, traffic, RuleEffects(network, holidays: holidays), Locked(nil),
      metrics: speedSchedule.periods.map { _ in PeriodMetric() })
  }

  private init(
    _ network: RoadNetwork, _ speedSchedule: SpeedSchedule, _ traffic: RoadTraffic,
    _ effects: RuleEffects, _ lengths: Locked<HierarchyMetric?>, metrics: [PeriodMetric]
  ) {
    self.network = network
    self.speedSchedule = speedSchedule
    self.traffic = traffic
    self.effects = effects
    self.lengths = lengths
    self.metrics = metrics.map { Locked($0) }
  }

  /// The weights at a time, or of empty roads where it is `nil`, for what a request asks of roads.
  /// They are customized on first use; only requests for the same weights wait for that.
  package func metric(
    at time: Timestamp? = nil, for selection: RoadSelection? = nil
  ) -> HierarchyMetric {
    let key = key(at: time, for: selection)
    let usual = metrics[key.period].withLock { metric in
      metric.current(network, speedSchedule.periods[key.period], traffic)
    }
    guard key.effect != 0 || selection != nil else { return usual }
    return changed.metric(for: key, besides: usual) {
      usual.updated(
        to: effects.changes(key.effect).choosing(selection, of: network), under: traffic)
    }
  }

  /// What the weights at a time depend on.
  func key(at time: Timestamp?, for selection: RoadSelection?) -> ChangedMetrics.Key {
    ChangedMetrics.Key(
      period: speedSchedule.period(at: time), effect: effects.number(at: time),
      selection: selection)
  }

  /// Whether the weights may differ from hour to hour.
  var haveHours: Bool { speedSchedule.periods.count > 1 || effects.hasRules }

  /// The weights with which the shortest way is found, in centimetres: those of all roads that are
  /// ever open. Customized on first use.
  func lengthMetric() -> HierarchyMetric {
    lengths.withLock { metric in
      let made =
        metric
        ?? HierarchyMetric(
          network,
          TravelMetric(
            network,
            arcMilliseconds: network.directedSegments.indices.map {
              network.lengths[Int(network.directedSegments[$0] >> 1)]
            }, turnMilliseconds: Array(repeating: 0, count: network.turnCount)))
      metric = made
      return made
    }
  }

  /// The same roads with other traffic. Periods in use are customized now, so that no request waits
  /// for them; the others on their next use.
  func applying(_ traffic: RoadTraffic) -> RoadSnapshot {
    let changed = traffic.difference(from: self.traffic)
    // Works on copies: no lock is held while the successors are made.
    let next = metrics.map { metric in metric.withLock { $0 }.successor(traffic, on: changed) }
    return RoadSnapshot(network, speedSchedule, traffic, effects, lengths, metrics: next)
  }
}

/// The weights of one period: current, out of date, or not made yet.
private struct PeriodMetric: Sendable {
  private var metric: HierarchyMetric?
  /// The directed segments whose traffic has changed since `metric` was made.
  private var changed: Set<DirectedSegment> = []
  private var isInUse = false

  init() {}

  mutating func current(
    _ network: RoadNetwork, _ factors: SpeedFactors, _ traffic: RoadTraffic
  ) -> HierarchyMetric {
    isInUse = true
    if let metric, changed.isEmpty { return metric }
    let made =
      metric?.updated(to: traffic, on: changed)
      ?? HierarchyMetric(network, TravelMetric(network, factors: factors, traffic: traffic))
    metric = made
    changed = []
    return made
  }

  /// The period after the traffic has changed on some directed segments.
  func successor(_ traffic: RoadTraffic, on directedSegments: Set<DirectedSegment>) -> PeriodMetric
  {
    guard let metric else { return PeriodMetric() }
    var next = self
    next.changed.formUnion(directedSegments)
    next.isInUse = false
    if isInUse {
      next.metric = metric.updated(to: traffic, on: next.changed)
      next.changed = []
    }
    return next
  }
}

/// Holds the newest snapshot of one profile's roads, which a worker reads at the start of each
/// request, and the stops that requests are about.
package final class LiveRoads: Sendable {
  private let newest: Locked<RoadSnapshot>
  let stopSets = StopSets()

  package init(_ snapshot: RoadSnapshot) { newest = Locked(snapshot) }

  package var snapshot: RoadSnapshot { newest.withLock { $0 } }

  func replace(by snapshot: RoadSnapshot) { newest.withLock { $0 = snapshot } }
}
