import Geography
import Messages
import SQL

/// Entity resolution: decides which venue each row of a feed describes. Everything runs in the
/// caller's transaction.
extension VenueDatabase {
  private static let pageRows = 1_000

  /// Assigns a venue to each row of a feed that has a coordinate and no venue yet: a matching venue
  /// of another source or of a lost row of this feed, otherwise a new one.
  ///
  /// - Parameter idPrefix: precedes the row's identifier in the identifier of a new venue.
  /// - Returns: how many rows were merged into an existing venue.
  func resolveVenues(ofFeed feed: Int, idPrefix: String) throws -> Int {
    var merged = 0
    let hasVenues = try database.first("SELECT 1 FROM venue LIMIT 1") { _ in true } ?? false
    if hasVenues {
      try reattachFormerVenues(ofFeed: feed, idPrefix: idPrefix)
      var last: Int64 = 0
      while true {
        let page = try rowsNearVenues(feed: feed, after: last)
        guard let end = page.last else { break }
        for row in page {
          guard let id = try matchingVenue(row, feed: feed) else { continue }
          try database.run(
            "UPDATE feed_row SET venue_id = ? WHERE number = ?", id.rawValue, row.number)
          merged += 1
        }
        last = end.number
      }
    }
    try database.run(
      """
      UPDATE feed_row SET venue_id = ? || row_id
      WHERE feed = ? AND venue_id IS NULL AND is_gone = 0 AND (latitude IS NOT NULL
        OR geocodable_address IN (
          SELECT geocodable_address FROM derived_place WHERE latitude IS NOT NULL))
      """, idPrefix, feed)
    return merged
  }

  /// Assigns rows to the venues that were made from them when the feed was synced in the past.
  private func reattachFormerVenues(ofFeed feed: Int, idPrefix: String) throws {
    try database.run(
      """
      UPDATE feed_row SET venue_id = ? || row_id
      WHERE feed = ? AND venue_id IS NULL AND is_gone = 0 AND (latitude IS NOT NULL
        OR geocodable_address IN (
          SELECT geocodable_address FROM derived_place WHERE latitude IS NOT NULL))
        AND EXISTS (SELECT 1 FROM venue WHERE id = ? || row_id)
      """, idPrefix, feed, idPrefix)
  }

  private struct LocatedRow {
    let number: Int64
    let name: String
    let category: VenueCategory
    let coordinate: Coordinate
    let address: String?
    let phone: String?

    /// Reads the columns of `MatchColumn` after the number.
    init(_ row: borrowing Row) {
      number = row.int64(0)
      name = row.text(MatchColumn.name, from: 1)
      category = VenueCategory(rawValue: row.text(MatchColumn.category, from: 1))
      coordinate = Coordinate(
        latitude: row.double(MatchColumn.latitude, from: 1),
        longitude: row.double(MatchColumn.longitude, from: 1))
      address = row.optionalText(MatchColumn.address, from: 1)
      phone = row.optionalText(MatchColumn.phone, from: 1)
    }
  }

  /// A box in degrees that covers `MatchCandidate.maximumDistance` up to the latitude `upTo`.
  private static let searchBox = (latitude: 0.003, longitude: 0.02, upTo: 80)

  /// Rows with a coordinate and without a venue that may have a venue nearby. Most rows have none,
  /// so one query for many rows saves a search for each.
  private func rowsNearVenues(feed: Int, after last: Int64) throws -> [LocatedRow] {
    let box = Self.searchBox
    return try database.query(
      """
      SELECT number, \(MatchColumn.list) FROM (
        SELECT number, name, category, address, phone,
          coalesce(feed_row.latitude, derived_place.latitude) AS latitude,
          coalesce(feed_row.longitude, derived_place.longitude) AS longitude
        FROM feed_row LEFT JOIN derived_place USING (geocodable_address)
        WHERE feed = ? AND venue_id IS NULL AND number > ? AND is_gone = 0
      ) AS located
      WHERE latitude IS NOT NULL AND (abs(latitude) > ? OR EXISTS (
        SELECT 1 FROM venue
        WHERE venue.latitude BETWEEN located.latitude - ? AND located.latitude + ?
          AND venue.longitude BETWEEN located.longitude - ? AND located.longitude + ?))
      ORDER BY number LIMIT ?
      """, feed, last, box.upTo, box.latitude, box.latitude, box.longitude,
      box.longitude, Self.pageRows
    ) { LocatedRow($0) }
  }

  private func matchingVenue(_ row: LocatedRow, feed: Int) throws -> VenueID? {
    try bestMatch(near: row.coordinate, excludingFeed: feed) {
      MatchCandidate(
        name: row.name, category: row.category, coordinate: row.coordinate,
        address: row.address, phone: row.phone)
    }
  }

  /// The nearby venue with the highest match score; `nil` if none matches.
  ///
  /// - Parameters:
  ///   - feed: venues of this source are excluded, as no source lists a venue twice.
  ///   - candidate: what to match. Called only if a venue is near, as preparing names is slow.
  func bestMatch(
    near coordinate: Coordinate, excludingFeed feed: Int, _ candidate: () -> MatchCandidate
  ) throws -> VenueID? {
    let box = BoundingBox(coordinate).expanded(by: MatchCandidate.maximumDistance)
    var prepared: MatchCandidate?
    let scored: [(id: VenueID, score: Double)?] = try database.query(
      """
      SELECT id, \(MatchColumn.list) FROM venue
      WHERE latitude BETWEEN ? AND ? AND longitude BETWEEN ? AND ? AND NOT EXISTS (
        SELECT 1 FROM feed_row WHERE venue_id = venue.id AND feed = ? AND is_gone = 0)
      """, box.south, box.north, box.west, box.east, feed
    ) { row in
      let other = MatchCandidate(
        name: row.text(MatchColumn.name, from: 1),
        category: VenueCategory(rawValue: row.text(MatchColumn.category, from: 1)),
        coordinate: Coordinate(
          latitude: row.double(MatchColumn.latitude, from: 1),
          longitude: row.double(MatchColumn.longitude, from: 1)),
        address: row.optionalText(MatchColumn.address, from: 1),
        phone: row.optionalText(MatchColumn.phone, from: 1))
      let match = prepared ?? candidate()
      prepared = match
      return match.score(other).map { (VenueID(rawValue: row.text(0)), $0) }
    }
    return scored.compactMap { $0 }.max { ($0.score, $1.id) < ($1.score, $0.id) }?.id
  }
}

/// The columns by which rows and venues are matched.
private enum MatchColumn: Int, QueryColumn {
  case name, category, latitude, longitude, address, phone

  var sql: String {
    switch self {
    case .name: "name"
    case .category: "category"
    case .latitude: "latitude"
    case .longitude: "longitude"
    case .address: "address"
    case .phone: "phone"
    }
  }
}
