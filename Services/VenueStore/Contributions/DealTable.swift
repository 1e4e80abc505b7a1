import Messages
import SQL
import Time

/// The table `deal`.
struct DealTable {
  let database: Database

  private enum Column: Int, QueryColumn {
    case number, venueID, venueName, text, starts, startsOffset, ends, endsOffset

    var sql: String {
      switch self {
      case .number: "number"
      case .venueID: "venue_id"
      case .venueName: "venue.name"
      case .text: "text"
      case .starts: "starts_milliseconds"
      case .startsOffset: "starts_offset_seconds"
      case .ends: "ends_milliseconds"
      case .endsOffset: "ends_offset_seconds"
      }
    }
  }

  private static let select = """
    SELECT \(Column.list) FROM deal JOIN venue ON venue.id = deal.venue_id
    """

  /// - Throws: `SQLError`.
  func deal(_ number: Int64) throws -> Deal? {
    try database.first("\(Self.select) WHERE number = ?", number, map: Self.deal)
  }

  /// Deals of venues in business, in the order of their numbers.
  ///
  /// - Parameters:
  ///   - end: only deals that end after this time.
  ///   - start: only deals that start no later, in milliseconds since 1970.
  ///   - number: only deals with higher numbers.
  /// - Throws: `SQLError`.
  func deals(
    endingAfter end: Int64, startingBy start: Int64, of venue: VenueID?, after number: Int64,
    limit: Int
  ) throws -> [Deal] {
    let condition = "WHERE standing IS NULL AND ends_milliseconds > ? AND starts_milliseconds <= ?"
    let page = "AND number > ? ORDER BY number LIMIT ?"
    guard let venue else {
      return try database.query(
        "\(Self.select) \(condition) \(page)", end, start, number, limit, map: Self.deal)
    }
    return try database.query(
      "\(Self.select) \(condition) AND venue_id = ? \(page)", end, start, venue.rawValue, number,
      limit, map: Self.deal)
  }

  /// Unpublished running deals of venues in business, in the order of their starts.
  ///
  /// - Throws: `SQLError`.
  func unpublished(now: Timestamp, limit: Int) throws -> [Deal] {
    try database.query(
      """
      \(Self.select) WHERE published_at_milliseconds IS NULL AND standing IS NULL
        AND starts_milliseconds <= ? AND ends_milliseconds > ?
      ORDER BY starts_milliseconds, number LIMIT ?
      """, now.millisecondsSince1970, now.millisecondsSince1970, limit, map: Self.deal)
  }

  /// How many deals of a venue have not ended.
  ///
  /// - Throws: `SQLError`.
  func count(of venue: VenueID, now: Timestamp) throws -> Int {
    try database.first(
      "SELECT count(*) FROM deal WHERE venue_id = ? AND ends_milliseconds > ?",
      venue.rawValue, now.millisecondsSince1970
    ) { $0.int(0) } ?? 0
  }

  /// - Returns: the number of the new deal.
  /// - Throws: `SQLError`.
  func insert(_ request: DealAddRequest, text: String) throws -> Int64 {
    try database.first(
      """
      INSERT INTO deal (venue_id, text, starts_milliseconds, starts_offset_seconds,
        ends_milliseconds, ends_offset_seconds)
      VALUES (?, ?, ?, ?, ?, ?) RETURNING number
      """, request.venueID.rawValue, text, request.starts.millisecondsSince1970,
      request.starts.offsetSeconds, request.ends.millisecondsSince1970,
      request.ends.offsetSeconds
    ) { $0.int64(0) } ?? 0
  }

  /// - Throws: `SQLError`.
  func delete(_ number: Int64) throws {
    try database.run("DELETE FROM deal WHERE number = ?", number)
  }

  /// - Parameter end: in milliseconds since 1970.
  /// - Throws: `SQLError`.
  func delete(endedBefore end: Int64) throws {
    try database.run("DELETE FROM deal WHERE ends_milliseconds < ?", end)
  }

  /// Records that these deals have been published.
  ///
  /// - Throws: `SQLError`.
  func markPublished(_ deals: [Deal], now: Timestamp) throws {
    try database.transaction {
      for deal in deals {
        try database.run(
          "UPDATE deal SET published_at_milliseconds = ? WHERE number = ?",
          now.millisecondsSince1970, Int64(deal.id.rawValue))
      }
    }
  }

  private static func deal(_ row: borrowing Row) -> Deal {
    Deal(
      id: DealID(rawValue: "\(row.int64(Column.number))"),
      venueID: VenueID(rawValue: row.text(Column.venueID)),
      venueName: row.text(Column.venueName), text: row.text(Column.text),
      starts: Timestamp(
        millisecondsSince1970: row.int64(Column.starts),
        offsetSeconds: row.int(Column.startsOffset)),
      ends: Timestamp(
        millisecondsSince1970: row.int64(Column.ends), offsetSeconds: row.int(Column.endsOffset)))
  }
}
