import Geography
import Messages
import SQL
import Time

/// Makes venues what their sources say. All of it happens in the caller's transaction.
extension VenueDatabase {
  private static let batchVenues = 500

  /// Begins a list of venues of which sources say something new: those of the rows that `source`,
  /// SQL from FROM on, selects.
  func touchVenues(_ source: String, _ values: (any SQLBindable)?...) throws {
    try database.define(
      """
      CREATE TEMP TABLE IF NOT EXISTS touched (venue_id TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;
      DELETE FROM touched;
      """)
    try database.run(
      """
      INSERT INTO touched SELECT DISTINCT venue_id \(source) AND venue_id IS NOT NULL
      """, values)
  }

  /// Makes each venue of the list what its sources say now. Memory: a batch of venues.
  ///
  /// - Parameter told: is handed what is to be published, batch by batch.
  func settleTouched(_ told: ([VenueChanged]) throws -> Void) throws {
    var batch: [VenueChanged] = []
    func apply() throws {
      try told(try self.apply(batch))
      batch.removeAll(keepingCapacity: true)
    }
    try forEachTouched { id, statements in
      if statements.isEmpty {
        batch.append(VenueChanged(id: id, venue: nil))
      } else if let merged = VenueMerge(id, statements) {
        batch.append(VenueChanged(id: id, venue: merged.venue))
      }
      if batch.count == Self.batchVenues { try apply() }
    }
    try apply()
  }

  private func forEachTouched(_ body: (VenueID, [VenueStatement]) throws -> Void) throws {
    var id: VenueID?
    var statements: [VenueStatement] = []
    try database.forEach(
      """
      \(Self.selectStatements("touched", "touched.venue_id"))
      ORDER BY touched.venue_id, feed.number
      """
    ) { row in
      let next = VenueID(rawValue: row.text(0))
      if let id, id != next {
        try body(id, statements)
        statements.removeAll(keepingCapacity: true)
      }
      id = next
      if let statement = Self.statement(row) { statements.append(statement) }
    }
    if let id { try body(id, statements) }
  }

  /// What each source says of a venue, the most trusted first.
  func statements(of id: VenueID) throws -> [VenueStatement] {
    try database.query(
      "\(Self.selectStatements("venue", "venue.id")) WHERE venue.id = ? ORDER BY feed.number",
      id.rawValue, map: Self.statement
    ).compactMap { $0 }
  }

  /// Who told what of a venue.
  ///
  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  package func sources(of id: VenueID) throws -> VenueSourcesReply {
    _ = try venue(id)
    return VenueSourcesReply(fields: VenueMerge(id, try statements(of: id))?.fields ?? [])
  }

  private static func selectStatements(_ table: String, _ id: String) -> String {
    """
    SELECT \(id), feed.name, as_of_milliseconds, changed_at_milliseconds, row_id,
      derived_place.latitude, derived_place.longitude, confidence,
      \(FeedRowTable.list(of: "feed_row"))
    FROM \(table)
      LEFT JOIN feed_row ON feed_row.venue_id = \(id) AND feed_row.is_gone = 0
      LEFT JOIN feed ON feed.number = feed_row.feed
      LEFT JOIN derived_place ON derived_place.sought = feed_row.sought
    """
  }

  /// `nil` where no source says anything.
  private static func statement(_ row: borrowing Row) -> VenueStatement? {
    if row.isNull(1) { return nil }
    var derived: DerivedPlace?
    if let latitude = row.optionalDouble(5), let longitude = row.optionalDouble(6) {
      derived = DerivedPlace(
        coordinate: Coordinate(latitude: latitude, longitude: longitude),
        confidence: row.double(7))
    }
    return VenueStatement(
      source: FeedName(rawValue: row.text(1)),
      asOf: row.optionalInt64(2).map { Timestamp(millisecondsSince1970: $0) },
      since: Timestamp(millisecondsSince1970: row.int64(3)),
      row: FeedRowTable.row(row, id: row.text(4), from: 8), derived: derived)
  }
}
