import Messages
import SQL

/// Entity resolution: decides which venue each row of a feed describes. Everything runs in the
/// caller's transaction.
struct VenueResolution {
  private let database: Database
  private let matching: VenueMatching

  init(_ store: VenueDatabase) {
    database = store.database
    matching = VenueMatching(store)
  }

  private static let pageRows = 1_000

  /// The rows of a feed that are to get the venue of their own identifier: those with a place and
  /// without a venue. Takes the prefix of identifiers and the feed's number.
  private static let nameVenues = """
    UPDATE feed_row SET venue_id = ? || row_id
    WHERE feed = ? AND venue_id IS NULL AND is_gone = 0 AND (latitude IS NOT NULL
      OR geocodable_address IN (
        SELECT geocodable_address FROM derived_place WHERE latitude IS NOT NULL))
    """

  /// Assigns a venue to each row of a feed that has a coordinate and no venue yet: a matching venue
  /// of another source or of a lost row of this feed, otherwise a new one.
  ///
  /// - Parameter idPrefix: precedes the row's identifier in the identifier of a new venue.
  /// - Returns: how many rows were merged into an existing venue.
  /// - Throws: `SQLError`.
  func resolve(feed: Int, idPrefix: String) throws -> Int {
    var merged = 0
    let hasVenues = try database.first("SELECT 1 FROM venue LIMIT 1") { _ in true } ?? false
    if hasVenues {
      // Rows get back the venues that were made from them when the feed was synced in the past.
      try database.run(
        "\(Self.nameVenues) AND EXISTS (SELECT 1 FROM venue WHERE id = ? || row_id)", idPrefix,
        feed, idPrefix)
      merged = try mergeRows(feed: feed)
    }
    try database.run(Self.nameVenues, idPrefix, feed)
    return merged
  }

  private func mergeRows(feed: Int) throws -> Int {
    var merged = 0
    var last: Int64 = 0
    while true {
      let page = try rowsNearVenues(feed: feed, after: last)
      guard let end = page.last else { return merged }
      for (number, row) in page {
        guard let id = try matching.best(for: row, excludingFeed: feed) else { continue }
        try database.run("UPDATE feed_row SET venue_id = ? WHERE number = ?", id.rawValue, number)
        merged += 1
      }
      last = end.number
    }
  }

  /// A box in degrees that covers `MatchCandidate.maximumDistance` up to the latitude `upTo`.
  private static let searchBox = (latitude: 0.003, longitude: 0.02, upTo: 80)

  /// Rows with a coordinate and without a venue that may have a venue nearby. Most rows have none,
  /// so one query for many rows saves a search for each.
  private func rowsNearVenues(
    feed: Int, after last: Int64
  ) throws -> [(number: Int64, row: MatchedRow)] {
    let box = Self.searchBox
    return try database.query(
      """
      SELECT number, \(MatchedRow.columns) FROM (
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
    ) { (number: $0.int64("number"), row: MatchedRow($0)) }
  }
}
