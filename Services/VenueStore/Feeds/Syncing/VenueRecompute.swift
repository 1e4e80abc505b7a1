import Geography
package import Messages
import SQL
import Time

/// Recomputes venues from the rows of their sources. Everything runs in the caller's transaction.
extension VenueDatabase {
  private static let batchVenues = 500

  /// Replaces the list of stale venues by the venues of the selected rows.
  ///
  /// - Parameters:
  ///   - selection: the SQL that selects rows of `feed_row`, from FROM on.
  ///   - values: of the placeholders in `selection`.
  func markVenuesStale(_ selection: String, _ values: [(any SQLBindable)?]) throws {
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
  func recomputeStaleVenues(_ publish: VenueStream.Publish) throws {
    var batch: [VenueChanged] = []
    func apply() throws {
      try publish(try self.apply(batch))
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
      let next = VenueID(rawValue: row.text(0))
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
  func records(of id: VenueID) throws -> [SourceRecord] {
    try database.query(
      "\(Self.selectRecords("venue", "venue.id")) WHERE venue.id = ? ORDER BY feed.number",
      id.rawValue, map: Self.record
    ).compactMap { $0 }
  }

  /// The source of each field of a venue.
  ///
  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  package func sources(of id: VenueID) throws -> VenueSourcesReply {
    _ = try venue(id)
    return VenueSourcesReply(fields: VenueMerge(id, try records(of: id))?.fields ?? [])
  }

  /// The columns before those of the feed's row.
  private enum RecordColumn: Int, QueryColumn {
    case feed, asOf, changedAt, rowID, latitude, longitude, confidence

    var sql: String {
      switch self {
      case .feed: "feed.name"
      case .asOf: "as_of_milliseconds"
      case .changedAt: "changed_at_milliseconds"
      case .rowID: "row_id"
      case .latitude: "derived_place.latitude"
      case .longitude: "derived_place.longitude"
      case .confidence: "confidence"
      }
    }
  }

  /// The venue's identifier comes first, then `RecordColumn`, then `FeedRowColumn`.
  private static let recordStart = 1
  private static let feedRowStart = recordStart + RecordColumn.count

  private static func selectRecords(_ table: String, _ id: String) -> String {
    """
    SELECT \(id), \(RecordColumn.list), \(FeedRowColumns.list(of: "feed_row"))
    FROM \(table)
      LEFT JOIN feed_row ON feed_row.venue_id = \(id) AND feed_row.is_gone = 0
      LEFT JOIN feed ON feed.number = feed_row.feed
      LEFT JOIN derived_place ON derived_place.geocodable_address = feed_row.geocodable_address
    """
  }

  /// `nil` if the venue has no record.
  private static func record(_ row: borrowing Row) -> SourceRecord? {
    let first = recordStart
    if row.isNull(RecordColumn.feed, from: first) { return nil }
    var geocoded: GeocodedLocation?
    if let latitude = row.optionalDouble(RecordColumn.latitude, from: first),
      let longitude = row.optionalDouble(RecordColumn.longitude, from: first)
    {
      geocoded = GeocodedLocation(
        coordinate: Coordinate(latitude: latitude, longitude: longitude),
        confidence: row.double(RecordColumn.confidence, from: first))
    }
    return SourceRecord(
      source: FeedName(rawValue: row.text(RecordColumn.feed, from: first)),
      asOf: row.optionalInt64(RecordColumn.asOf, from: first).map {
        Timestamp(millisecondsSince1970: $0)
      },
      since: Timestamp(millisecondsSince1970: row.int64(RecordColumn.changedAt, from: first)),
      row: FeedRowColumns.row(
        row, id: row.text(RecordColumn.rowID, from: first), from: feedRowStart),
      geocoded: geocoded)
  }
}
