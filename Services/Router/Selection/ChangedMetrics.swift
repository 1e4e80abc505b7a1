import MessageBus
import Messages

/// The metrics that were used last for certain times and requests, made on first use.
final class ChangedMetrics: Sendable {
  struct Key: Hashable, Sendable {
    let period: Int
    let hour: RuleClock.Hour
    let selection: RoadSelection?
  }

  /// Each may take as much memory as that of a period, where it avoids many roads.
  static let maximum = 16

  /// A place for a metric, so that only requests for the same one wait while it is made.
  private final class Place: Sendable {
    let metric = Locked<HierarchyMetric?>(nil)
  }

  /// Least recently used first.
  private let places = Locked<[(key: Key, place: Place)]>([])

  func metric(for key: Key, make: () -> HierarchyMetric) -> HierarchyMetric {
    let place = places.withLock { places in
      let known = places.firstIndex { $0.key == key }.map { places.remove(at: $0).place }
      let place = known ?? Place()
      if places.count == Self.maximum { places.removeFirst() }
      places.append((key, place))
      return place
    }
    return place.metric.withLock { metric in
      let made = metric ?? make()
      metric = made
      return made
    }
  }
}
