package import Areas
import Messages

/// Stage 4: the watched fences, and the search for those that a path may touch.
package struct FenceSet: Sendable {
  private var fences: [FenceNumber: WatchedFence] = [:]
  private var index = FenceIndex()
  /// How many are for the devices of one guest only.
  private var guestFences = 0
  /// The only device whose paths have candidates; `nil` for the fences of all.
  private var device: DeviceID?
  /// When the first fence expires, or earlier.
  private var firstExpiry = Int64.max

  package init() {}

  package var count: Int { fences.count }

  /// Starts to watch. The number must be new.
  package mutating func add(_ fence: WatchedFence) {
    fences[fence.number] = fence
    if fence.guest != nil { guestFences += 1 }
    index.insert(fence.shape.bounds, as: fence.number)
    firstExpiry = min(firstExpiry, fence.expires)
  }

  /// Stops watching; `nil` if no fence has that number.
  @discardableResult
  package mutating func remove(_ number: FenceNumber) -> WatchedFence? {
    guard let fence = fences.removeValue(forKey: number) else { return nil }
    if fence.guest != nil { guestFences -= 1 }
    index.remove(fence.shape.bounds, insertedAs: number)
    return fence
  }

  /// The same fences, where only those that watch a device are candidates.
  func watching(_ device: DeviceID) -> FenceSet {
    var set = self
    set.device = device
    return set
  }

  /// The expired fences, in order. Linear in fences only if there are some.
  mutating func expired(by time: Int64) -> [WatchedFence] {
    guard firstExpiry <= time else { return [] }
    let expired = all.filter { $0.expires <= time }
    firstExpiry = fences.values.lazy.map(\.expires).filter { $0 > time }.min() ?? .max
    return expired
  }

  package subscript(number: FenceNumber) -> WatchedFence? { fences[number] }

  /// In the order in which they were set up.
  package var all: [WatchedFence] { fences.values.sorted { $0.number < $1.number } }

  /// The candidates of a path: replaces `numbers` by those of every fence that it may touch, in
  /// order.
  package func collect(near path: Arc, into numbers: inout [FenceNumber]) {
    index.collect(near: path, into: &numbers)
    guard guestFences > 0, let device else { return }
    numbers.removeAll { fences[$0]?.watches(device) == false }
  }
}
