import Messages
import SQL
import Time

extension VenueDatabase {
  private static let millisecondsADay: Int64 = 86_400_000

  /// Makes a deal, and forgets those that ended long ago.
  ///
  /// - Throws: `ServiceError`: see `DealAddRequest`; `SQLError`.
  package func addDeal(_ request: DealAddRequest, now: Timestamp) throws -> Deal {
    let text = try PersonalText.line(
      request.text, "The deal", maximumBytes: VenueLimits.maximumDealBytes)
    try Self.check(starts: request.starts, ends: request.ends, now: now)
    let venue = try venue(request.venueID)
    if let standing = venue.standing {
      throw ServiceError(
        .conflict, "Nobody can stop at “\(venue.id.rawValue)”: it is \(standing.rawValue).")
    }
    let count = try database.first(
      "SELECT count(*) FROM deal WHERE venue_id = ? AND ends_milliseconds > ?",
      venue.id.rawValue, now.millisecondsSince1970
    ) { $0.int(0) }
    guard (count ?? 0) < VenueLimits.maximumDeals else {
      throw ServiceError(
        .conflict,
        "“\(venue.id.rawValue)” has \(VenueLimits.maximumDeals) deals; remove some first.")
    }
    try database.run(
      "DELETE FROM deal WHERE ends_milliseconds < ?",
      now.millisecondsSince1970 - Int64(VenueStoreLimits.endedDealDays) * Self.millisecondsADay)
    let number = try database.first(
      """
      INSERT INTO deal (venue_id, text, starts_milliseconds, starts_offset_seconds,
        ends_milliseconds, ends_offset_seconds)
      VALUES (?, ?, ?, ?, ?, ?) RETURNING number
      """, venue.id.rawValue, text, request.starts.millisecondsSince1970,
      request.starts.offsetSeconds, request.ends.millisecondsSince1970,
      request.ends.offsetSeconds
    ) { $0.int64(0) }
    return Deal(
      id: DealID(rawValue: "\(number ?? 0)"), venueID: venue.id, venueName: venue.name,
      text: text, starts: request.starts, ends: request.ends)
  }

  private static func check(
    starts: Timestamp, ends: Timestamp, now: Timestamp
  ) throws(ServiceError) {
    guard starts < ends else {
      throw ServiceError(
        .invalidRequest, "The deal ends at \(ends), which is not after its start at \(starts).")
    }
    guard now < ends else {
      throw ServiceError(.invalidRequest, "The deal ended at \(ends): it would never count.")
    }
    let latest = now.adding(seconds: VenueLimits.maximumDealDays * 86_400)
    guard ends <= latest else {
      throw ServiceError(
        .invalidRequest,
        "The deal ends at \(ends), more than \(VenueLimits.maximumDealDays) days from now.")
    }
  }

  /// Takes a deal away.
  ///
  /// - Returns: the deal as it was.
  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  package func removeDeal(_ id: DealID) throws -> Deal {
    // Written otherwise, such as "+7", it is no identifier.
    let number = Int64(id.rawValue).flatMap { "\($0)" == id.rawValue ? $0 : nil }
    let found = try number.flatMap {
      try database.first("\(Self.selectDeals) WHERE number = ?", $0, map: Self.deal)
    }
    guard let number, let found else {
      throw ServiceError(
        .notFound, "There is no deal “\(id.rawValue.prefix(60))”; deal-list has them.")
    }
    try database.run("DELETE FROM deal WHERE number = ?", number)
    return found
  }

  /// - Throws: `ServiceError`: see `DealListRequest`; `SQLError`.
  package func deals(_ request: DealListRequest, now: Timestamp) throws -> DealListReply {
    let limit = try PageLimit.check(request.limit, or: VenueStoreLimits.defaultPage)
    let at = (request.at ?? now).millisecondsSince1970
    let started = request.at == nil ? Int64.max : at
    let after = try request.after.map { id throws(ServiceError) in
      guard let number = Int64(id.rawValue) else {
        throw ServiceError(.invalidRequest, "“\(id.rawValue.prefix(60))” is no deal's name.")
      }
      return number
    }
    let counts = "WHERE standing IS NULL AND ends_milliseconds > ? AND starts_milliseconds <= ?"
    let page = "AND number > ? ORDER BY number LIMIT ?"
    let found =
      if let id = try request.venueID.map({ try venue($0).id }) {
        try database.query(
          "\(Self.selectDeals) \(counts) AND venue_id = ? \(page)", at, started, id.rawValue,
          after ?? 0, limit + 1, map: Self.deal)
      } else {
        try database.query(
          "\(Self.selectDeals) \(counts) \(page)", at, started, after ?? 0, limit + 1,
          map: Self.deal)
      }
    let deals = Array(found.prefix(limit))
    return DealListReply(deals: deals, next: found.count > limit ? deals.last?.id : nil)
  }

  /// The deals that count and have not been published, the one that began first before the others.
  func dueDeals(now: Timestamp) throws -> [Deal] {
    try database.query(
      """
      \(Self.selectDeals) WHERE published_at_milliseconds IS NULL AND standing IS NULL
        AND starts_milliseconds <= ? AND ends_milliseconds > ?
      ORDER BY starts_milliseconds, number LIMIT ?
      """, now.millisecondsSince1970, now.millisecondsSince1970, VenueLimits.maximumPage,
      map: Self.deal)
  }

  /// Writes down that these were published.
  func markPublished(_ deals: [Deal], now: Timestamp) throws {
    try database.transaction {
      for deal in deals {
        try database.run(
          "UPDATE deal SET published_at_milliseconds = ? WHERE number = ?",
          now.millisecondsSince1970, Int64(deal.id.rawValue))
      }
    }
  }

  private static let selectDeals = """
    SELECT number, venue_id, venue.name, text, starts_milliseconds, starts_offset_seconds,
      ends_milliseconds, ends_offset_seconds
    FROM deal JOIN venue ON venue.id = deal.venue_id
    """

  private static func deal(_ row: borrowing Row) -> Deal {
    Deal(
      id: DealID(rawValue: "\(row.int64(0))"), venueID: VenueID(rawValue: row.text(1)),
      venueName: row.text(2), text: row.text(3),
      starts: Timestamp(millisecondsSince1970: row.int64(4), offsetSeconds: row.int(5)),
      ends: Timestamp(millisecondsSince1970: row.int64(6), offsetSeconds: row.int(7)))
  }
}
