package import Time

/// The name of a feed: 1 to 40 characters of `a`–`z`, `0`–`9` and inner hyphens. `map` and `osm`
/// are reserved.
package struct FeedName: TypedID {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  /// The source that every store has: the current map.
  package static let map: FeedName = "map"
}

/// The format of a feed's documents.
package enum FeedFormat: String, Codable, Sendable, Hashable, CaseIterable {
  /// Open Brewery DB: the JSON of its API, in pages if the address ends in `/breweries`; or its
  /// CSV.
  case openBreweryDB = "openbrewerydb"
  /// An array of objects, with a `FeedMapping` if their fields have other names.
  case campus
  /// Foursquare Places: v2 `venues` and `explore`, and v3 `results`.
  case foursquare
  /// GeoJSON points with properties.
  case geojson
  /// An OpenStreetMap extract.
  case osm
}

/// An external source of venues.
package struct Feed: Codable, Sendable, Hashable {
  package let name: FeedName
  package let format: FeedFormat
  /// An address with `http` or `https`, or the absolute path of a file on the store's machine.
  package let location: String
  /// Only of a `campus` feed.
  package let mapping: FeedMapping?
  /// The interval between syncs; `nil` for once a day, 0 for only on request. Varied by up to a
  /// tenth, so that stores do not all sync at once.
  package let everySeconds: Int?
  /// HTTP headers for the location's server, by name, such as a key under `Authorization`. The
  /// store does not disclose the values: replies have `FeedHeaders.hidden` in place of each.
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

/// The limits of a feed's HTTP headers.
package enum FeedHeaders {
  /// Replaces a value that is stored and not disclosed; not a valid value itself.
  package static let hidden = "…"
  /// Of one feed.
  package static let maximumCount = 10
  /// Letters, digits and ``!#$%&'*+-.^_`|~``. Headers that the store sets itself are refused, such
  /// as `Host`.
  package static let maximumNameBytes = 100
  /// Printable ASCII, without a blank at either end.
  package static let maximumValueBytes = 2_000
}

/// The fields of a campus feed: paths of keys joined by points, such as `geo.lat`.
package struct FeedMapping: Codable, Sendable, Hashable {
  /// The path of the array of rows; `nil` if the document is the array.
  package let rows: String?
  /// The paths of a row's fields that do not have their default names: `{"name": "title"}`. Keys
  /// are those of `FeedMapping.fieldNames`.
  package let fields: [String: String]?
  /// The categories of the feed's words: `{"Espresso bar": "coffee"}`.
  package let categories: [String: VenueCategory]?
  /// The category of a row without one; `nil` for `coffee`.
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

  /// The fields that a row can have.
  package static let fieldNames =
    [
      "id", "name", "latitude", "longitude", "category", "address", "street", "houseNumber",
      "postcode", "city", "phone", "website", "openingHours", "brand", "cuisine",
    ] + VenueAttribute.allCases.map(\.rawValue) + ["wheelchair", "wifi", "wifiFee"]
}

/// Adds a feed. Its first sync starts at once in the background, except for a feed that is only
/// synced on request.
///
/// Fails with `invalidRequest` for an invalid name, location, mapping or header; with `conflict` if
/// another feed has the name, or there are `VenueLimits.maximumFeeds`. Adding the same feed again
/// succeeds.
package struct FeedAddRequest: RequestMessage, Hashable {
  package typealias Reply = FeedStatus
  package static let operation = Operation(
    .venueStore, "feed-add", version: 1, repetition: .keyed, scope: .admin)

  package let feed: Feed

  package init(feed: Feed) { self.feed = feed }
}

/// Removes a feed with all its data. Venues without another source become `vanished`.
///
/// Fails with `notFound`.
package struct FeedRemoveRequest: RequestMessage, Hashable {
  package typealias Reply = Feed
  package static let operation = Operation(
    .venueStore, "feed-remove", version: 1, repetition: .keyed, scope: .admin)

  package let name: FeedName

  package init(name: FeedName) { self.name = name }
}

/// Lists the feeds and their status, in the order in which they were added.
package struct FeedListRequest: RequestMessage, Hashable {
  package typealias Reply = FeedListReply
  package static let operation = Operation(.venueStore, "feed-list", version: 1)

  package init() {}
}

package struct FeedListReply: Codable, Sendable, Hashable {
  package let feeds: [FeedStatus]

  package init(feeds: [FeedStatus]) { self.feeds = feeds }
}

/// A feed and the status of its syncs.
package struct FeedStatus: Codable, Sendable, Hashable {
  package let feed: Feed
  /// When its venues were last known to agree with the source; `nil` before the first sync.
  package let asOf: Timestamp?
  /// The number of its venues.
  package let rows: Int
  /// Those of them whose coordinate was found by the geocoder from the address.
  package let derived: Int
  /// Those of them without a coordinate.
  package let withoutCoordinate: Int
  /// `nil` for a feed that is only synced on request.
  package let nextSync: Timestamp?
  /// The report of the last attempt, even if it failed.
  package let lastSync: SyncReport?

  private enum CodingKeys: String, CodingKey {
    case feed, asOf, rows, derived, nextSync, lastSync
    case withoutCoordinate = "unplaced"
  }

  package init(
    feed: Feed, asOf: Timestamp?, rows: Int, derived: Int, withoutCoordinate: Int,
    nextSync: Timestamp?,
    lastSync: SyncReport?
  ) {
    self.feed = feed
    self.asOf = asOf
    self.rows = rows
    self.derived = derived
    self.withoutCoordinate = withoutCoordinate
    self.nextSync = nextSync
    self.lastSync = lastSync
  }
}

/// Syncs a feed now, or all of them, one after another. Continues even if the caller stops waiting.
/// A failed sync is reported in its report.
///
/// Fails with `notFound` if there is no feed of the name.
package struct FeedSyncRequest: RequestMessage, Hashable {
  package typealias Reply = FeedSyncReply
  package static let operation = Operation(
    .venueStore, "feed-sync", version: 1, scope: .admin)

  package let name: FeedName?
  /// Whether to accept a feed that has lost more than half of its rows; default false.
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

/// The result of one attempt to sync a feed.
package struct SyncReport: Codable, Sendable, Hashable {
  package enum Outcome: String, Codable, Sendable, Hashable {
    /// The store agrees with the source.
    case synced
    /// The source reports that it has not changed since.
    case unchanged
    /// The store is unchanged.
    case failed
  }

  package var feed: FeedName
  package var outcome: Outcome
  /// Why it failed.
  package var failure: String?
  package var startedAt: Timestamp
  package var durationMilliseconds: Double
  /// Valid rows, duplicates not counted.
  package var rows = 0
  /// Rows that are new, or back again.
  package var new = 0
  package var changed = 0
  /// Rows that are no longer in the source.
  package var removed = 0
  /// New rows of a venue that another source already has.
  package var merged = 0
  /// Rows without a coordinate.
  package var withoutCoordinate = 0
  /// Rows of venues that are permanently closed or not open yet.
  package var notOffered = 0
  /// Rows skipped because another row of the feed is about the same venue.
  package var duplicates = 0
  /// The duplicates by reason: the same identifier, or the same name, address and other fields
  /// under two identifiers. Examples of the latter are `17 as 4`.
  package var duplicateRows: [RejectedRows]?
  /// Invalid rows, the most frequent reason first.
  package var invalid: [RejectedRows] = []

  private enum CodingKeys: String, CodingKey {
    case feed, outcome, failure, startedAt, durationMilliseconds, rows, new, changed, merged
    case notOffered, duplicates, duplicateRows
    case removed = "gone"
    case withoutCoordinate = "unplaced"
    case invalid = "wrong"
  }

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

/// Rows of a feed with the same fault.
package struct RejectedRows: Codable, Sendable, Hashable {
  /// In the singular: “row without a name”.
  package let reason: String
  package let count: Int
  /// The first few, by identifier or position in the document.
  package let examples: [String]

  package init(reason: String, count: Int, examples: [String]) {
    self.reason = reason
    self.count = count
    self.examples = examples
  }
}

/// Asks for the source of each field of a venue. Fails with `notFound`.
package struct VenueSourcesRequest: RequestMessage, Hashable {
  package typealias Reply = VenueSourcesReply
  package static let operation = Operation(.venueStore, "sources", version: 1)

  package let id: VenueID

  package init(id: VenueID) { self.id = id }
}

/// Empty for a venue without a source.
package struct VenueSourcesReply: Codable, Sendable, Hashable {
  package let fields: [VenueFieldSource]

  package init(fields: [VenueFieldSource]) { self.fields = fields }
}

/// The source of one field of a venue.
package struct VenueFieldSource: Codable, Sendable, Hashable {
  /// The key in `Venue`: `phone`.
  package let field: String
  /// The feed; `map` for the current map.
  package let source: FeedName
  /// When the source's row last changed.
  package let since: Timestamp
  /// When the source was last known to have this value.
  package let asOf: Timestamp?
  /// Of a coordinate that was geocoded from the address: its confidence, 0 ... 1.
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
