import Messages
import SQL
import Time

extension VenueDatabase {
  /// Stands for the device of who asks the store itself.
  private static let ownDevice: DeviceID = "store"

  /// Marks a venue as a user's favourite; one that is a favourite already stays as it was.
  ///
  /// - Throws: `ServiceError`: `invalidRequest` for the user's name, `notFound` for the venue,
  ///   `conflict` for too many favourites; `SQLError`.
  package func addFavourite(
    _ request: FavouriteAddRequest, now: Timestamp
  ) throws -> Favourite {
    try PersonalText.check(user: request.user)
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

  /// Takes a venue off a user's favourites.
  ///
  /// - Returns: the favourite as it was.
  /// - Throws: `ServiceError`: `invalidRequest` for the user's name, `notFound` where the venue is
  ///   no favourite; `SQLError`.
  package func removeFavourite(
    _ request: FavouriteRemoveRequest, now: Timestamp
  ) throws -> Favourite {
    try PersonalText.check(user: request.user)
    return try changingFavourites {
      guard let old = try mark(of: request.user, request.venueID), let addedAt = old.addedAt else {
        throw ServiceError(
          .notFound,
          "“\(request.venueID.rawValue.prefix(60))” is no favourite of “\(request.user)”.")
      }
      let stamp = FavouriteStamp(after: old.stamp, now: now, device: Self.ownDevice)
      let removal = FavouriteMark(venueID: request.venueID, addedAt: nil, stamp: stamp)
      try put(removal, of: request.user, now: now)
      return Favourite(venue: try venue(request.venueID), addedAt: addedAt)
    }
  }

  /// A user's favourites, oldest first, those that are gone among them.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for the user's name; `SQLError`.
  package func favourites(of user: String) throws -> FavouriteListReply {
    try PersonalText.check(user: user)
    let favourites = try database.query(
      """
      SELECT added_at_milliseconds, \(StoredVenue.columns)
      FROM favourite_mark JOIN venue ON id = venue_id
      WHERE owner = ? AND added_at_milliseconds IS NOT NULL
      ORDER BY added_at_milliseconds, change
      """, user
    ) { row in
      Favourite(
        venue: StoredVenue.venue(row, from: 1),
        addedAt: Timestamp(millisecondsSince1970: row.int64(0)))
    }
    return FavouriteListReply(favourites: favourites)
  }

  /// Since when a venue is a user's favourite; `nil` where it is none.
  func favouriteSince(of user: String, _ id: VenueID) throws -> Timestamp? {
    try mark(of: user, id)?.addedAt
  }
}
