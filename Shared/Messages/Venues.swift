import Geography
import Time

/// Names a venue for good: `osm/node/123` for one from OpenStreetMap, `campus/17` for one that the
/// feed `campus` was the first to tell of.
package struct VenueID: TypedID {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// Why nobody can stop at a venue. Any word may come; these are the ones there are now.
package struct VenueStanding: TypedID {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  /// Not open yet.
  package static let planning: VenueStanding = "planning"
  /// Closed for good: a source says so.
  package static let closed: VenueStanding = "closed"
  /// No source tells of it any more.
  package static let vanished: VenueStanding = "vanished"
}

/// A place to eat or drink.
package struct Venue: Codable, Sendable, Hashable {
  package var id: VenueID
  package var name: String
  package var category: VenueCategory
  package var coordinate: Coordinate
  /// One line for a person: "609 Sutter Street, San Francisco".
  package var address: String?
  package var phone: String?
  package var website: String?
  /// As the source gives it, in OpenStreetMap's `opening_hours` grammar.
  package var openingHours: String?
  package var brand: String?
  package var cuisine: String?
  // What is not known is `nil`: a byte each, where a million venues lie in memory.
  package var outdoorSeating: Bool?
  /// Whether one can take food or drink along.
  package var takeaway: Bool?
  package var wheelchair: WheelchairAccess?
  package var wifi: WifiOffer?
  /// What people who reviewed it say; `nil` where nobody did.
  package var rating: VenueRating?
  /// Of a venue that one cannot stop at; in no list, page or event, and never offered as a stop.
  package var standing: VenueStanding?

  package init(
    id: VenueID, name: String, category: VenueCategory, coordinate: Coordinate,
    address: String? = nil, phone: String? = nil, website: String? = nil,
    openingHours: String? = nil, brand: String? = nil, cuisine: String? = nil,
    outdoorSeating: Bool? = nil, takeaway: Bool? = nil, wheelchair: WheelchairAccess? = nil,
    wifi: WifiOffer? = nil, rating: VenueRating? = nil, standing: VenueStanding? = nil
  ) {
    self.id = id
    self.name = name
    self.category = category
    self.coordinate = coordinate
    self.address = address
    self.phone = phone
    self.website = website
    self.openingHours = openingHours
    self.brand = brand
    self.cuisine = cuisine
    self.outdoorSeating = outdoorSeating
    self.takeaway = takeaway
    self.wheelchair = wheelchair
    self.wifi = wifi
    self.rating = rating
    self.standing = standing
  }
}

extension Venue {
  /// Writes `address` always, as `null` where it is not known: every list of shops shows it. Other
  /// fields that are not known are left out.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(category, forKey: .category)
    try container.encode(coordinate, forKey: .coordinate)
    try container.encode(address, forKey: .address)
    try container.encodeIfPresent(phone, forKey: .phone)
    try container.encodeIfPresent(website, forKey: .website)
    try container.encodeIfPresent(openingHours, forKey: .openingHours)
    try container.encodeIfPresent(brand, forKey: .brand)
    try container.encodeIfPresent(cuisine, forKey: .cuisine)
    try container.encodeIfPresent(outdoorSeating, forKey: .outdoorSeating)
    try container.encodeIfPresent(takeaway, forKey: .takeaway)
    try container.encodeIfPresent(wheelchair, forKey: .wheelchair)
    try container.encodeIfPresent(wifi, forKey: .wifi)
    try container.encodeIfPresent(rating, forKey: .rating)
    try container.encodeIfPresent(standing, forKey: .standing)
  }
}

/// Asks for one venue, also one that nobody can stop at. Fails with `notFound`.
package struct VenueRequest: RequestMessage, Hashable {
  package typealias Reply = Venue
  package static let operation = Operation(.venueStore, "venue", version: 1)

  package let id: VenueID

  package init(id: VenueID) { self.id = id }
}

/// Asks for venues in the order of their identifiers, a page at a time.
///
/// Fails with `invalidRequest` for a limit out of range.
package struct VenueListRequest: RequestMessage, Hashable {
  package typealias Reply = VenueListReply
  package static let operation = Operation(.venueStore, "list", version: 1)

  package let category: VenueCategory?
  /// The last identifier of the page before.
  package let after: VenueID?
  /// 1 ... `VenueLimits.maximumPage`; default 100.
  package let limit: Int?

  package init(category: VenueCategory? = nil, after: VenueID? = nil, limit: Int? = nil) {
    self.category = category
    self.after = after
    self.limit = limit
  }
}

package struct VenueListReply: Codable, Sendable, Hashable {
  package let venues: [Venue]
  /// Ask for the page after this one; `null` where this is the last.
  package let next: VenueID?

  package init(venues: [Venue], next: VenueID?) {
    self.venues = venues
    self.next = next
  }
}

/// Asks for a page of everything, for a replica: subscribe to `VenueChanged` first, then take all
/// pages, then apply the events later than the first page's position.
package struct VenueSnapshotRequest: RequestMessage, Hashable {
  package typealias Reply = VenueSnapshotReply
  package static let operation = Operation(.venueStore, "snapshot", version: 1)

  /// The last identifier of the page before.
  package let after: VenueID?
  /// 1 ... `VenueLimits.maximumPage`; default the maximum.
  package let limit: Int?

  package init(after: VenueID? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }
}

package struct VenueSnapshotReply: Codable, Sendable, Hashable {
  /// Where the stream of `VenueChanged` stood when this page was read.
  package let position: StreamPosition
  package let venues: [Venue]
  package let next: VenueID?

  package init(position: StreamPosition, venues: [Venue], next: VenueID?) {
    self.position = position
    self.venues = venues
    self.next = next
  }
}

/// A venue came, changed or went.
package struct VenueChanged: EventMessage, Hashable {
  package static let topic = Topic(
    .venueStore, "venue.changed", version: 1, isShared: true)

  package let id: VenueID
  /// The venue as it is now; `null` where nobody can stop there any more.
  package let venue: Venue?

  package init(id: VenueID, venue: Venue?) {
    self.id = id
    self.venue = venue
  }
}

/// Marks a venue as a user's favourite. Durable before it is acknowledged; doing it twice is fine.
///
/// Fails with `notFound` for an unknown venue.
package struct FavouriteAddRequest: RequestMessage, Hashable {
  package typealias Reply = Favourite
  package static let operation = Operation(
    .venueStore, "favourite-add", version: 1, repetition: .keyed)

  package let user: String
  package let venueID: VenueID

  package init(user: String, venueID: VenueID) {
    self.user = user
    self.venueID = venueID
  }
}

/// Takes a venue off a user's favourites. Fails with `notFound` where it is none of them.
package struct FavouriteRemoveRequest: RequestMessage, Hashable {
  package typealias Reply = Favourite
  package static let operation = Operation(
    .venueStore, "favourite-remove", version: 1, repetition: .keyed)

  package let user: String
  package let venueID: VenueID

  package init(user: String, venueID: VenueID) {
    self.user = user
    self.venueID = venueID
  }
}

/// Asks for a user's favourites, oldest first.
package struct FavouriteListRequest: RequestMessage, Hashable {
  package typealias Reply = FavouriteListReply
  package static let operation = Operation(.venueStore, "favourite-list", version: 1)

  package let user: String

  package init(user: String) { self.user = user }
}

package struct FavouriteListReply: Codable, Sendable, Hashable {
  package let favourites: [Favourite]

  package init(favourites: [Favourite]) { self.favourites = favourites }
}

package struct Favourite: Codable, Sendable, Hashable {
  package let venue: Venue
  package let addedAt: Timestamp

  package init(venue: Venue, addedAt: Timestamp) {
    self.venue = venue
    self.addedAt = addedAt
  }
}

/// The bounds of what the venue store takes and gives.
package enum VenueLimits {
  package static let maximumPage = 500
  package static let maximumUserBytes = 100
  package static let maximumFavourites = 10_000
  /// Of one merge, and of one question for matches.
  package static let maximumMarks = 500
  /// How long it is kept that a favourite was taken off. A device that was away for longer begins
  /// anew, and what it had marked before that comes back.
  package static let removalSeconds = 180 * 24 * 3600
  /// How far a device's clock may be ahead of the store's.
  package static let clockAheadSeconds = 24 * 3600
  // Of a user.
  package static let maximumReviews = 10_000
  package static let maximumNotes = 10_000
  package static let maximumReviewBytes = 4_000
  package static let maximumNoteBytes = 4_000
  /// Of a venue that have not ended.
  package static let maximumDeals = 100
  package static let maximumDealBytes = 500
  /// From now to a deal's end.
  package static let maximumDealDays = 366
  package static let maximumFeeds = 100
  package static let maximumFeedNameBytes = 40
  /// Of a feed's address or path.
  package static let maximumLocationBytes = 2_000
  /// Between two syncs of a feed, save one that is only synced when asked.
  package static let feedIntervalSeconds = 60...(366 * 24 * 3600)
}
