package import Messages
import SQL

/// Recomputes venues from the rows of their sources. Everything runs in the caller's transaction.
package struct VenueRecompute {
  private let database: Database
  private let venues: VenueTable

  package init(_ store: VenueDatabase) {
    database = store.database
    venues = store.venues
  }

  private static let batchVenues = 500

  /// Replaces the list of stale venues by the venues of the selected rows.
  ///
  /// - Parameters:
  ///   - selection: the SQL that selects rows of `feed_row`, from FROM on.
  ///   - values: of the placeholders in `selection`.
  /// - Throws: `SQLError`.
  func markStale(_ selection: String, _ values: (any SQLBindable)?...) throws {
    try markStale(selection, values)
  }

  /// As `markStale(_:_:)` with the values in an array.
  func markStale(_ selection: String, _ values: [(any SQLBindable)?]) throws {
    try database.define(
      """
      CREATE TEMP TABLE IF NOT EXISTS stale_venue (
        venue_id TEXT PRIMARY KEY NOT NULL
      ) WITHOUT ROWID;
      DELETE FROM stale_venue;
      """)
    try database.run(
      """
      INSERT INTO stale_venue SELECT DISTINCT venue_id \(selection) AND venue_id IS NOT NULL
      """, values)
  }

  /// Recomputes each stale venue from the current rows of its sources. Memory: a batch of venues.
  ///
  /// - Parameter publish: receives the changed venues, batch by batch.
  /// - Throws: `SQLError`; whatever `publish` throws.
  func recomputeStale(_ publish: VenueStream.Publish) throws {
    var batch: [VenueChanged] = []
    func apply() throws {
      try publish(try venues.apply(batch))
      batch.removeAll(keepingCapacity: true)
    }
    try forEachStaleVenue { id, records in
      if records.isEmpty {
        batch.append(VenueChanged(id: id, venue: nil))
      } else if let merged = VenueMerge(id, records) {
        batch.append(VenueChanged(id: id, venue: merged.venue))
      }
      if batch.count == Self.batchVenues { try apply() }
    }
    try apply()
  }

  private func forEachStaleVenue(_ body: (VenueID, [SourceRecord]) throws -> Void) throws {
    var id: VenueID?
    var records: [SourceRecord] = []
    try database.forEach(
      """
      \(Self.selectRecords("stale_venue", "stale_venue.venue_id"))
      ORDER BY stale_venue.venue_id, feed.number
      """
    ) { row in
      let next = VenueID(rawValue: row.text("id"))
      if let id, id != next {
        try body(id, records)
        records.removeAll(keepingCapacity: true)
      }
      id = next
      if let record = Self.record(row) { records.append(record) }
    }
    if let id { try body(id, records) }
  }

  /// The records of a venue, in the order of precedence.
  private func records(of id: VenueID) throws -> [SourceRecord] {
    try database.query(
      "\(Self.selectRecords("venue", "venue.id")) WHERE venue.id = ? ORDER BY feed.number",
      id.rawValue, map: Self.record
    ).compactMap { $0 }
  }

  /// The source of each field of a venue.
  ///
  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  package func sources(of id: VenueID) throws -> VenueSourcesReply {
    _ = try venues.venue(id)
    return VenueSourcesReply(fields: VenueMerge(id, try records(of: id))?.fields ?? [])
  }

  private static func selectRecords(_ table: String, _ id: String) -> String {
    """
    SELECT \(id) AS id, feed.name AS feed_name, as_of_milliseconds, changed_at_milliseconds,
      derived_place.latitude AS derived_latitude, derived_place.longitude AS derived_longitude,
      confidence, row_id, \(FeedRowColumns.list(of: "feed_row"))
    FROM \(table)
      LEFT JOIN feed_row ON feed_row.venue_id = \(id) AND feed_row.is_gone = 0
      LEFT JOIN feed ON feed.number = feed_row.feed
      LEFT JOIN derived_place ON derived_place.geocodable_address = feed_row.geocodable_address
    """
  }

  /// `nil` if the venue has no record.
  private static func record(_ row: borrowing Row) -> SourceRecord? {
    guard let feed = row.optionalText("feed_name") else { return nil }
    return SourceRecord(
      source: FeedName(rawValue: feed),
      asOf: row.optionalTimestamp("as_of_milliseconds"),
      since: row.timestamp("changed_at_milliseconds"),
      row: FeedRow(row),
      geocoded: row.coordinate("derived_latitude", "derived_longitude").map {
        GeocodedLocation(coordinate: $0, confidence: row.double("confidence"))
      })
  }
}
