package import Geography
package import Time

/// Why a venue is not available. More values may be added; these are the current ones.
@Memberwise package struct VenueUnavailability: TypedID {
  package let rawValue: String
  /// Not open yet.
  package static let planning: VenueUnavailability = "planning"
  /// Permanently closed, by a source.
  package static let closed: VenueUnavailability = "closed"
  /// No source lists it now.
  package static let vanished: VenueUnavailability = "vanished"
}

/// A place to eat or drink. Its facts are read as its own members, in Swift and in JSON.
@dynamicMemberLookup
@Memberwise package struct Venue: Sendable, Hashable {
  package var id: VenueID
  package var name: String
  package var category: VenueCategory
  package var coordinate: Coordinate
  package var facts: VenueFacts = VenueFacts()
  /// The rating of its reviews; `nil` without any.
  package var rating: VenueRating?
  /// Of a venue that is not available; omitted from lists, pages and events, and never offered as a
  /// stop.
  package var standing: VenueUnavailability?

  package subscript<Value>(dynamicMember path: WritableKeyPath<VenueFacts, Value>) -> Value {
    get { facts[keyPath: path] }
    set { facts[keyPath: path] = newValue }
  }
}

extension Venue: Codable {
  private enum CodingKeys: CodingKey { case id, name, category, coordinate, rating, standing }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(VenueID.self, forKey: .id),
      name: try container.decode(String.self, forKey: .name),
      category: try container.decode(VenueCategory.self, forKey: .category),
      coordinate: try container.decode(Coordinate.self, forKey: .coordinate),
      facts: try VenueFacts(from: decoder),
      rating: try container.decodeIfPresent(VenueRating.self, forKey: .rating),
      standing: try container.decodeIfPresent(VenueUnavailability.self, forKey: .standing))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(category, forKey: .category)
    try container.encode(coordinate, forKey: .coordinate)
    try facts.encode(to: encoder)
    try container.encodeIfPresent(rating, forKey: .rating)
    try container.encodeIfPresent(standing, forKey: .standing)
  }
}

/// Asks for one venue, even if it is not available. Fails with `notFound`.
@Memberwise package struct VenueRequest: RequestMessage, Hashable {
  package typealias Reply = Venue
  package static let operation = Operation(.venueStore, "venue", version: 1, isPublic: true)

  package let id: VenueID

  package var whereabouts: Whereabouts? { .identified }
}

/// Lists venues in the order of their identifiers, in pages.
///
/// Fails with `invalidRequest` for a limit out of range.
@Memberwise package struct VenueListRequest: RequestMessage, Hashable {
  package typealias Reply = VenueListReply
  package static let operation = Operation(.venueStore, "list", version: 1, isPublic: true)

  package let category: VenueCategory?
  /// The last identifier of the page before.
  package let after: VenueID?
  /// 1 ... `VenueLimits.maximumPage`; default 100.
  package let limit: Int?
}

@Memberwise package struct VenueListReply: Codable, Sendable, Hashable {
  package let venues: [Venue]
  /// `after` of the next page; `null` on the last page.
  package let next: VenueID?
}

/// Asks for a page of a snapshot, for a replica: subscribe to `VenueChanged` first, then copy all
/// pages, then apply the events later than the first page's position.
@Memberwise package struct VenueSnapshotRequest: RequestMessage, Hashable {
  package typealias Reply = VenueSnapshotReply
  package static let operation = Operation(.venueStore, "snapshot", version: 1)

  /// The last identifier of the page before.
  package let after: VenueID?
  /// 1 ... `VenueLimits.maximumPage`; default the maximum.
  package let limit: Int?
}

@Memberwise package struct VenueSnapshotReply: Codable, Sendable, Hashable {
  /// The position of the `VenueChanged` stream when this page was read.
  package let position: StreamPosition
  package let venues: [Venue]
  package let next: VenueID?
}

/// A venue was added, changed or removed.
@Memberwise package struct VenueChanged: EventMessage, Hashable {
  package static let topic = Topic(
    .venueStore, "venue.changed", version: 1, isShared: true)

  package let id: VenueID
  /// The current state of the venue; `null` if it is no longer available.
  package let venue: Venue?
}

/// Adds a venue to a user's favourites. Durable before it is acknowledged; idempotent.
///
/// Fails with `notFound` for an unknown venue.
@Memberwise package struct FavouriteAddRequest: RequestMessage, Hashable {
  package typealias Reply = Favourite
  package static let operation = Operation(
    .venueStore, "favourite-add", version: 1, repetition: .keyed, isPublic: true)

  package let user: String
  package let venueID: VenueID

  package var owners: [DataOwner] { [.user(user)] }
  package var whereabouts: Whereabouts? { .venue(venueID) }
}

/// Removes a venue from a user's favourites. Fails with `notFound` if it is not one of them.
@Memberwise package struct FavouriteRemoveRequest: RequestMessage, Hashable {
  package typealias Reply = Favourite
  package static let operation = Operation(
    .venueStore, "favourite-remove", version: 1, repetition: .keyed, isPublic: true)

  package let user: String
  package let venueID: VenueID

  package var owners: [DataOwner] { [.user(user)] }
  package var whereabouts: Whereabouts? { .venue(venueID) }
}

/// Lists a user's favourites, oldest first.
@Memberwise package struct FavouriteListRequest: RequestMessage, Hashable {
  package typealias Reply = FavouriteListReply
  package static let operation = Operation(
    .venueStore, "favourite-list", version: 1, isPublic: true)

  package let user: String

  package var owners: [DataOwner] { [.user(user)] }
  package var whereabouts: Whereabouts? { .everywhere(near: nil) }
}

@Memberwise package struct FavouriteListReply: Codable, Sendable, Hashable {
  package let favourites: [Favourite]
}

@Memberwise package struct Favourite: Codable, Sendable, Hashable {
  package let venue: Venue
  package let addedAt: Timestamp
}

/// The limits of the venue store's requests and replies.
package enum VenueLimits {
  package static let maximumPage = 500
  package static let maximumUserBytes = 100
  package static let maximumFavourites = 10_000
  /// Of one merge, and of one request for matches.
  package static let maximumMarks = 500
  /// How long the removal of a favourite is stored. A device that was offline for longer starts
  /// again, and its older favourites come back.
  package static let removalSeconds = 180 * 24 * 3600
  /// How far a device's clock may be ahead of the store's.
  package static let clockAheadSeconds = 24 * 3600
  // Of a user.
  package static let maximumReviews = 10_000
  package static let maximumNotes = 10_000
  package static let maximumReviewBytes = 4_000
  package static let maximumNoteBytes = 4_000
  /// Of a venue, not counting those that have ended.
  package static let maximumDeals = 100
  package static let maximumDealBytes = 500
  /// From now to a deal's end.
  package static let maximumDealDays = 366
  package static let maximumFeeds = 100
  package static let maximumFeedNameBytes = 40
  /// Of a feed's address or path.
  package static let maximumLocationBytes = 2_000
  /// Between two syncs of a feed, except one that is only synced on request.
  package static let feedIntervalSeconds = 60...(366 * 24 * 3600)
}
