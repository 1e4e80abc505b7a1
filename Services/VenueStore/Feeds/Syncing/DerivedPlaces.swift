import Messages
import SQL

/// Finds places for rows that have an address and no coordinate, by asking the geocoder.
enum Placing {
  /// The least confidence at which a venue is put where the geocoder says.
  static let leastConfidence = 0.6

  /// What to ask for an address.
  static func request(_ address: Address) -> GeocodeRequest {
    GeocodeRequest(address: address, limit: 1)
  }

  /// Where the address is, if the geocoder is sure: it found the house or its place between
  /// neighbours, in the town or with the postcode that the row gives. A geocoder knows one map, and
  /// there is a Main Street on most.
  static func place(of address: Address, in reply: GeocodeReply) -> DerivedPlace? {
    guard let hit = reply.hits.first, hit.confidence >= leastConfidence,
      hit.accuracy == .rooftop || hit.accuracy == .interpolated,
      agree(hit.address?.city, address.city) || agree(hit.address?.postcode, address.postcode)
    else { return nil }
    return DerivedPlace(coordinate: hit.coordinate, confidence: hit.confidence)
  }

  private static func agree(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return false }
    let words = VenueName.words(of: one)
    return !words.isEmpty && words == VenueName.words(of: other)
  }
}

extension VenueDatabase {
  /// Addresses that rows have in place of a coordinate, and for which the geocoder has not been
  /// asked on this map.
  ///
  /// - Parameter after: the last one of the page before; "" for the first.
  func addressesToPlace(after: String, limit: Int) throws -> [String] {
    try database.query(
      """
      SELECT DISTINCT feed_row.sought FROM feed_row LEFT JOIN derived_place USING (sought)
      WHERE feed_row.sought > ? AND is_gone = 0 AND feed_row.latitude IS NULL
        AND (map IS NULL OR derived_place.latitude IS NULL AND map IS NOT ?)
      ORDER BY feed_row.sought LIMIT ?
      """, after, try mapIdentity(), limit
    ) { $0.text(0) }
  }

  /// Keeps what the geocoder answered for addresses, also that it knows none, and puts the venues
  /// there. Part of the caller's transaction.
  ///
  /// - Parameter told: is handed what is to be published.
  func place(
    _ answers: [(sought: String, place: DerivedPlace?)],
    _ told: ([VenueChanged]) throws -> Void
  ) throws {
    let map = try mapIdentity()
    for (sought, place) in answers {
      try database.run(
        """
        INSERT OR REPLACE INTO derived_place (sought, latitude, longitude, confidence, map)
        VALUES (?, ?, ?, ?, ?)
        """, sought, place?.coordinate.latitude, place?.coordinate.longitude,
        place?.confidence, map)
    }
    let found = answers.filter { $0.place != nil }.map(\.sought)
    guard !found.isEmpty else { return }
    for feed in try feeds().feeds {
      let stored = try storedFeed(feed.feed.name)
      _ = try resolve(feed: stored.number, prefix: stored.feed.idPrefix)
    }
    for sought in found {
      try touchVenues("FROM feed_row WHERE sought = ?", sought)
      try settleTouched(told)
    }
  }
}
