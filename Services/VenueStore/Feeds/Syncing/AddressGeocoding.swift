import Geography
import Messages
import SQL

/// Geocodes the addresses of rows that have no coordinate.
enum AddressGeocoding {
  /// The lowest confidence at which the geocoder's answer is used.
  static let minimumConfidence = 0.6

  /// The request for an address.
  static func request(_ address: Address) -> GeocodeRequest {
    GeocodeRequest(address: address, limit: 1, explain: true)
  }

  /// The location in the geocoder's reply if it is reliable: it is a house or interpolated between
  /// house numbers, and the city or postcode agrees with the row's, by any name that the map has of
  /// it. A geocoder knows only one map, and most maps have a Main Street.
  static func location(of address: Address, in reply: GeocodeReply) -> GeocodedLocation? {
    guard let hit = reply.hits.first, hit.confidence >= minimumConfidence,
      hit.accuracy == .rooftop || hit.accuracy == .interpolated,
      agree(hit.address?.city, address.city) || agree(hit.address?.postcode, address.postcode)
        || isExplained(address.city, by: hit)
    else { return nil }
    return GeocodedLocation(coordinate: hit.coordinate, confidence: hit.confidence)
  }

  /// Whether each word of the city names the surroundings of the hit: "Munich" of one in München.
  private static func isExplained(_ city: String?, by hit: PlaceHit) -> Bool {
    guard let city, let explanation = hit.explanation else { return false }
    let known = explanation.words.filter { $0.part == .surroundings && ($0.edits ?? 0) == 0 }
      .flatMap { VenueName.words(of: $0.typed) }
    let words = VenueName.words(of: city)
    return !words.isEmpty && words.allSatisfy(known.contains)
  }

  private static func agree(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return false }
    let words = VenueName.words(of: one)
    return !words.isEmpty && words == VenueName.words(of: other)
  }
}

/// The addresses of rows without a coordinate, and the geocoder's answers for them.
struct AddressQueue {
  private let store: VenueDatabase
  private let database: Database
  private let feeds: FeedRegistry

  init(_ store: VenueDatabase) {
    self.store = store
    database = store.database
    feeds = FeedRegistry(store)
  }

  /// A page of the addresses of rows without a coordinate that have not been geocoded on this map.
  ///
  /// - Parameter after: the last address of the previous page; "" for the first page.
  /// - Returns: addresses as `AddressKey.text` gives them.
  /// - Throws: `SQLError`.
  func next(after: String, limit: Int) throws -> [String] {
    try database.query(
      """
      SELECT DISTINCT feed_row.geocodable_address
      FROM feed_row LEFT JOIN derived_place USING (geocodable_address)
      WHERE feed_row.geocodable_address > ? AND is_gone = 0 AND feed_row.latitude IS NULL
        AND (map IS NULL OR derived_place.latitude IS NULL AND map IS DISTINCT FROM ?)
      ORDER BY feed_row.geocodable_address LIMIT ?
      """, after, try feeds.table.mapIdentity(), limit
    ) { $0.text("geocodable_address") }
  }

  /// Stores the geocoder's answers, including that it found nothing, and updates the venues of rows
  /// with these addresses. Runs in the caller's transaction.
  ///
  /// - Parameter publish: receives the changed venues.
  /// - Throws: `SQLError`; whatever `publish` throws.
  func apply(
    _ answers: [(addressKey: String, location: GeocodedLocation?)],
    _ publish: VenueStream.Publish
  ) throws {
    let map = try feeds.table.mapIdentity()
    for (key, location) in answers {
      try database.run(
        """
        INSERT INTO derived_place (geocodable_address, latitude, longitude, confidence, map)
        VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (geocodable_address) DO UPDATE SET latitude = excluded.latitude,
          longitude = excluded.longitude, confidence = excluded.confidence, map = excluded.map
        """, key, location?.coordinate.latitude, location?.coordinate.longitude,
        location?.confidence, map)
    }
    let found = answers.filter { $0.location != nil }.map(\.addressKey)
    guard !found.isEmpty else { return }
    let (resolution, venues) = (VenueResolution(store), VenueRecompute(store))
    for feed in try feeds.list().feeds {
      let stored = try feeds.stored(feed.feed.name)
      _ = try resolution.resolve(feed: stored.number, idPrefix: stored.feed.idPrefix)
    }
    for key in found {
      try venues.markStale("FROM feed_row WHERE geocodable_address = ?", key)
      try venues.recomputeStale(publish)
    }
  }
}
