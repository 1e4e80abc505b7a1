import Messages
import SQL

extension VenueDatabase {
  /// Inserts or replaces a user's review of a venue.
  ///
  /// - Parameter publish: receives the venue if its rating has changed.
  /// - Throws: `ServiceError`: see `ReviewPutRequest`; `SQLError`.
  func putReview(
    _ request: ReviewPutRequest, now: Timestamp, _ publish: VenueStream.Publish
  ) throws -> Review {
    try UserText.check(user: request.user)
    let allowed = VenueRating.stars
    guard allowed.contains(request.stars) else {
      throw ServiceError(
        .invalidRequest,
        "A review gives \(allowed.lowerBound) to \(allowed.upperBound) stars, "
          + "not \(request.stars).")
    }
    let text = try request.text.map {
      try UserText.multiline($0, "The review", maximumBytes: VenueLimits.maximumReviewBytes)
    }
    let venue = try venue(request.venueID)
    let old = try review(of: request.user, venue.id)
    if let old, old.stars == request.stars, old.text == text { return old }
    if old == nil { try checkReviewCount(request.user) }
    try deleteReview(of: request.user, venue.id)
    // A new row each time, as lists are in the order of the row numbers.
    try database.run(
      """
      INSERT INTO review (
        author, venue_id, stars, text, written_at_milliseconds, changed_at_milliseconds)
      VALUES (?, ?, ?, ?, ?, ?)
      """, request.user, venue.id.rawValue, request.stars, text,
      (old?.writtenAt ?? now).millisecondsSince1970, now.millisecondsSince1970)
    try updateRating(
      venue, reviews: old == nil ? 1 : 0, stars: request.stars - (old?.stars ?? 0), publish)
    return Review(
      user: request.user, venueID: venue.id, venueName: venue.name, stars: request.stars,
      text: text,
      writtenAt: Timestamp(
        millisecondsSince1970: (old?.writtenAt ?? now).millisecondsSince1970),
      changedAt: Timestamp(millisecondsSince1970: now.millisecondsSince1970))
  }

  /// Removes a user's review of a venue.
  ///
  /// - Parameter publish: receives the venue.
  /// - Returns: the removed review.
  /// - Throws: `ServiceError`: `invalidRequest` for the user's name, `notFound`; `SQLError`.
  func removeReview(
    _ request: ReviewRemoveRequest, _ publish: VenueStream.Publish
  ) throws -> Review {
    try UserText.check(user: request.user)
    let venue = try venue(request.venueID)
    guard let old = try review(of: request.user, venue.id) else {
      throw ServiceError(
        .notFound, "“\(request.user)” has not reviewed “\(venue.id.rawValue)”.")
    }
    try deleteReview(of: request.user, venue.id)
    try updateRating(venue, reviews: -1, stars: -old.stars, publish)
    return old
  }

  /// A page of the reviews of a venue, of a user, or of both, newest first.
  ///
  /// - Throws: `ServiceError`: see `ReviewListRequest`; `SQLError`.
  package func reviews(_ request: ReviewListRequest) throws -> ReviewListReply {
    let limit = try PageLimit.check(request.limit, or: VenueStoreLimits.defaultReviews)
    let before = request.before ?? .max
    if let user = request.user { try UserText.check(user: user) }
    let id = try request.venueID.map { try venue($0).id.rawValue }
    let rows: [NumberedReview]
    switch (id, request.user) {
    case (let id?, let user?):
      rows = try database.query(
        "\(Self.selectReviews) WHERE author = ? AND venue_id = ? AND number < ?", user, id,
        before, map: NumberedReview.init)
    case (let id?, nil):
      rows = try database.query(
        "\(Self.selectReviews) WHERE venue_id = ? AND number < ? ORDER BY number DESC LIMIT ?",
        id, before, limit + 1, map: NumberedReview.init)
    case (nil, let user?):
      rows = try database.query(
        "\(Self.selectReviews) WHERE author = ? AND number < ? ORDER BY number DESC LIMIT ?",
        user, before, limit + 1, map: NumberedReview.init)
    case (nil, nil):
      throw ServiceError(.invalidRequest, "Reviews are of a venue, or of a user: name one.")
    }
    let page = rows.prefix(limit)
    return ReviewListReply(
      reviews: page.map(\.review), next: rows.count > limit ? page.last?.number : nil)
  }

  /// The review that a user wrote of a venue.
  func review(of user: String, _ id: VenueID) throws -> Review? {
    try database.first(
      "\(Self.selectReviews) WHERE author = ? AND venue_id = ?", user, id.rawValue,
      map: NumberedReview.init)?.review
  }

  private func checkReviewCount(_ user: String) throws {
    let count = try database.first("SELECT count(*) FROM review WHERE author = ?", user) {
      $0.int(0)
    }
    guard (count ?? 0) < VenueLimits.maximumReviews else {
      throw ServiceError(
        .conflict,
        "“\(user)” has written \(VenueLimits.maximumReviews) reviews; remove some first.")
    }
  }

  private func deleteReview(of user: String, _ id: VenueID) throws {
    try database.run(
      "DELETE FROM review WHERE author = ? AND venue_id = ?", user, id.rawValue)
  }

  /// Adjusts the number and sum of stars that are stored with the venue.
  private func updateRating(
    _ venue: Venue, reviews: Int, stars: Int, _ publish: VenueStream.Publish
  ) throws {
    if reviews == 0, stars == 0 { return }
    try database.run(
      """
      UPDATE venue SET review_count = review_count + ?, review_stars = review_stars + ?
      WHERE id = ?
      """, reviews, stars, venue.id.rawValue)
    if venue.standing == nil { try publish([VenueChanged(id: venue.id, venue: venue)]) }
  }

  private static let selectReviews = """
    SELECT number, author, venue_id, venue.name, stars, text, written_at_milliseconds,
      changed_at_milliseconds
    FROM review JOIN venue ON venue.id = review.venue_id
    """
}

/// A review and its row number, by which pages continue.
private struct NumberedReview {
  let number: Int64
  let review: Review

  init(_ row: borrowing Row) {
    number = row.int64(0)
    review = Review(
      user: row.text(1), venueID: VenueID(rawValue: row.text(2)), venueName: row.text(3),
      stars: row.int(4), text: row.optionalText(5),
      writtenAt: Timestamp(millisecondsSince1970: row.int64(6)),
      changedAt: Timestamp(millisecondsSince1970: row.int64(7)))
  }
}

/// Validates the length of a page.
enum PageLimit {
  /// - Throws: `ServiceError` with `invalidRequest`.
  static func check(_ limit: Int?, or defaultLimit: Int) throws(ServiceError) -> Int {
    let limit = limit ?? defaultLimit
    guard (1...VenueLimits.maximumPage).contains(limit) else {
      throw ServiceError(
        .invalidRequest, "A page holds 1 to \(VenueLimits.maximumPage), not \(limit).")
    }
    return limit
  }
}
