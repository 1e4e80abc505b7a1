package import Time

/// A user's public review of a venue.
package struct Review: Codable, Sendable, Hashable {
  package let user: String
  package let venueID: VenueID
  /// The venue's current name.
  package let venueName: String
  /// One of `VenueRating.stars`.
  package let stars: Int
  package let text: String?
  /// When the user first reviewed the venue.
  package let writtenAt: Timestamp
  /// When the review was last changed.
  package let changedAt: Timestamp

  package init(
    user: String, venueID: VenueID, venueName: String, stars: Int, text: String? = nil,
    writtenAt: Timestamp, changedAt: Timestamp
  ) {
    self.user = user
    self.venueID = venueID
    self.venueName = venueName
    self.stars = stars
    self.text = text
    self.writtenAt = writtenAt
    self.changedAt = changedAt
  }
}

/// Creates or replaces a user's review of a venue. Durable before it is acknowledged; the venue's
/// new rating is published. Sending the same review again changes nothing.
///
/// Fails with `notFound` for an unknown venue, with `invalidRequest` for stars or a text out of
/// range, with `conflict` if the user has `VenueLimits.maximumReviews`.
package struct ReviewPutRequest: RequestMessage, Hashable {
  package typealias Reply = Review
  package static let operation = Operation(
    .venueStore, "review-put", version: 1, repetition: .keyed)

  package let user: String
  package let venueID: VenueID
  package let stars: Int
  /// Up to `VenueLimits.maximumReviewBytes`; of control characters only line feeds.
  package let text: String?

  package init(user: String, venueID: VenueID, stars: Int, text: String? = nil) {
    self.user = user
    self.venueID = venueID
    self.stars = stars
    self.text = text
  }
}

/// Removes a user's review of a venue and returns it. Fails with `notFound`.
package struct ReviewRemoveRequest: RequestMessage, Hashable {
  package typealias Reply = Review
  package static let operation = Operation(
    .venueStore, "review-remove", version: 1, repetition: .keyed)

  package let user: String
  package let venueID: VenueID

  package init(user: String, venueID: VenueID) {
    self.user = user
    self.venueID = venueID
  }
}

/// Lists the reviews of a venue, or of a user, or the one of both; newest first, in pages.
///
/// Fails with `invalidRequest` if both are missing, and for a limit out of range; with `notFound`
/// for an unknown venue.
package struct ReviewListRequest: RequestMessage, Hashable {
  package typealias Reply = ReviewListReply
  package static let operation = Operation(.venueStore, "review-list", version: 1)

  package let venueID: VenueID?
  package let user: String?
  /// What the page before gave as its `next`.
  package let before: Int64?
  /// 1 ... `VenueLimits.maximumPage`; default 50.
  package let limit: Int?

  package init(
    venueID: VenueID? = nil, user: String? = nil, before: Int64? = nil, limit: Int? = nil
  ) {
    self.venueID = venueID
    self.user = user
    self.before = before
    self.limit = limit
  }
}

package struct ReviewListReply: Codable, Sendable, Hashable {
  package let reviews: [Review]
  /// Ask for the page before this one; `nil` where this is the last.
  package let next: Int64?

  package init(reviews: [Review], next: Int64?) {
    self.reviews = reviews
    self.next = next
  }
}

/// A user's private note about a venue.
package struct Note: Codable, Sendable, Hashable {
  package let venueID: VenueID
  /// The venue's current name.
  package let venueName: String
  package let text: String
  package let changedAt: Timestamp

  package init(venueID: VenueID, venueName: String, text: String, changedAt: Timestamp) {
    self.venueID = venueID
    self.venueName = venueName
    self.text = text
    self.changedAt = changedAt
  }
}

/// Creates or replaces a user's note about a venue. Durable before it is acknowledged. Not visible
/// to other users.
///
/// Fails with `notFound` for an unknown venue, with `invalidRequest` for a text that is empty or
/// too long, with `conflict` if the user has `VenueLimits.maximumNotes`.
package struct NotePutRequest: RequestMessage, Hashable {
  package typealias Reply = Note
  package static let operation = Operation(
    .venueStore, "note-put", version: 1, repetition: .keyed)

  package let user: String
  package let venueID: VenueID
  /// Up to `VenueLimits.maximumNoteBytes`; of control characters only line feeds.
  package let text: String

  package init(user: String, venueID: VenueID, text: String) {
    self.user = user
    self.venueID = venueID
    self.text = text
  }
}

/// Removes a user's note about a venue and returns it. Fails with `notFound`.
package struct NoteRemoveRequest: RequestMessage, Hashable {
  package typealias Reply = Note
  package static let operation = Operation(
    .venueStore, "note-remove", version: 1, repetition: .keyed)

  package let user: String
  package let venueID: VenueID

  package init(user: String, venueID: VenueID) {
    self.user = user
    self.venueID = venueID
  }
}

/// Lists a user's notes, newest first, in pages.
///
/// Fails with `invalidRequest` for a limit out of range.
package struct NoteListRequest: RequestMessage, Hashable {
  package typealias Reply = NoteListReply
  package static let operation = Operation(.venueStore, "note-list", version: 1)

  package let user: String
  /// What the page before gave as its `next`.
  package let before: Int64?
  /// 1 ... `VenueLimits.maximumPage`; default 50.
  package let limit: Int?

  package init(user: String, before: Int64? = nil, limit: Int? = nil) {
    self.user = user
    self.before = before
    self.limit = limit
  }
}

package struct NoteListReply: Codable, Sendable, Hashable {
  package let notes: [Note]
  /// Ask for the page before this one; `nil` where this is the last.
  package let next: Int64?

  package init(notes: [Note], next: Int64?) {
    self.notes = notes
    self.next = next
  }
}

/// Asks for the newest reviews of a venue, and for the contributions of one user.
///
/// Fails with `notFound` for an unknown venue.
package struct VenueRemarksRequest: RequestMessage, Hashable {
  package typealias Reply = VenueRemarks
  package static let operation = Operation(.venueStore, "remarks", version: 1)

  package let id: VenueID
  package let user: String?
  /// Of the newest reviews; 1 ... `VenueLimits.maximumPage`, default 3.
  package let limit: Int?

  package init(id: VenueID, user: String? = nil, limit: Int? = nil) {
    self.id = id
    self.user = user
    self.limit = limit
  }
}

package struct VenueRemarks: Codable, Sendable, Hashable {
  /// Newest first, including the user's own.
  package let newest: [Review]
  // Of the requested user.
  package let review: Review?
  package let note: Note?
  /// Since when it is a favourite; `nil` if it is not.
  package let favouriteSince: Timestamp?

  package init(
    newest: [Review], review: Review? = nil, note: Note? = nil, favouriteSince: Timestamp? = nil
  ) {
    self.newest = newest
    self.review = review
    self.note = note
    self.favouriteSince = favouriteSince
  }
}
