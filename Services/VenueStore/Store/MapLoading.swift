import Messages
import SQLite

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
  /// last. Venues that came from a map and are not in this one go; favourites still show them.
  ///
  /// About 10 µs a venue. Publishes nothing: it is done at start, when a new epoch tells every
  /// replica to copy anew.
  ///
  /// - Throws: `SQLiteError`; the venues are then as they were.
  package func load(_ artifact: VenueArtifact) throws -> MapLoading {
    try database.transaction {
      let before = try database.first("SELECT identity FROM loaded_map") { $0.text(0) }
      guard before != artifact.identity else { return .alreadyLoaded(count: artifact.count) }
      var changed = 0
      var arrived: Set<VenueID> = []
      arrived.reserveCapacity(artifact.count)
      try artifact.forEach { venue in
        arrived.insert(venue.id)
        if try put(venue) { changed += 1 }
      }
      let gone = try presentMapVenues().filter { !arrived.contains($0) }
      for id in gone { _ = try remove(id) }
      try database.run(
        "INSERT OR REPLACE INTO loaded_map (only_row, identity) VALUES (1, ?)", artifact.identity)
      return .loaded(count: artifact.count, changed: changed, gone: gone.count)
    }
  }

  /// Other sources have identifiers of their own; "0" is the character after "/".
  private func presentMapVenues() throws -> [VenueID] {
    try database.query(
      "SELECT id FROM venue WHERE is_gone = 0 AND id >= 'osm/' AND id < 'osm0'"
    ) { VenueID(rawValue: $0.text(0)) }
  }
}
