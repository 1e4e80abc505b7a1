package import Messages
import SQL
package import Time

/// The favourites of users.
package struct Favourites {
  let database: Database
  let venues: VenueTable
  let table: FavouriteTable

  package init(_ store: VenueDatabase) {
    database = store.database
    venues = store.venues
    table = FavouriteTable(database: store.database)
  }

  /// The device in the stamps of changes that are made by the store itself, without a device.
  private static let ownDevice: DeviceID = "store"

  /// Adds a venue to a user's favourites. If it is one already, nothing changes.
  ///
  /// - Throws: `ServiceError`: `invalidRequest` for the user's name, `notFound` for the venue,
  ///   `conflict` for too many favourites; `SQLError`.
  package func add(
    _ request: FavouriteAddRequest, now: Timestamp
  ) throws -> Favourite {
    try UserText.check(user: request.user)
    let venue = try venues.venue(request.venueID)
    return try changing {
      let old = try table.mark(of: request.user, venue.id)
      if let addedAt = old?.addedAt { return Favourite(venue: venue, addedAt: addedAt) }
      try check(
        try hasRoom(for: request.user, isNew: old == nil), or: .conflict,
        "“\(request.user)” has too many favourites; remove some first.")
      let addedAt = Timestamp(millisecondsSince1970: now.millisecondsSince1970)
      let stamp = FavouriteStamp(after: old?.stamp, now: now, device: Self.ownDevice)
      let mark = FavouriteMark(venueID: venue.id, addedAt: addedAt, stamp: stamp)
      try table.put(mark, of: request.user, now: now)
      return Favourite(venue: venue, addedAt: addedAt)
    }
  }

  /// Removes a venue from a user's favourites.
  ///
  /// - Returns: the removed favourite.
  /// - Throws: `ServiceError`: `invalidRequest` for the user's name, `notFound` if the venue is not
  ///   a favourite; `SQLError`.
  package func remove(
    _ request: FavouriteRemoveRequest, now: Timestamp
  ) throws -> Favourite {
    try UserText.check(user: request.user)
    return try changing {
      guard let old = try table.mark(of: request.user, request.venueID),
        let addedAt = old.addedAt
      else {
        throw ServiceError(
          .notFound,
          "“\(request.venueID.rawValue.prefix(60))” is not a favourite of “\(request.user)”.")
      }
      let stamp = FavouriteStamp(after: old.stamp, now: now, device: Self.ownDevice)
      let tombstone = FavouriteMark(venueID: request.venueID, addedAt: nil, stamp: stamp)
      try table.put(tombstone, of: request.user, now: now)
      return Favourite(venue: try venues.venue(request.venueID), addedAt: addedAt)
    }
  }

  /// A user's favourites, oldest first, including venues that are closed or vanished.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for the user's name; `SQLError`.
  package func list(of user: String) throws -> FavouriteListReply {
    try UserText.check(user: user)
    return FavouriteListReply(favourites: try table.favourites(of: user))
  }

  /// When the venue became the user's favourite; `nil` if it is not one.
  func since(of user: String, _ id: VenueID) throws -> Timestamp? {
    try table.mark(of: user, id)?.addedAt
  }
  /// Runs `work` in a transaction that locks the log of changes to favourites.
  func changing<Result>(_ work: () throws -> Result) throws -> Result {
    try database.transaction {
      try table.lock()
      return try work()
    }
  }

  /// Whether a user may have one more favourite.
  ///
  /// - Parameter isNew: whether the user has no mark of the venue yet. The number of marks is
  ///   limited as well, and tombstones count there.
  func hasRoom(for user: String, isNew: Bool) throws -> Bool {
    let counts = try table.counts(of: user)
    let quota = Caller.quota(VenueLimits.maximumFavourites, of: user)
    return counts.favourites < quota && (!isNew || counts.marks < 2 * quota)
  }
}
