package import Messages
import SQL
import Time

extension VenueDatabase {
  private var reviewTable: ReviewTable { ReviewTable(database: database) }

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
    let changedAt = Timestamp(millisecondsSince1970: now.millisecondsSince1970)
    let new = Review(
      user: request.user, venueID: venue.id, venueName: venue.name, stars: request.stars,
      text: text, writtenAt: old?.writtenAt ?? changedAt, changedAt: changedAt)
    try reviewTable.replace(new)
    try updateRating(
      venue, reviews: old == nil ? 1 : 0, stars: request.stars - (old?.stars ?? 0), publish)
    return new
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
    try reviewTable.delete(of: request.user, venue.id)
    try updateRating(venue, reviews: -1, stars: -old.stars, publish)
    return old
  }

  /// Removes all reviews by a user.
  ///
  /// - Returns: how many there were.
  func eraseReviews(by user: String, _ publish: VenueStream.Publish) throws -> Int {
    let reviews = try reviewTable.reviews(by: user, before: .max, limit: VenueLimits.maximumReviews)
    for review in reviews.map(\.review) {
      try reviewTable.delete(of: user, review.venueID)
      try updateRating(
        try venue(review.venueID), reviews: -1, stars: -review.stars, publish)
    }
    return reviews.count
  }

  /// A page of the reviews of a venue, of a user, or of both, newest first.
  ///
  /// - Throws: `ServiceError`: see `ReviewListRequest`; `SQLError`.
  package func reviews(_ request: ReviewListRequest) throws -> ReviewListReply {
    let limit = try PageLimit.check(request.limit, or: VenueStoreLimits.defaultReviews)
    let before = request.before ?? .max
    if let user = request.user { try UserText.check(user: user) }
    let venue = try request.venueID.map { try self.venue($0).id }
    let rows: [ReviewTable.Numbered]
    switch (venue, request.user) {
    case (let venue?, let user?):
      let row = try reviewTable.review(of: user, venue)
      rows = row.map { $0.number < before ? [$0] : [] } ?? []
    case (let venue?, nil):
      rows = try reviewTable.reviews(of: venue, before: before, limit: limit + 1)
    case (nil, let user?):
      rows = try reviewTable.reviews(by: user, before: before, limit: limit + 1)
    case (nil, nil):
      throw ServiceError(.invalidRequest, "Reviews are of a venue, or of a user: name one.")
    }
    let page = rows.prefix(limit)
    return ReviewListReply(
      reviews: page.map(\.review), next: rows.count > limit ? page.last?.number : nil)
  }

  /// The review that a user wrote of a venue.
  func review(of user: String, _ id: VenueID) throws -> Review? {
    try reviewTable.review(of: user, id)?.review
  }

  private func checkReviewCount(_ user: String) throws {
    guard try reviewTable.count(by: user) < VenueLimits.maximumReviews else {
      throw ServiceError(
        .conflict,
        "“\(user)” has written \(VenueLimits.maximumReviews) reviews; remove some first.")
    }
  }

  /// Adjusts the number and sum of stars that are stored with the venue.
  private func updateRating(
    _ venue: Venue, reviews: Int, stars: Int, _ publish: VenueStream.Publish
  ) throws {
    if reviews == 0, stars == 0 { return }
    try venueTable.addToRating(of: venue.id, reviews: reviews, stars: stars)
    if venue.standing == nil { try publish([VenueChanged(id: venue.id, venue: venue)]) }
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
