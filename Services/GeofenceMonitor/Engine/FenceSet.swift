import Areas
import Messages

/// The fences that are watched, by number and by place.
package struct FenceSet: Sendable {
  private var fences: [FenceNumber: WatchedFence] = [:]
  private var index = FenceIndex()
  /// When the first fence expires, or earlier.
  private var firstExpiry = Int64.max

  package init() {}

  package var count: Int { fences.count }

  /// Starts to watch. The number must be new.
  package mutating func add(_ fence: WatchedFence) {
    fences[fence.number] = fence
    index.insert(fence.shape.bounds, as: fence.number)
    firstExpiry = min(firstExpiry, fence.expires)
  }

  /// Stops watching; `nil` where there is none of that number.
  @discardableResult
  package mutating func remove(_ number: FenceNumber) -> WatchedFence? {
    guard let fence = fences.removeValue(forKey: number) else { return nil }
    index.remove(fence.shape.bounds, filedAs: number)
    return fence
  }

  /// The fences whose time is over, in order. Looks at all of them only where there are some.
  mutating func expired(by time: Int64) -> [WatchedFence] {
    guard firstExpiry <= time else { return [] }
    let expired = all.filter { $0.expires <= time }
    firstExpiry = fences.values.lazy.map(\.expires).filter { $0 > time }.min() ?? .max
    return expired
  }

  package subscript(number: FenceNumber) -> WatchedFence? { fences[number] }

  /// In the order they were set up.
  package var all: [WatchedFence] { fences.values.sorted { $0.number < $1.number } }

  /// Replaces `numbers` by those of every fence that a way may touch, in order.
  package func collect(near way: Arc, into numbers: inout [FenceNumber]) {
    index.collect(near: way, into: &numbers)
  }
}
