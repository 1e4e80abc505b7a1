import MessageBus
package import Messages

/// The current snapshot of the venues: written by the follower, read by worker threads.
package final class PublishedVenues: Sendable {
  /// The venues at one position of the stream of changes.
  @Memberwise package struct Snapshot: Sendable {
    let index: VenueIndex
    let replica: ReplicaState
  }

  private let current = Locked<Snapshot?>(nil)

  func replace(_ index: VenueIndex, at position: StreamPosition, isCurrent: Bool) {
    let replica = ReplicaState(position: position, venues: index.count, isCurrent: isCurrent)
    current.withLock { $0 = Snapshot(index: index, replica: replica) }
  }

  /// Marks the current snapshot as following its source or not.
  func setCurrent(_ isCurrent: Bool) {
    current.withLock { snapshot in
      guard let old = snapshot, old.replica.isCurrent != isCurrent else { return }
      let replica = ReplicaState(
        position: old.replica.position, venues: old.replica.venues, isCurrent: isCurrent)
      snapshot = Snapshot(index: old.index, replica: replica)
    }
  }

  /// - Throws: `ServiceError` with `unavailable` until the first copy is complete.
  func snapshot() throws(ServiceError) -> Snapshot {
    guard let snapshot = current.withLock({ $0 }) else {
      throw ServiceError(
        .unavailable, "Still copying the venues from venue-store; try again in a moment.")
    }
    return snapshot
  }
}
