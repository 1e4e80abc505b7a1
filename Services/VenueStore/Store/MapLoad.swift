import FoundationEssentials
import Messages
import SQL
package import Time

/// The result of loading a map's venues.
package enum MapLoadResult: Hashable, Sendable, CustomStringConvertible {
  /// The same venues were loaded before.
  case alreadyLoaded(count: Int)
  /// - Parameters:
  ///   - changed: venues that are new, different or restored.
  ///   - gone: venues of the previous map that this one does not hold.
  case loaded(count: Int, changed: Int, gone: Int)

  package var description: String {
    switch self {
    case .alreadyLoaded(let count):
      "the map's \(count) venues are loaded"
    case .loaded(let count, let changed, let gone):
      "loaded the map's \(count) venues: \(changed) new or changed, \(gone) gone"
    }
  }
}

extension VenueDatabase {
  /// Replaces the map's venues in one transaction, unless this map is the one loaded last. The map
  /// is a source like any feed; its identity is the version of its document. Venues that only the
  /// previous map held become `vanished`; favourites still show them.
  ///
  /// Takes about 40 µs a venue. Starts a new epoch of the stream, so that every replica copies
  /// everything: publishing a whole map as single events would be slower.
  ///
  /// - Throws: `SQLError`; the venues are then unchanged.
  package func load(_ artifact: VenueArtifact, now: Timestamp) throws -> MapLoadResult {
    if try feedTable.mapIdentity() == artifact.identity {
      return .alreadyLoaded(count: artifact.count)
    }
    let incoming = try IncomingRows(
      in: database, maximumRows: VenueStoreLimits.maximumVenues + 1)
    try database.transaction(.read) {
      try artifact.forEach { try incoming.add(.success(FeedRow($0))) }
      try incoming.flush()
    }
    return try database.transaction {
      let counts = try commit(incoming, feed: feedTable.mapNumber(), idPrefix: "", now: now) { _ in
      }
      try changeLog.startEpoch(UUID().uuidString)
      try feedTable.setMapIdentity(artifact.identity, asOf: now)
      return .loaded(
        count: artifact.count, changed: counts.new + counts.changed, gone: counts.removed)
    }
  }
}
