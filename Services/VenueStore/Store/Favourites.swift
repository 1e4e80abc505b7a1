import Messages
import SQL

extension VenueDatabase {
  /// Marks a venue as a user's favourite; one that is a favourite already stays as it was.
  ///
  /// - Throws: `ServiceError`: `invalidRequest` for the user's name, `notFound` for the venue,
  ///   `conflict` for too many favourites; `SQLError`.
  package func addFavourite(
    _ request: FavouriteAddRequest, now: Timestamp
  ) throws -> Favourite {
    try check(user: request.user)
    let venue = try venue(request.venueID)
    if let favourite = try favourite(of: request.user, request.venueID) { return favourite }
    let count = try database.first("SELECT count(*) FROM favourite WHERE user = ?", request.user) {
      $0.int(0)
    }
    guard (count ?? 0) < VenueLimits.maximumFavourites else {
      throw ServiceError(
        .conflict,
        "“\(request.user)” has \(VenueLimits.maximumFavourites) favourites; remove some first.")
    }
    try database.run(
      "INSERT INTO favourite (user, venue_id, added_at_milliseconds) VALUES (?, ?, ?)",
      request.user, venue.id.rawValue, now.millisecondsSince1970)
    return Favourite(venue: venue, addedAt: Timestamp(now))
  }

  /// Takes a venue off a user's favourites.
  ///
  /// - Returns: the favourite as it was.
  /// - Throws: `ServiceError`: `invalidRequest` for the user's name, `notFound` where the venue is
  ///   no favourite; `SQLError`.
  package func removeFavourite(_ request: FavouriteRemoveRequest) throws -> Favourite {
    try check(user: request.user)
    guard let favourite = try favourite(of: request.user, request.venueID) else {
      throw ServiceError(
        .notFound,
        "“\(request.venueID.rawValue.prefix(60))” is no favourite of “\(request.user)”.")
    }
    try database.run(
      "DELETE FROM favourite WHERE user = ? AND venue_id = ?", request.user,
      request.venueID.rawValue)
    return favourite
  }

  /// A user's favourites, oldest first, those that are gone among them.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for the user's name; `SQLError`.
  package func favourites(of user: String) throws -> FavouriteListReply {
    try check(user: user)
    let favourites = try database.query(
      "\(Self.selectFavourites) WHERE user = ? ORDER BY number", user, map: Self.favourite)
    return FavouriteListReply(favourites: favourites)
  }

  private func favourite(of user: String, _ id: VenueID) throws -> Favourite? {
    try database.first(
      "\(Self.selectFavourites) WHERE user = ? AND venue_id = ?", user, id.rawValue,
      map: Self.favourite)
  }

  private static let selectFavourites = """
    SELECT added_at_milliseconds, \(StoredVenue.columns) FROM favourite JOIN venue ON id = venue_id
    """

  private static func favourite(_ row: borrowing Row) -> Favourite {
    Favourite(
      venue: StoredVenue.venue(row, from: 1),
      addedAt: Timestamp(millisecondsSince1970: row.int64(0)))
  }

  private func check(user: String) throws(ServiceError) {
    let isPrintable = user.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control
    }
    guard !user.isEmpty, isPrintable, user.utf8.count <= VenueLimits.maximumUserBytes else {
      throw ServiceError(
        .invalidRequest,
        """
        A user's name has 1 to \(VenueLimits.maximumUserBytes) bytes and no control characters.
        """)
    }
  }
}

extension Timestamp {
  /// The same instant in UTC, as it will be read back.
  fileprivate init(_ time: Timestamp) {
    self.init(millisecondsSince1970: time.millisecondsSince1970)
  }
}
