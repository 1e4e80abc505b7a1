import MessageBus
import Messages
import SQL

/// The store's stream of changes: a log in the store itself, written in the transaction of each
/// change, and published from there. So every instance on one store publishes the same stream, with
/// the same numbers, and a restart goes on where the stream stood.
package struct VenueStream: Sendable {
  private let publisher: Publisher
  /// Up to where the log has been published; held while it is.
  private let published = Locked<StreamPosition?>(nil)

  package init(publisher: Publisher) { self.publisher = publisher }

  /// Venues that are read at a time.
  private static let pageVenues = 500

  /// Takes in, within the transaction of a change, what of the venues has changed.
  typealias Tell = ([VenueChanged]) throws -> Void

  /// Makes a change in one transaction, then publishes what it told. Memory: the identifiers of the
  /// venues that have changed.
  ///
  /// - Parameter work: tells each batch of changes to the closure that it is given.
  /// - Throws: whatever `work` throws, and `SQLError`; nothing was changed or published.
  func change<Result>(
    in store: VenueDatabase, _ work: (_ tell: Tell) throws -> Result
  ) throws -> Result {
    let result = try store.database.transaction {
      try work { try store.log($0.map(\.id)) }
    }
    // The change holds, and the log has it: what cannot be published now is with the next change.
    try? catchUp(with: store)
    return result
  }

  /// Publishes what the log holds and has not been published here: the changes of this instance and
  /// of others.
  ///
  /// Each event carries the venue as it is now. Where the log no longer holds what comes next, the
  /// stream goes on from its end, and subscribers see a gap.
  ///
  /// - Throws: `SQLError`.
  package func catchUp(with store: VenueDatabase) throws {
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

  /// Reads what belongs to a position of the stream.
  ///
  /// - Throws: whatever `read` throws; `SQLError`.
  func reading<Result>(
    in store: VenueDatabase, _ read: () throws -> Result
  ) throws -> (Result, StreamPosition) {
    try store.database.transaction(.read) { (try read(), try store.streamPosition()) }
  }
}

// MARK: The log

extension VenueDatabase {
  /// Changes that the log holds: an instance that is further behind than this skips them.
  private static let keptChanges: Int64 = 20_000

  /// Where the stream stands after what is committed.
  ///
  /// - Throws: `SQLError`.
  func streamPosition() throws -> StreamPosition {
    try database.first("SELECT epoch, sequence FROM stream") {
      StreamPosition(epoch: $0.text(0), sequence: UInt64($0.int64(1)))
    } ?? StreamPosition(epoch: "", sequence: 0)
  }

  /// Begins the stream anew, so that everybody copies everything. Part of the caller's transaction.
  ///
  /// - Throws: `SQLError`.
  func beginStream(epoch: String) throws {
    try database.run("DELETE FROM change")
    try database.run("UPDATE stream SET epoch = ?, sequence = 0", epoch)
  }

  /// Part of the caller's transaction, whose turn it is to write: numbers are given without a gap.
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

  /// The venues that have changed since, in order; `nil` where the log does not tell.
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
