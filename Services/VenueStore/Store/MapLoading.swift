import FoundationEssentials
import Messages
import SQL
import Time

/// What loading a map's venues changed.
package enum MapLoading: Hashable, Sendable, CustomStringConvertible {
  /// The same venues had been loaded before.
  case alreadyLoaded(count: Int)
  /// - Parameters:
  ///   - changed: venues that are new, different or back.
  ///   - gone: venues of maps that this one does not hold.
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
  /// Takes over the venues of a map in one transaction, where they are others than those loaded
  /// last: the map is a source like any feed, its identity the version of its document. Venues that
  /// only the map before told of vanish; favourites still show them.
  ///
  /// About 40 µs a venue. Begins the stream of changes anew, so that every replica copies anew: a
  /// whole map's changes are no events.
  ///
  /// - Throws: `SQLError`; the venues are then as they were.
  package func load(_ artifact: VenueArtifact, now: Timestamp) throws -> MapLoading {
    if try mapIdentity() == artifact.identity { return .alreadyLoaded(count: artifact.count) }
    let incoming = try IncomingRows(
      in: database, maximumRows: VenueStoreLimits.maximumVenues + 1)
    try database.transaction(.read) {
      try artifact.forEach { try incoming.add(.success(FeedRow($0))) }
      try incoming.flush()
    }
    return try database.transaction {
      let counts = try take(incoming, feed: mapNumber(), prefix: "", now: now) { _ in }
      try beginStream(epoch: UUID().uuidString)
      try database.run(
        "UPDATE feed SET etag = ?, as_of_milliseconds = ? WHERE name = ?", artifact.identity,
        now.millisecondsSince1970, FeedName.map.rawValue)
      return .loaded(
        count: artifact.count, changed: counts.new + counts.changed, gone: counts.gone)
    }
  }

  /// Names the contents of the map loaded last; "" before the first.
  func mapIdentity() throws -> String {
    try database.first("SELECT etag FROM feed WHERE name = ?", FeedName.map.rawValue) {
      $0.text(0)
    } ?? ""
  }

  private func mapNumber() throws -> Int {
    try database.first("SELECT number FROM feed WHERE name = ?", FeedName.map.rawValue) {
      $0.int(0)
    } ?? 0
  }
}
