import FoundationEssentials
import SQL
package import Time

/// The result of loading a map's venues.
package enum MapLoad: Hashable, Sendable, CustomStringConvertible {
  /// The same venues were loaded before.
  case alreadyLoaded(count: Int)
  /// - Parameters:
  ///   - changed: venues that are new, different or restored.
  ///   - gone: venues of the previous map that this one does not hold.
  case loaded(count: Int, changed: Int, gone: Int)

  /// Replaces the map's venues in one transaction, unless this map is the one loaded last. The map
  /// is a source like any feed; its identity is the version of its document. Venues that only the
  /// previous map held become `vanished`; favourites still show them.
  ///
  /// Takes about 40 µs a venue. Starts a new epoch of the stream, so that every replica copies
  /// everything: publishing a whole map as single events would be slower.
  ///
  /// - Throws: `SQLError`; the venues are then unchanged.
  package init(_ artifact: VenueArtifact, into store: VenueDatabase, now: Timestamp) throws {
    let feeds = FeedTable(database: store.database)
    if try feeds.mapIdentity() == artifact.identity {
      self = .alreadyLoaded(count: artifact.count)
      return
    }
    let incoming = try IncomingRows(
      in: store.database, maximumRows: VenueStoreLimits.maximumVenues + 1)
    try store.database.transaction(.read) {
      try artifact.forEach { try incoming.add(.success(FeedRow($0))) }
      try incoming.flush()
    }
    self = try store.database.transaction {
      let counts = try SyncCommit(store).replaceRows(
        of: feeds.mapNumber(), by: incoming, idPrefix: "", now: now
      ) { _ in }
      try store.changeLog.startEpoch(UUID().uuidString)
      try feeds.setMapIdentity(artifact.identity, asOf: now)
      return .loaded(
        count: artifact.count, changed: counts.new + counts.changed, gone: counts.removed)
    }
  }

  package var description: String {
    switch self {
    case .alreadyLoaded(let count):
      "the map's \(count) venues are loaded"
    case .loaded(let count, let changed, let gone):
      "loaded the map's \(count) venues: \(changed) new or changed, \(gone) gone"
    }
  }
}
