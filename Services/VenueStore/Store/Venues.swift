package import Messages
import SQL

extension VenueDatabase {
  var venueTable: VenueTable { VenueTable(database: database) }

  /// The venue, even if it is closed or vanished.
  ///
  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  package func venue(_ id: VenueID) throws -> Venue {
    guard let found = try findVenue(id) else {
      throw ServiceError(
        .notFound,
        "There is no venue “\(id.rawValue.prefix(60))”; quickbrew nearby shows the IDs of venues.")
    }
    return found
  }

  /// The venue; `nil` if there is none.
  func findVenue(_ id: VenueID) throws -> Venue? {
    if id.rawValue.utf8.count > VenueStoreLimits.maximumIDBytes { return nil }
    return try venueTable.venue(id)
  }

  /// A page of the venues that are in business, in the order of their identifiers.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for a limit out of range; `SQLError`.
  package func page(
    category: VenueCategory? = nil, after: VenueID?, limit: Int
  ) throws -> VenueListReply {
    guard (1...VenueLimits.maximumPage).contains(limit) else {
      throw ServiceError(
        .invalidRequest,
        "A page holds 1 to \(VenueLimits.maximumPage) venues, not \(limit).")
    }
    // One row more than asked for shows whether there is another page.
    var venues = try venueTable.page(
      of: category, after: after?.rawValue ?? "", limit: limit + 1)
    let hasMore = venues.count > limit
    if hasMore { venues.removeLast() }
    return VenueListReply(venues: venues, next: hasMore ? venues.last?.id : nil)
  }

  /// The number of venues that are in business.
  ///
  /// - Throws: `SQLError`.
  package func count() throws -> Int { try venueTable.count() }

  /// Inserts and updates venues, and marks as vanished those whose change carries no venue. All
  /// changes are made or none. No venue may occur twice.
  ///
  /// - Returns: the effective changes, in order, for publication. To subscribers a venue that is no
  ///   longer in business is removed.
  /// - Throws: `SQLError`; nothing was changed.
  package func apply(_ changes: [VenueChanged]) throws -> [VenueChanged] {
    try database.transaction {
      let known = try venueTable.venues(changes.map(\.id))
      try venueTable.markVanished(changes.filter { $0.venue == nil }.map(\.id))
      let upserted = changes.compactMap(\.venue)
      let isDifferent = try venueTable.upsert(upserted)
      let different = Set(zip(upserted, isDifferent).filter(\.1).map(\.0.id))
      return changes.compactMap { change in
        let wasOffered = known[change.id].map { $0.standing == nil } ?? false
        let isOffered = change.venue.map { $0.standing == nil } ?? false
        guard wasOffered || isOffered, change.venue == nil || different.contains(change.id) else {
          return nil
        }
        return VenueChanged(id: change.id, venue: isOffered ? change.venue : nil)
      }
    }
  }
}
