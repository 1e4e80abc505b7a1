import Geography
import Messages
import SQL

/// Finds the venue that a row of a feed tells of. All of it happens in the caller's transaction.
extension VenueDatabase {
  private static let pageRows = 1_000

  /// Gives each row of a feed that has a place and no venue yet its venue: one that another source
  /// tells of, or that a lost row of this one told of, else a new one.
  ///
  /// - Parameter prefix: stands before the row's identifier in that of a new venue.
  /// - Returns: how many rows joined a venue that was there.
  func resolve(feed: Int, prefix: String) throws -> Int {
    var joined = 0
    let hasVenues = try database.first("SELECT 1 FROM venue LIMIT 1") { _ in true } ?? false
    if hasVenues {
      try returnToOwnVenues(feed: feed, prefix: prefix)
      var last: Int64 = 0
      while true {
        let page = try rowsNearVenues(feed: feed, after: last)
        guard let end = page.last else { break }
        for row in page {
          guard let id = try knownVenue(row, feed: feed) else { continue }
          try database.run(
            "UPDATE feed_row SET venue_id = ? WHERE number = ?", id.rawValue, row.number)
          joined += 1
        }
        last = end.number
      }
    }
    try database.run(
      """
      UPDATE feed_row SET venue_id = ? || row_id
      WHERE feed = ? AND venue_id IS NULL AND is_gone = 0 AND (latitude IS NOT NULL
        OR sought IN (SELECT sought FROM derived_place WHERE latitude IS NOT NULL))
      """, prefix, feed)
    return joined
  }

  /// Rows whose own venue is there, of a time when the feed told of it.
  private func returnToOwnVenues(feed: Int, prefix: String) throws {
    try database.run(
      """
      UPDATE feed_row SET venue_id = ? || row_id
      WHERE feed = ? AND venue_id IS NULL AND is_gone = 0 AND (latitude IS NOT NULL
        OR sought IN (SELECT sought FROM derived_place WHERE latitude IS NOT NULL))
        AND EXISTS (SELECT 1 FROM venue WHERE id = ? || row_id)
      """, prefix, feed, prefix)
  }

  private struct PlacedRow {
    let number: Int64
    let name: String
    let category: VenueCategory
    let coordinate: Coordinate
    let address: String?
    let phone: String?
  }

  /// Degrees that are more than `VenueMatch.reach`, up to so many degrees of latitude.
  private static let reach = (latitude: 0.003, longitude: 0.02, upTo: 80)

  /// Rows that have a place and no venue, where a venue may be within reach: most have none, and
  /// need not be asked for one by one.
  private func rowsNearVenues(feed: Int, after last: Int64) throws -> [PlacedRow] {
    let reach = Self.reach
    return try database.query(
      """
      SELECT number, name, category, latitude, longitude, address, phone FROM (
        SELECT number, name, category, address, phone,
          coalesce(feed_row.latitude, derived_place.latitude) AS latitude,
          coalesce(feed_row.longitude, derived_place.longitude) AS longitude
        FROM feed_row LEFT JOIN derived_place USING (sought)
        WHERE feed = ? AND venue_id IS NULL AND number > ? AND is_gone = 0
      ) AS placed
      WHERE latitude IS NOT NULL AND (abs(latitude) > ? OR EXISTS (
        SELECT 1 FROM venue
        WHERE venue.latitude BETWEEN placed.latitude - ? AND placed.latitude + ?
          AND venue.longitude BETWEEN placed.longitude - ? AND placed.longitude + ?))
      ORDER BY number LIMIT ?
      """, feed, last, reach.upTo, reach.latitude, reach.latitude, reach.longitude,
      reach.longitude, Self.pageRows
    ) { row in
      PlacedRow(
        number: row.int64(0), name: row.text(1),
        category: VenueCategory(rawValue: row.text(2)),
        coordinate: Coordinate(latitude: row.double(3), longitude: row.double(4)),
        address: row.optionalText(5), phone: row.optionalText(6))
    }
  }

  private func knownVenue(_ row: PlacedRow, feed: Int) throws -> VenueID? {
    // Names are only taken apart where a venue is near.
    try closestMatch(near: row.coordinate, notOf: feed) {
      VenueMatch(
        name: row.name, category: row.category, coordinate: row.coordinate,
        address: row.address, phone: row.phone)
    }
  }

  /// The venue that is most surely the one that is wanted; `nil` where none is.
  ///
  /// - Parameters:
  ///   - feed: a source does not tell of one venue twice: those that it tells of are left out.
  ///   - wanted: is made only where a venue is near.
  func closestMatch(
    near place: Coordinate, notOf feed: Int, _ wanted: () -> VenueMatch
  ) throws -> VenueID? {
    let box = BoundingBox(place).grown(by: VenueMatch.reach)
    var made: VenueMatch?
    let scored: [(id: VenueID, score: Double)?] = try database.query(
      """
      SELECT id, name, category, latitude, longitude, address, phone FROM venue
      WHERE latitude BETWEEN ? AND ? AND longitude BETWEEN ? AND ? AND NOT EXISTS (
        SELECT 1 FROM feed_row WHERE venue_id = venue.id AND feed = ? AND is_gone = 0)
      """, box.south, box.north, box.west, box.east, feed
    ) { found in
      let other = VenueMatch(
        name: found.text(1), category: VenueCategory(rawValue: found.text(2)),
        coordinate: Coordinate(latitude: found.double(3), longitude: found.double(4)),
        address: found.optionalText(5), phone: found.optionalText(6))
      let match = made ?? wanted()
      made = match
      return match.score(other).map { (VenueID(rawValue: found.text(0)), $0) }
    }
    return scored.compactMap { $0 }.max { ($0.score, $1.id) < ($1.score, $0.id) }?.id
  }
}
