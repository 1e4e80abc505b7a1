import Messages
import SQL

extension VenueDatabase {
  /// The device in the stamps of changes that are made by the store itself, without a device.
  private static let ownDevice: DeviceID = "store"

  /// Adds a venue to a user's favourites. If it is one already, nothing changes.
  ///
  /// - Throws: `ServiceError`: `invalidRequest` for the user's name, `notFound` for the venue,
  ///   `conflict` for too many favourites; `SQLError`.
  package func addFavourite(
    _ request: FavouriteAddRequest, now: Timestamp
  ) throws -> Favourite {
    try UserText.check(user: request.user)
    let venue = try venue(request.venueID)
    return try changingFavourites {
      let old = try mark(of: request.user, venue.id)
      if let addedAt = old?.addedAt { return Favourite(venue: venue, addedAt: addedAt) }
      guard try hasRoom(for: request.user, isNew: old == nil) else {
        throw ServiceError(
          .conflict,
          "“\(request.user)” has \(VenueLimits.maximumFavourites) favourites; remove some first.")
      }
      let addedAt = Timestamp(millisecondsSince1970: now.millisecondsSince1970)
      let stamp = FavouriteStamp(after: old?.stamp, now: now, device: Self.ownDevice)
      let mark = FavouriteMark(venueID: venue.id, addedAt: addedAt, stamp: stamp)
      try put(mark, of: request.user, now: now)
      return Favourite(venue: venue, addedAt: addedAt)
    }
  }

  /// Removes a venue from a user's favourites.
  ///
  /// - Returns: the removed favourite.
  /// - Throws: `ServiceError`: `invalidRequest` for the user's name, `notFound` if the venue is not
  ///   a favourite; `SQLError`.
  package func removeFavourite(
    _ request: FavouriteRemoveRequest, now: Timestamp
  ) throws -> Favourite {
    try UserText.check(user: request.user)
    return try changingFavourites {
      guard let old = try mark(of: request.user, request.venueID), let addedAt = old.addedAt else {
        throw ServiceError(
          .notFound,
          "“\(request.venueID.rawValue.prefix(60))” is no favourite of “\(request.user)”.")
      }
      let stamp = FavouriteStamp(after: old.stamp, now: now, device: Self.ownDevice)
      let tombstone = FavouriteMark(venueID: request.venueID, addedAt: nil, stamp: stamp)
      try put(tombstone, of: request.user, now: now)
      return Favourite(venue: try venue(request.venueID), addedAt: addedAt)
    }
  }

  /// A user's favourites, oldest first, including venues that are closed or vanished.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for the user's name; `SQLError`.
  package func favourites(of user: String) throws -> FavouriteListReply {
    try UserText.check(user: user)
    let favourites = try database.query(
      """
      SELECT added_at_milliseconds, \(StoredVenueColumns.columns)
      FROM favourite_mark JOIN venue ON id = venue_id
      WHERE owner = ? AND added_at_milliseconds IS NOT NULL
      ORDER BY added_at_milliseconds, change
      """, user
    ) { row in
      Favourite(
        venue: StoredVenueColumns.venue(row, from: 1),
        addedAt: Timestamp(millisecondsSince1970: row.int64(0)))
    }
    return FavouriteListReply(favourites: favourites)
  }

  /// When the venue became the user's favourite; `nil` if it is not one.
  func favouriteSince(of user: String, _ id: VenueID) throws -> Timestamp? {
    try mark(of: user, id)?.addedAt
  }
}
