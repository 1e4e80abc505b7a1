package import Time

/// The name of a feed: 1 to 40 characters of `a`–`z`, `0`–`9` and inner hyphens. `map` and `osm`
/// are reserved.
@Memberwise package struct FeedName: TypedID {
  package let rawValue: String
  /// The source that every store has: the current map.
  package static let map: FeedName = "map"
}

/// The format of a feed's documents.
package enum FeedFormat: String, Codable, Sendable, Hashable, CaseIterable {
  /// Open Brewery DB: the JSON of its API, in pages if the address ends in `/breweries`; or its
  /// CSV.
  case openBreweryDB = "openbrewerydb"
  /// An array of objects, or CSV, with a `FeedMapping` if their fields have other names.
  case campus
  /// CSV with a header, its columns separated by commas, semicolons or tabs; with a `FeedMapping`
  /// if they have other names.
  case csv
  /// Foursquare Places: v2 `venues` and `explore`, and v3 `results`.
  case foursquare
  /// GeoJSON points with properties, as AllThePlaces publishes them.
  case geojson
  /// Places in the vocabulary of schema.org: a JSON array, an `@graph`, or an `ItemList`.
  case schemaOrg = "schemaorg"
  /// An OpenStreetMap extract.
  case osm
}

/// An external source of venues.
@Memberwise package struct Feed: Codable, Sendable, Hashable {
  package let name: FeedName
  package let format: FeedFormat
  /// An address with `http` or `https`, or the absolute path of a file on the store's machine.
  package let location: String
  /// Only of a `campus` or `csv` feed.
  package let mapping: FeedMapping?
  /// The interval between syncs; `nil` for once a day, 0 for only on request. Varied by up to a
  /// tenth, so that stores do not all sync at once.
  package let everySeconds: Int?
  /// HTTP headers for the location's server, by name, such as a key under `Authorization`. The
  /// store does not disclose the values: replies have `FeedHeaders.hidden` in place of each.
  package let headers: [String: String]?
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

/// The fields of a campus or CSV feed: names of columns, or paths of keys joined by points, such as
/// `geo.lat`.
@Memberwise package struct FeedMapping: Codable, Sendable, Hashable {
  /// The path of the array of rows; `nil` if the document is the array.
  package let rows: String?
  /// The paths of a row's fields that do not have their default names: `{"name": "title"}`. Keys
  /// are those of `FeedMapping.fieldNames`.
  package let fields: [String: String]?
  /// The categories of the feed's words: `{"Espresso bar": "coffee"}`.
  package let categories: [String: VenueCategory]?
  /// The category of a row without one; `nil` for `coffee`.
  package let category: VenueCategory?

  /// The fields that a row can have.
  package static let fieldNames =
    [
      "id", "name", "latitude", "longitude", "category", "street", "houseNumber", "postcode",
      "city",
    ]
    + VenueFact.feedFields
}

/// Adds a feed. Its first sync starts at once in the background, except for a feed that is only
/// synced on request.
///
/// Fails with `invalidRequest` for an invalid name, location, mapping or header; with `conflict` if
/// another feed has the name, or there are `VenueLimits.maximumFeeds`. Adding the same feed again
/// succeeds.
@Memberwise package struct FeedAddRequest: RequestMessage, Hashable {
  package typealias Reply = FeedStatus
  package static let operation = Operation(
    .venueStore, "feed-add", version: 1, repetition: .keyed, scope: .admin)

  package let feed: Feed
}

/// Removes a feed with all its data. Venues without another source become `vanished`.
///
/// Fails with `notFound`.
@Memberwise package struct FeedRemoveRequest: RequestMessage, Hashable {
  package typealias Reply = Feed
  package static let operation = Operation(
    .venueStore, "feed-remove", version: 1, repetition: .keyed, scope: .admin)

  package let name: FeedName
}

/// Lists the feeds and their status, in the order in which they were added.
@Memberwise package struct FeedListRequest: RequestMessage, Hashable {
  package typealias Reply = FeedListReply
  package static let operation = Operation(.venueStore, "feed-list", version: 1)
}

@Memberwise package struct FeedListReply: Codable, Sendable, Hashable {
  package let feeds: [FeedStatus]
}

/// A feed and the status of its syncs.
@Memberwise package struct FeedStatus: Codable, Sendable, Hashable {
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
}

/// Syncs a feed now, or all of them, one after another. Continues even if the caller stops waiting.
/// A failed sync is reported in its report.
///
/// Fails with `notFound` if there is no feed of the name.
@Memberwise package struct FeedSyncRequest: RequestMessage, Hashable {
  package typealias Reply = FeedSyncReply
  package static let operation = Operation(
    .venueStore, "feed-sync", version: 1, scope: .admin)

  package let name: FeedName?
  /// Whether to accept a feed that has lost more than half of its rows; default false.
  package let acceptsFewer: Bool?
}

@Memberwise package struct FeedSyncReply: Codable, Sendable, Hashable {
  package let reports: [SyncReport]
}

/// The result of one attempt to sync a feed.
@Memberwise package struct SyncReport: Codable, Sendable, Hashable {
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
  package var rows: Int = 0
  /// Rows that are new, or back again.
  package var new: Int = 0
  package var changed: Int = 0
  /// Rows that are no longer in the source.
  package var removed: Int = 0
  /// New rows of a venue that another source already has.
  package var merged: Int = 0
  /// Rows without a coordinate.
  package var withoutCoordinate: Int = 0
  /// Rows of venues that are permanently closed or not open yet.
  package var notOffered: Int = 0
  /// Rows skipped because another row of the feed is about the same venue.
  package var duplicates: Int = 0
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
}

/// Rows of a feed with the same fault.
@Memberwise package struct RejectedRows: Codable, Sendable, Hashable {
  /// In the singular: “row without a name”.
  package let reason: String
  package let count: Int
  /// The first few, by identifier or position in the document.
  package let examples: [String]
}

/// Asks for the source of each field of a venue. Fails with `notFound`.
@Memberwise package struct VenueSourcesRequest: RequestMessage, Hashable {
  package typealias Reply = VenueSourcesReply
  package static let operation = Operation(.venueStore, "sources", version: 1, isPublic: true)

  package let id: VenueID

  package var whereabouts: Whereabouts? { .identified }
}

/// Empty for a venue without a source.
@Memberwise package struct VenueSourcesReply: Codable, Sendable, Hashable {
  package let fields: [VenueFieldSource]
}

/// The source of one field of a venue.
@Memberwise package struct VenueFieldSource: Codable, Sendable, Hashable {
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
}
