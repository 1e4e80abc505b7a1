import Messages
import SQL

extension VenueDatabase {
  private static let millisecondsADay: Int64 = 86_400_000

  /// Adds a deal, and deletes those that ended more than `VenueStoreLimits.endedDealDays` ago.
  ///
  /// - Throws: `ServiceError`: see `DealAddRequest`; `SQLError`.
  package func addDeal(_ request: DealAddRequest, now: Timestamp) throws -> Deal {
    let text = try UserText.singleLine(
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

  /// Removes a deal.
  ///
  /// - Returns: the removed deal.
  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  package func removeDeal(_ id: DealID) throws -> Deal {
    // Only the canonical form is an identifier: not "+7" or "07".
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

  /// A page of the deals that match a request.
  ///
  /// - Throws: `ServiceError`: see `DealListRequest`; `SQLError`.
  package func deals(_ request: DealListRequest, now: Timestamp) throws -> DealListReply {
    let limit = try PageLimit.check(request.limit, or: VenueStoreLimits.defaultPage)
    let endsAfter = (request.at ?? now).millisecondsSince1970
    let startsBy = request.at == nil ? Int64.max : endsAfter
    let after = try request.after.map { id throws(ServiceError) in
      guard let number = Int64(id.rawValue) else {
        throw ServiceError(.invalidRequest, "“\(id.rawValue.prefix(60))” is no deal's name.")
      }
      return number
    }
    let condition = "WHERE standing IS NULL AND ends_milliseconds > ? AND starts_milliseconds <= ?"
    let page = "AND number > ? ORDER BY number LIMIT ?"
    let found =
      if let id = try request.venueID.map({ try venue($0).id }) {
        try database.query(
          "\(Self.selectDeals) \(condition) AND venue_id = ? \(page)", endsAfter, startsBy,
          id.rawValue, after ?? 0, limit + 1, map: Self.deal)
      } else {
        try database.query(
          "\(Self.selectDeals) \(condition) \(page)", endsAfter, startsBy, after ?? 0, limit + 1,
          map: Self.deal)
      }
    let deals = Array(found.prefix(limit))
    return DealListReply(deals: deals, next: found.count > limit ? deals.last?.id : nil)
  }

  /// The running deals that have not been published, in the order of their starts.
  func dueDeals(now: Timestamp) throws -> [Deal] {
    try database.query(
      """
      \(Self.selectDeals) WHERE published_at_milliseconds IS NULL AND standing IS NULL
        AND starts_milliseconds <= ? AND ends_milliseconds > ?
      ORDER BY starts_milliseconds, number LIMIT ?
      """, now.millisecondsSince1970, now.millisecondsSince1970, VenueLimits.maximumPage,
      map: Self.deal)
  }

  /// Records that these deals have been published.
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
