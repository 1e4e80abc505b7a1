import Time

/// What one user thinks of one venue, for everybody to read.
package struct Review: Codable, Sendable, Hashable {
  package let user: String
  package let venueID: VenueID
  /// What the venue is called now.
  package let venueName: String
  /// One of `VenueRating.stars`.
  package let stars: Int
  package let text: String?
  /// When the user first reviewed the venue.
  package let writtenAt: Timestamp
  /// When the review came to say what it says.
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

/// Puts a user's review of a venue, in place of the one there was. Durable before it is
/// acknowledged; the venue's new rating is published. The same review again changes nothing.
///
/// Fails with `notFound` for an unknown venue, with `invalidRequest` for stars or a text out of
/// range, with `conflict` where the user has `VenueLimits.maximumReviews`.
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

/// Takes a user's review of a venue away; answers what it was. Fails with `notFound`.
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

/// Asks for the reviews of a venue, or of a user, or for the one of both; the newest first, a page
/// at a time.
///
/// Fails with `invalidRequest` where it names neither, and for a limit out of range; with
/// `notFound` for an unknown venue.
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

/// What a user wrote down about a venue for themselves.
package struct Note: Codable, Sendable, Hashable {
  package let venueID: VenueID
  /// What the venue is called now.
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

/// Puts a user's note of a venue, in place of the one there was. Durable before it is
/// acknowledged. Told to nobody who asks for another user.
///
/// Fails with `notFound` for an unknown venue, with `invalidRequest` for a text that is empty or
/// too long, with `conflict` where the user has `VenueLimits.maximumNotes`.
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

/// Takes a user's note of a venue away; answers what it was. Fails with `notFound`.
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

/// Asks for a user's notes, the newest first, a page at a time.
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

/// Asks what people say of a venue: the newest reviews, and what one user said of it.
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
  /// The newest first, the user's own among them.
  package let newest: [Review]
  // Of the user asked for.
  package let review: Review?
  package let note: Note?
  /// Since when it is a favourite; `nil` where it is none.
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
