package import Time

/// A user's public review of a venue.
@Memberwise package struct Review: Codable, Sendable, Hashable {
  package let user: String
  package let venueID: VenueID
  /// The venue's current name.
  package let venueName: String
  package let venueNames: NamesByLanguage?
  /// One of `VenueRating.stars`.
  package let stars: Int
  package let text: String?
  /// When the user first reviewed the venue.
  package let writtenAt: Timestamp
  /// When the review was last changed.
  package let changedAt: Timestamp
}

/// Creates or replaces a user's review of a venue. Durable before it is acknowledged; the venue's
/// new rating is published. Sending the same review again changes nothing.
///
/// Fails with `notFound` for an unknown venue, with `invalidRequest` for stars or a text out of
/// range, with `conflict` if the user has `VenueLimits.maximumReviews`.
@Memberwise package struct ReviewPutRequest: RequestMessage, Hashable {
  package typealias Reply = Review
  package static let operation = Operation(
    .venueStore, "review-put", version: 1, repetition: .keyed, isPublic: true)

  package let user: String
  package let venueID: VenueID
  package let stars: Int
  /// Up to `VenueLimits.maximumReviewBytes`; of control characters only line feeds.
  package let text: String?

  package var owners: [DataOwner] { [.user(user)] }
  package var whereabouts: Whereabouts? { .venue(venueID) }
}

/// Removes a user's review of a venue and returns it. Fails with `notFound`.
@Memberwise package struct ReviewRemoveRequest: RequestMessage, Hashable {
  package typealias Reply = Review
  package static let operation = Operation(
    .venueStore, "review-remove", version: 1, repetition: .keyed, isPublic: true)

  package let user: String
  package let venueID: VenueID

  package var owners: [DataOwner] { [.user(user)] }
  package var whereabouts: Whereabouts? { .venue(venueID) }
}

/// Lists the reviews of a venue, or of a user, or the one of both; newest first, in pages.
///
/// Fails with `invalidRequest` if both are missing, and for a limit out of range; with `notFound`
/// for an unknown venue.
@Memberwise package struct ReviewListRequest: RequestMessage, Hashable {
  package typealias Reply = ReviewListReply
  package static let operation = Operation(.venueStore, "review-list", version: 1, isPublic: true)

  package let venueID: VenueID?
  package let user: String?
  /// What the page before gave as its `next`.
  package let before: Int64?
  /// 1 ... `VenueLimits.maximumPage`; default 50.
  package let limit: Int?

  package var whereabouts: Whereabouts? { venueID.map { .venue($0) } }
}

@Memberwise package struct ReviewListReply: Codable, Sendable, Hashable {
  package let reviews: [Review]
  /// Ask for the page before this one; `nil` where this is the last.
  package let next: Int64?
}

/// A user's private note about a venue.
@Memberwise package struct Note: Codable, Sendable, Hashable {
  package let venueID: VenueID
  /// The venue's current name.
  package let venueName: String
  package let venueNames: NamesByLanguage?
  package let text: String
  package let changedAt: Timestamp
}

/// Creates or replaces a user's note about a venue. Durable before it is acknowledged. Not visible
/// to other users.
///
/// Fails with `notFound` for an unknown venue, with `invalidRequest` for a text that is empty or
/// too long, with `conflict` if the user has `VenueLimits.maximumNotes`.
@Memberwise package struct NotePutRequest: RequestMessage, Hashable {
  package typealias Reply = Note
  package static let operation = Operation(
    .venueStore, "note-put", version: 1, repetition: .keyed, isPublic: true)

  package let user: String
  package let venueID: VenueID
  /// Up to `VenueLimits.maximumNoteBytes`; of control characters only line feeds.
  package let text: String

  package var owners: [DataOwner] { [.user(user)] }
  package var whereabouts: Whereabouts? { .venue(venueID) }
}

/// Removes a user's note about a venue and returns it. Fails with `notFound`.
@Memberwise package struct NoteRemoveRequest: RequestMessage, Hashable {
  package typealias Reply = Note
  package static let operation = Operation(
    .venueStore, "note-remove", version: 1, repetition: .keyed, isPublic: true)

  package let user: String
  package let venueID: VenueID

  package var owners: [DataOwner] { [.user(user)] }
  package var whereabouts: Whereabouts? { .venue(venueID) }
}

/// Lists a user's notes, newest first, in pages.
///
/// Fails with `invalidRequest` for a limit out of range.
@Memberwise package struct NoteListRequest: RequestMessage, Hashable {
  package typealias Reply = NoteListReply
  package static let operation = Operation(.venueStore, "note-list", version: 1, isPublic: true)

  package let user: String
  /// What the page before gave as its `next`.
  package let before: Int64?
  /// 1 ... `VenueLimits.maximumPage`; default 50.
  package let limit: Int?

  package var owners: [DataOwner] { [.user(user)] }
}

@Memberwise package struct NoteListReply: Codable, Sendable, Hashable {
  package let notes: [Note]
  /// Ask for the page before this one; `nil` where this is the last.
  package let next: Int64?
}

/// Asks for the newest reviews of a venue, and for the contributions of one user.
///
/// Fails with `notFound` for an unknown venue.
@Memberwise package struct VenueRemarksRequest: RequestMessage, Hashable {
  package typealias Reply = VenueRemarks
  package static let operation = Operation(.venueStore, "remarks", version: 1, isPublic: true)

  package let id: VenueID
  package let user: String?
  /// Of the newest reviews; 1 ... `VenueLimits.maximumPage`, default 3.
  package let limit: Int?

  package var owners: [DataOwner] { user.map { [.user($0)] } ?? [] }
  package var whereabouts: Whereabouts? { .venue(id) }
}

@Memberwise package struct VenueRemarks: Codable, Sendable, Hashable {
  /// Newest first, including the user's own.
  package let newest: [Review]
  // Of the requested user.
  package let review: Review?
  package let note: Note?
  /// Since when it is a favourite; `nil` if it is not.
  package let favouriteSince: Timestamp?
}
