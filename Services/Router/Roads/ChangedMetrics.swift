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

  /// A slot for a metric, so that only requests for the same one wait while it is made.
  private final class Slot: Sendable {
    let metric = Locked<HierarchyMetric?>(nil)
  }

  /// Least recently used first.
  private let slots = Locked<[(key: Key, slot: Slot)]>([])

  func metric(for key: Key, make: () -> HierarchyMetric) -> HierarchyMetric {
    let slot = slots.withLock { slots in
      let known = slots.firstIndex { $0.key == key }.map { slots.remove(at: $0).slot }
      let slot = known ?? Slot()
      if slots.count == Self.maximum { slots.removeFirst() }
      slots.append((key, slot))
      return slot
    }
    return slot.metric.withLock { metric in
      let made = metric ?? make()
      metric = made
      return made
    }
  }
}
