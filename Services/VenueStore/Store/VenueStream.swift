import MessageBus
import Messages

/// The store's stream of changes. A change is published after its commit, and nobody looks at where
/// the stream stands in between: a page and the position in it belong together.
package struct VenueStream: Sendable {
  private let publisher: Publisher
  /// Held from the begin of a change to the end of its publication.
  private let turn = Locked(())

  package init(publisher: Publisher) { self.publisher = publisher }

  /// Makes a change in one transaction, then publishes what it told. Memory: the identifiers of the
  /// venues that have changed.
  ///
  /// - Parameter work: tells each batch of changes to the closure that it is given.
  /// - Throws: whatever `work` throws; nothing was changed or published. `SQLError`.
  func change<Result>(
    in store: VenueDatabase,
    _ work: (_ told: ([VenueChanged]) throws -> Void) throws -> Result
  ) throws -> Result {
    try turn.withLock { _ in
      var changed: [VenueID] = []
      let result = try store.database.transaction {
        try work { changed += $0.map(\.id) }
      }
      for id in changed {
        let venue = try store.venue(id)
        try publisher.publish(
          VenueChanged(id: id, venue: venue.standing == nil ? venue : nil))
      }
      return result
    }
  }

  /// Reads what belongs to a position of the stream.
  ///
  /// - Throws: whatever `read` throws.
  func reading<Result>(_ read: () throws -> Result) rethrows -> (Result, StreamPosition) {
    try turn.withLock { _ in (try read(), publisher.position(of: VenueChanged.self)) }
  }
}
