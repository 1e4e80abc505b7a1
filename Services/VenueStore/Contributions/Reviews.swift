package import Messages
import SQL
import Stores
import Time

/// The reviews of venues, at most one for each user and venue: the table `review`.
package struct Reviews {
  private let database: Database
  private let venues: VenueTable

  package init(_ store: VenueDatabase) {
    database = store.database
    venues = store.venues
  }

  private static let select = """
    SELECT number, author, venue_id, venue.name AS venue_name, names, stars, text,
      written_at_milliseconds, changed_at_milliseconds, review.digest AS digest
    FROM review JOIN venue ON venue.id = review.venue_id
    """

  /// Inserts or replaces a user's review of a venue.
  ///
  /// - Parameter publish: receives the venue if its rating has changed.
  /// - Throws: `ServiceError`: see `ReviewPutRequest`; `SQLError`.
  func put(
    _ request: ReviewPutRequest, now: Timestamp, _ publish: VenueStream.Publish
  ) throws -> Review {
    try UserText.check(user: request.user)
    try check(request.stars, "The number of stars", in: VenueRating.stars)
    let text = try request.text.map {
      try UserText.multiline($0, "The review", maximumBytes: VenueLimits.maximumReviewBytes)
    }
    let venue = try venues.venue(request.venueID)
    // A damaged one is replaced.
    let old = try? review(of: request.user, venue.id)
    if let old, old.stars == request.stars, old.text == text { return old }
    if old == nil {
      try database.checkRoom(
        for: request.user, in: "review", most: VenueLimits.maximumReviews
      ) { "has written \($0) reviews" }
    }
    let changedAt = Timestamp(millisecondsSince1970: now.millisecondsSince1970)
    let new = Review(
      user: request.user, venueID: venue.id, venueName: venue.name,
      venueNames: venue.facts.names, stars: request.stars, text: text,
      writtenAt: old?.writtenAt ?? changedAt, changedAt: changedAt)
    let isReplaced = try replace(new)
    let stars = isReplaced ? old.map { request.stars - $0.stars } : request.stars
    try updateRating(venue, reviews: isReplaced ? 0 : 1, stars: stars, publish)
    return new
  }

  /// A changed review gets a new number: it becomes the newest.
  ///
  /// - Returns: whether there was one, perhaps damaged.
  private func replace(_ review: Review) throws -> Bool {
    let isReplaced = try delete(of: review.user, review.venueID)
    let written = review.writtenAt.millisecondsSince1970
    let changed = review.changedAt.millisecondsSince1970
    try database.run(
      """
      INSERT INTO review (
        author, venue_id, stars, text, written_at_milliseconds, changed_at_milliseconds, digest)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, review.user, review.venueID.rawValue, review.stars, review.text, written, changed,
      RowDigest.of(
        review.user, review.venueID.rawValue, review.stars, review.text, written, changed))
    return isReplaced
  }

  @discardableResult
  private func delete(of user: String, _ venue: VenueID) throws -> Bool {
    try database.run(
      "DELETE FROM review WHERE author = ? AND venue_id = ?", user, venue.rawValue) > 0
  }

  /// Adjusts the number and sum of stars that are stored with the venue.
  ///
  /// - Parameter stars: the difference; `nil` if a damaged review had others than it says.
  private func updateRating(
    _ venue: Venue, reviews: Int, stars: Int?, _ publish: VenueStream.Publish
  ) throws {
    if reviews == 0, stars == 0 { return }
    try venues.addToRating(of: venue.id, reviews: reviews, stars: stars)
    if venue.standing == nil { try publish([VenueChanged(id: venue.id, venue: venue)]) }
  }

  /// Removes a user's review of a venue.
  ///
  /// - Parameter publish: receives the venue.
  /// - Returns: the removed review.
  /// - Throws: `ServiceError`: `invalidRequest` for the user's name, `notFound`; `SQLError`.
  func remove(_ request: ReviewRemoveRequest, _ publish: VenueStream.Publish) throws -> Review {
    try UserText.check(user: request.user)
    let venue = try venues.venue(request.venueID)
    guard let old = try review(of: request.user, venue.id) else {
      throw ServiceError(
        .notFound, "“\(request.user)” has not reviewed “\(venue.id.rawValue)”.")
    }
    try delete(of: request.user, venue.id)
    try updateRating(venue, reviews: -1, stars: -old.stars, publish)
    return old
  }

  /// Removes all reviews by a user.
  ///
  /// - Parameter publish: receives the venues.
  /// - Returns: how many there were.
  /// - Throws: `SQLError`.
  func erase(of user: String, _ publish: VenueStream.Publish) throws -> Int {
    let reviews = try database.query("\(Self.select) WHERE author = ?", user) {
      (venue: VenueID(rawValue: $0.text("venue_id")), stars: (try? Self.review($0))?.stars)
    }
    for (venue, stars) in reviews {
      try delete(of: user, venue)
      try updateRating(try venues.venue(venue), reviews: -1, stars: stars.map { -$0 }, publish)
    }
    return reviews.count
  }

  /// A page of the reviews of a venue, of a user, or of both, newest first.
  ///
  /// - Throws: `ServiceError`: see `ReviewListRequest`; `SQLError`.
  package func list(_ request: ReviewListRequest) throws -> ReviewListReply {
    let limit = request.limit ?? VenueStoreLimits.defaultReviews
    try PageLimit.check(limit)
    if let user = request.user { try UserText.check(user: user) }
    let venue = try request.venueID.map { try venues.venue($0).id.rawValue }
    let criteria = [("venue_id = ?", venue), ("author = ?", request.user)].filter { $0.1 != nil }
    try check(!criteria.isEmpty, "Name the venue or the user of the reviews, or both.")
    let condition = criteria.map(\.0).joined(separator: " AND ")
    let rows = try database.query(
      "\(Self.select) WHERE \(condition) AND number < ? ORDER BY number DESC LIMIT ?",
      criteria.map(\.1) + [request.before ?? .max, limit + 1] as [(any SQLBindable)?]
    ) { (number: $0.int64("number"), review: try Self.review($0)) }
    let page = rows.prefix(limit)
    return ReviewListReply(
      reviews: page.map(\.review), next: rows.count > limit ? page.last?.number : nil)
  }

  /// The review that a user wrote of a venue, or `nil`.
  ///
  /// - Throws: `ServiceError` with `internal` for a damaged one; `SQLError`.
  func review(of user: String, _ venue: VenueID) throws -> Review? {
    try database.first(
      "\(Self.select) WHERE author = ? AND venue_id = ?", user, venue.rawValue, map: Self.review)
  }

  /// - Throws: `ServiceError` with `internal` for a damaged one.
  private static func review(_ row: borrowing Row) throws -> Review {
    try row.check(
      "A review", "author", "venue_id", "stars", "text", "written_at_milliseconds",
      "changed_at_milliseconds")
    return Review(
      user: row.text("author"), venueID: VenueID(rawValue: row.text("venue_id")),
      venueName: row.text("venue_name"), venueNames: row.venueNames, stars: row.int("stars"),
      text: row.optionalText("text"),
      writtenAt: row.timestamp("written_at_milliseconds"),
      changedAt: row.timestamp("changed_at_milliseconds"))
  }
}
