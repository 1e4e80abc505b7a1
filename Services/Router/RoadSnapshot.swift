import MessageBus
import Messages

/// The roads of one profile as they are now, immutable and shared by all workers: the network, its
/// speeds by the hour, and live traffic.
package final class RoadSnapshot: Sendable {
  package let network: RoadNetwork
  package let speedSchedule: SpeedSchedule
  package let traffic: RoadTraffic
  /// By period of the speed schedule.
  private let metrics: [Locked<PeriodMetric>]

  package convenience init(
    _ network: RoadNetwork, speedSchedule: SpeedSchedule = .standard, traffic: RoadTraffic = .none
  ) {
    self.init(
      network, speedSchedule, traffic, metrics: speedSchedule.periods.map { _ in PeriodMetric() })
  }

  private init(
    _ network: RoadNetwork, _ speedSchedule: SpeedSchedule, _ traffic: RoadTraffic,
    metrics: [PeriodMetric]
  ) {
    self.network = network
    self.speedSchedule = speedSchedule
    self.traffic = traffic
    self.metrics = metrics.map { Locked($0) }
  }

  /// The weights at a time, or of empty roads. They are made when they are first asked for: then
  /// who asks for the same period waits, and nobody else.
  package func metric(at time: Timestamp? = nil) -> HierarchyMetric {
    let period = speedSchedule.period(at: time)
    return metrics[period].withLock { metric in
      metric.upToDate(network, speedSchedule.periods[period], traffic)
    }
  }

  /// The same roads under other traffic. Weights that are in use are made now, so that no question
  /// waits for them; the others when they are asked for.
  func applying(_ traffic: RoadTraffic) -> RoadSnapshot {
    let changed = traffic.difference(from: self.traffic)
    // A copy of each, so that nobody waits while its successor is made.
    let next = metrics.map { metric in metric.withLock { $0 }.successor(traffic, on: changed) }
    return RoadSnapshot(network, speedSchedule, traffic, metrics: next)
  }
}

/// The weights of one period: made, known for older traffic, or not wanted yet.
private struct PeriodMetric: Sendable {
  private var metric: HierarchyMetric?
  /// The directed segments on which the traffic is another than the metric's.
  private var changed: Set<DirectedSegment> = []
  private var isInUse = false

  init() {}

  mutating func upToDate(
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

  /// What becomes of it when the traffic changes on some directed segments.
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

/// The newest snapshot of one profile's roads; a worker takes it at the start of each request.
package final class LiveRoads: Sendable {
  private let newest: Locked<RoadSnapshot>

  package init(_ snapshot: RoadSnapshot) { newest = Locked(snapshot) }

  package var snapshot: RoadSnapshot { newest.withLock { $0 } }

  func replace(by snapshot: RoadSnapshot) { newest.withLock { $0 = snapshot } }
}
