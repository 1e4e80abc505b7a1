import MessageBus
import Messages

/// The metrics that were used last for certain times and requests, made on first use.
final class ChangedMetrics: Sendable {
  struct Key: Hashable, Sendable {
    let period: Int
    /// Of `RuleEffects`.
    let effect: Int
    let selection: RoadSelection?
  }

  /// A slot for a metric, so that only requests for the same one wait while it is made.
  private final class Slot: Sendable {
    let metric = Locked<HierarchyMetric?>(nil)
  }

  /// Least recently used first; the bytes are 0 until the metric is made.
  private let slots = Locked<[(key: Key, slot: Slot, bytes: Int)]>([])
  private let maximumBytes: Int

  /// - Parameter maximumBytes: what all but the newest metric may take together.
  init(maximumBytes: Int = 256 << 20) { self.maximumBytes = maximumBytes }

  /// The metric of a key.
  ///
  /// - Parameters:
  ///   - usual: with which it shares what is equal, and is kept anyway.
  ///   - make: called if none is kept.
  func metric(
    for key: Key, besides usual: HierarchyMetric, make: () -> HierarchyMetric
  ) -> HierarchyMetric {
    let slot = slots.withLock { slots in
      let known = slots.firstIndex { $0.key == key }.map { slots.remove(at: $0) }
      let entry = known ?? (key, Slot(), 0)
      slots.append(entry)
      return entry.slot
    }
    var isNew = false
    let metric = slot.metric.withLock { metric in
      if let metric { return metric }
      let made = make()
      metric = made
      isNew = true
      return made
    }
    if isNew { account(slot, metric.bytes(besides: usual)) }
    return metric
  }

  private func account(_ slot: Slot, _ bytes: Int) {
    slots.withLock { slots in
      guard let index = slots.firstIndex(where: { $0.slot === slot }) else { return }
      slots[index].bytes = bytes
      var sum = slots.reduce(0) { $0 + $1.bytes }
      while sum > maximumBytes, slots.count > 1 { sum -= slots.removeFirst().bytes }
    }
  }
}
