package import MessageBus
import Messages
import SQL

/// Publishes the store's changes from a change log in the store itself. Each change is written to
/// the log in its own transaction (the "transactional outbox" pattern), so every instance on one
/// store publishes the same stream with the same sequence numbers, and a restart continues where
/// the stream was.
@Memberwise package struct VenueStream: Sendable {
  private let publisher: Publisher
  /// The last position of the log that this instance has published. Locked while it publishes.
  private let published = Locked<StreamPosition?>(nil)

  /// How many venues are read at a time.
  private static let pageVenues = 500

  /// Adds a batch of changed venues to the change log, in the transaction of the change. They are
  /// published after its commit.
  typealias Publish = ([VenueChanged]) throws -> Void

  /// Runs `work` in one transaction, then publishes the changes that it logged. Memory: the
  /// identifiers of the changed venues.
  ///
  /// - Parameter work: passes each batch of changes to the closure `publish`.
  /// - Throws: whatever `work` throws, and `SQLError`; nothing was changed or published.
  func change<Result>(
    in store: VenueDatabase, _ work: (_ publish: Publish) throws -> Result
  ) throws -> Result {
    let result = try store.database.transaction {
      try work { try store.changeLog.append($0.map(\.id)) }
    }
    // The change is committed and logged: if it cannot be published now, the next change does it.
    try? publishPending(from: store)
    return result
  }

  /// Publishes the logged changes, of this instance and of others, that this instance has not
  /// published yet.
  ///
  /// Each event carries the current state of its venue. If the log no longer holds the next change,
  /// the stream continues at the log's end and subscribers see a gap.
  ///
  /// - Throws: `SQLError`.
  package func publishPending(from store: VenueDatabase) throws {
    try published.withLock { published in
      let end = try store.changeLog.position()
      if published == end { return }
      try store.database.transaction(.read) {
        let end = try store.changeLog.position()
        let changes = try store.changeLog.changes(after: published, upTo: end)
        guard let changes else {
          publisher.resume(VenueChanged.self, at: end)
          published = end
          return
        }
        for start in stride(from: 0, to: changes.count, by: Self.pageVenues) {
          let ids = changes[start..<min(start + Self.pageVenues, changes.count)]
          let venues = try store.venues.venues(Set(ids))
          for id in ids {
            let venue = venues[id]
            try publisher.publish(
              VenueChanged(id: id, venue: venue?.standing == nil ? venue : nil))
          }
        }
        published = end
      }
    }
  }

  /// Reads in one transaction, together with the stream position that the result belongs to.
  ///
  /// - Throws: whatever `read` throws; `SQLError`.
  func snapshot<Result>(
    of store: VenueDatabase, _ read: () throws -> Result
  ) throws -> (Result, StreamPosition) {
    try store.database.transaction(.read) { (try read(), try store.changeLog.position()) }
  }
}
