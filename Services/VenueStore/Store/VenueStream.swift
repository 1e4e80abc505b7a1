import MessageBus
import Messages
import SQL

/// Publishes the store's changes from a change log in the store itself. Each change is written to
/// the log in its own transaction (the "transactional outbox" pattern), so every instance on one
/// store publishes the same stream with the same sequence numbers, and a restart continues where
/// the stream was.
package struct VenueStream: Sendable {
  private let publisher: Publisher
  /// The last position of the log that this instance has published. Locked while it publishes.
  private let published = Locked<StreamPosition?>(nil)

  package init(publisher: Publisher) { self.publisher = publisher }

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
      try work { try store.log($0.map(\.id)) }
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
      let end = try store.streamPosition()
      if published == end { return }
      try store.database.transaction(.read) {
        let end = try store.streamPosition()
        let changes = try store.changes(after: published, upTo: end)
        guard let changes else {
          publisher.resume(VenueChanged.self, at: end)
          published = end
          return
        }
        for start in stride(from: 0, to: changes.count, by: Self.pageVenues) {
          let ids = changes[start..<min(start + Self.pageVenues, changes.count)]
          let venues = try store.venues(Set(ids))
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
    try store.database.transaction(.read) { (try read(), try store.streamPosition()) }
  }
}

// MARK: The change log

extension VenueDatabase {
  /// How many changes the log holds. An instance that is further behind skips the lost ones.
  private static let keptChanges: Int64 = 20_000

  /// The stream's position after the last committed change.
  ///
  /// - Throws: `SQLError`.
  func streamPosition() throws -> StreamPosition {
    try database.first("SELECT epoch, sequence FROM stream") {
      StreamPosition(epoch: $0.text(0), sequence: UInt64($0.int64(1)))
    } ?? StreamPosition(epoch: "", sequence: 0)
  }

  /// Starts a new epoch of the stream, which makes every replica copy everything again. Runs in the
  /// caller's transaction.
  ///
  /// - Throws: `SQLError`.
  func startEpoch(_ epoch: String) throws {
    try database.run("DELETE FROM change")
    try database.run("UPDATE stream SET epoch = ?, sequence = 0", epoch)
  }

  /// Appends changes to the log. Runs in the caller's transaction: writers are serialised, so the
  /// sequence numbers have no gap.
  fileprivate func log(_ ids: [VenueID]) throws {
    if ids.isEmpty { return }
    let before = Int64(try streamPosition().sequence)
    let sequence = before + Int64(ids.count)
    try database.run(
      "INSERT INTO change (sequence, venue_id) VALUES (?, ?)",
      each: ids.enumerated().map { [before + Int64($0) + 1, $1.rawValue] })
    try database.run("UPDATE stream SET sequence = ?", sequence)
    try database.run("DELETE FROM change WHERE sequence <= ?", sequence - Self.keptChanges)
  }

  /// The venues that changed after `start`, in order; `nil` if the log does not reach back to it.
  fileprivate func changes(
    after start: StreamPosition?, upTo end: StreamPosition
  ) throws -> [VenueID]? {
    guard let start, start.epoch == end.epoch, start.sequence <= end.sequence else { return nil }
    let changes = try database.query(
      "SELECT venue_id FROM change WHERE sequence > ? ORDER BY sequence", Int64(start.sequence)
    ) { VenueID(rawValue: $0.text(0)) }
    return changes.count == Int(end.sequence - start.sequence) ? changes : nil
  }
}
