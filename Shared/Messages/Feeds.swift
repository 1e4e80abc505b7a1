import Time

/// What a user calls a feed: one to 40 of `a`–`z`, `0`–`9` and inner hyphens. `map` and `osm` are
/// taken.
package struct FeedName: TypedID {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  /// The source that every store has: the map that the stack runs on.
  package static let map: FeedName = "map"
}

/// How the documents of a feed are to be read.
package enum FeedFormat: String, Codable, Sendable, Hashable, CaseIterable {
  /// Open Brewery DB: JSON as its API gives it, page after page where the address ends in
  /// `/breweries`; or its CSV.
  case openBreweryDB = "openbrewerydb"
  /// An array of objects, with a `FeedMapping` where their fields have names of their own.
  case campus
  /// Foursquare Places: v2 `venues` and `explore`, and v3 `results`.
  case foursquare
  /// Points with properties.
  case geojson
  /// An OpenStreetMap extract.
  case osm
}

/// An outside source of venues.
package struct Feed: Codable, Sendable, Hashable {
  package let name: FeedName
  package let format: FeedFormat
  /// An address with `http` or `https`, or the absolute path of a file on the store's machine.
  package let location: String
  /// Only of a `campus` feed.
  package let mapping: FeedMapping?
  /// How long after a sync the next one is due; `nil` for once a day, 0 for only when asked. A
  /// tenth more or less, so that stores do not all ask at once.
  package let everySeconds: Int?
  /// What to send along to the location's own server, by name, such as a key under
  /// `Authorization`. The store keeps the values to itself: replies have `FeedHeaders.hidden` in
  /// place of each.
  package let headers: [String: String]?

  package init(
    name: FeedName, format: FeedFormat, location: String, mapping: FeedMapping? = nil,
    everySeconds: Int? = nil, headers: [String: String]? = nil
  ) {
    self.name = name
    self.format = format
    self.location = location
    self.mapping = mapping
    self.everySeconds = everySeconds
    self.headers = headers
  }
}

/// What may be sent along to a feed's server, beside what the store sends of itself.
package enum FeedHeaders {
  /// Stands for a value that is kept and not told; is no value itself.
  package static let hidden = "…"
  /// Of one feed.
  package static let maximumCount = 10
  /// Letters, digits and ``!#$%&'*+-.^_`|~``. The store's own are refused, such as `Host`.
  package static let maximumNameBytes = 100
  /// Printable ASCII, with neither end blank.
  package static let maximumValueBytes = 2_000
}

/// Where a campus feed keeps what: paths of keys joined by points, such as `geo.lat`.
package struct FeedMapping: Codable, Sendable, Hashable {
  /// The path of the array of rows; `nil` where the document is the array.
  package let rows: String?
  /// The paths of a row's fields that do not have their usual names: `{"name": "title"}`. Keys are
  /// those of `FeedMapping.fieldNames`.
  package let fields: [String: String]?
  /// Which category the feed's words stand for: `{"Espresso bar": "coffee"}`.
  package let categories: [String: VenueCategory]?
  /// The category of a row that gives none; `nil` for `coffee`.
  package let category: VenueCategory?

  package init(
    rows: String? = nil, fields: [String: String]? = nil,
    categories: [String: VenueCategory]? = nil, category: VenueCategory? = nil
  ) {
    self.rows = rows
    self.fields = fields
    self.categories = categories
    self.category = category
  }

  /// What a row can tell.
  package static let fieldNames = [
    "id", "name", "latitude", "longitude", "category", "address", "street", "houseNumber",
    "postcode", "city", "phone", "website", "openingHours", "brand", "cuisine",
    "outdoorSeating", "takeaway", "wheelchair", "wifi", "wifiFee",
  ]
}

/// Makes a feed. Its first sync is due at once, in the background, save for a feed that is only
/// synced when asked.
///
/// Fails with `invalidRequest` for a name, location, mapping or header that cannot be; with
/// `conflict` where another feed has the name, or there are `VenueLimits.maximumFeeds`. The same
/// feed again is fine.
package struct FeedAddRequest: RequestMessage, Hashable {
  package typealias Reply = FeedStatus
  package static let operation = Operation(
    .venueStore, "feed-add", version: 1, repetition: .keyed)

  package let feed: Feed

  package init(feed: Feed) { self.feed = feed }
}

/// Takes a feed away with all it said. Venues that nobody else tells of are `vanished`.
///
/// Fails with `notFound`.
package struct FeedRemoveRequest: RequestMessage, Hashable {
  package typealias Reply = Feed
  package static let operation = Operation(
    .venueStore, "feed-remove", version: 1, repetition: .keyed)

  package let name: FeedName

  package init(name: FeedName) { self.name = name }
}

/// Asks which feeds there are and how they do, in the order in which they were added.
package struct FeedListRequest: RequestMessage, Hashable {
  package typealias Reply = FeedListReply
  package static let operation = Operation(.venueStore, "feed-list", version: 1)

  package init() {}
}

package struct FeedListReply: Codable, Sendable, Hashable {
  package let feeds: [FeedStatus]

  package init(feeds: [FeedStatus]) { self.feeds = feeds }
}

/// A feed and how it does.
package struct FeedStatus: Codable, Sendable, Hashable {
  package let feed: Feed
  /// When its venues were last known to be what the source says; `nil` before the first sync.
  package let asOf: Timestamp?
  /// The venues it tells of.
  package let rows: Int
  /// Those of them whose coordinate was found by the geocoder from the address.
  package let derived: Int
  /// Those of them without a coordinate.
  package let unplaced: Int
  /// `nil` for a feed that is only synced when asked.
  package let nextSync: Timestamp?
  /// How the last attempt went, also where it failed.
  package let lastSync: SyncReport?

  package init(
    feed: Feed, asOf: Timestamp?, rows: Int, derived: Int, unplaced: Int, nextSync: Timestamp?,
    lastSync: SyncReport?
  ) {
    self.feed = feed
    self.asOf = asOf
    self.rows = rows
    self.derived = derived
    self.unplaced = unplaced
    self.nextSync = nextSync
    self.lastSync = lastSync
  }
}

/// Brings a feed up to date now, or all of them, one after another. Goes on though the caller stops
/// waiting. A sync that fails is told in its report.
///
/// Fails with `notFound` where there is no feed of the name.
package struct FeedSyncRequest: RequestMessage, Hashable {
  package typealias Reply = FeedSyncReply
  package static let operation = Operation(.venueStore, "feed-sync", version: 1)

  package let name: FeedName?
  /// Whether to believe a feed that has lost more than half of its rows; default false.
  package let acceptsFewer: Bool?

  package init(name: FeedName? = nil, acceptsFewer: Bool? = nil) {
    self.name = name
    self.acceptsFewer = acceptsFewer
  }
}

package struct FeedSyncReply: Codable, Sendable, Hashable {
  package let reports: [SyncReport]

  package init(reports: [SyncReport]) { self.reports = reports }
}

/// How one attempt to bring a feed up to date went.
package struct SyncReport: Codable, Sendable, Hashable {
  package enum Outcome: String, Codable, Sendable, Hashable {
    /// The store holds what the source says.
    case synced
    /// The source says that it has not changed since.
    case unchanged
    /// The store holds what it held before.
    case failed
  }

  package var feed: FeedName
  package var outcome: Outcome
  /// Why it failed.
  package var failure: String?
  package var startedAt: Timestamp
  package var durationMilliseconds: Double
  /// Rows that could be read, duplicates not counted.
  package var rows = 0
  /// Rows that were not there before, or are back.
  package var new = 0
  package var changed = 0
  /// Rows that were there before.
  package var gone = 0
  /// New rows that tell of a venue which another source had told of.
  package var merged = 0
  /// Rows without a coordinate.
  package var unplaced = 0
  /// Rows of venues that are closed for good or not open yet.
  package var notOffered = 0
  /// Rows passed over, as another row of the feed tells of the venue.
  package var duplicates = 0
  /// The same by what makes them duplicates: one identifier, or the same name, address and the
  /// rest under two. Examples of the latter are `17 as 4`.
  package var duplicateRows: [WrongRows]?
  /// Rows that could not be read, the most frequent reason first.
  package var wrong: [WrongRows] = []

  package init(
    feed: FeedName, outcome: Outcome, failure: String? = nil, startedAt: Timestamp,
    durationMilliseconds: Double
  ) {
    self.feed = feed
    self.outcome = outcome
    self.failure = failure
    self.startedAt = startedAt
    self.durationMilliseconds = durationMilliseconds
  }
}

/// Rows of a feed that have the same thing wrong with them.
package struct WrongRows: Codable, Sendable, Hashable {
  /// In the singular: “row without a name”.
  package let reason: String
  package let count: Int
  /// The first few, by identifier or place in the document.
  package let examples: [String]

  package init(reason: String, count: Int, examples: [String]) {
    self.reason = reason
    self.count = count
    self.examples = examples
  }
}

/// Asks which source told what of a venue. Fails with `notFound`.
package struct VenueSourcesRequest: RequestMessage, Hashable {
  package typealias Reply = VenueSourcesReply
  package static let operation = Operation(.venueStore, "sources", version: 1)

  package let id: VenueID

  package init(id: VenueID) { self.id = id }
}

/// Empty for a venue that no source tells of any more.
package struct VenueSourcesReply: Codable, Sendable, Hashable {
  package let fields: [VenueFieldSource]

  package init(fields: [VenueFieldSource]) { self.fields = fields }
}

/// Who told one field of a venue, and when.
package struct VenueFieldSource: Codable, Sendable, Hashable {
  /// As the key of `Venue` is called: `phone`.
  package let field: String
  /// The feed; `map` for the map that the stack runs on.
  package let source: FeedName
  /// When the source's row last changed.
  package let since: Timestamp
  /// When the source was last known to say so.
  package let asOf: Timestamp?
  /// Of a coordinate that the geocoder found from the address: how sure it is, 0 ... 1.
  package let derivedConfidence: Double?

  package init(
    field: String, source: FeedName, since: Timestamp, asOf: Timestamp?,
    derivedConfidence: Double? = nil
  ) {
    self.field = field
    self.source = source
    self.since = since
    self.asOf = asOf
    self.derivedConfidence = derivedConfidence
  }
}
