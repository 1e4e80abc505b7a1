package import Messages
import SQL
package import Time

/// The deals of venues: the table `deal`.
package struct Deals {
  private let database: Database
  private let venues: VenueTable

  package init(_ store: VenueDatabase) {
    database = store.database
    venues = store.venues
  }

  private static let millisecondsADay: Int64 = 86_400_000

  private static let select = """
    SELECT number, venue_id, venue.name AS venue_name, names, text, starts_milliseconds,
      starts_offset_seconds, ends_milliseconds, ends_offset_seconds
    FROM deal JOIN venue ON venue.id = deal.venue_id
    """

  /// Adds a deal, and deletes those that ended more than `VenueStoreLimits.endedDealDays` ago.
  ///
  /// - Throws: `ServiceError`: see `DealAddRequest`; `SQLError`.
  package func add(_ request: DealAddRequest, now: Timestamp) throws -> Deal {
    let text = try UserText.singleLine(
      request.text, "The deal", maximumBytes: VenueLimits.maximumDealBytes)
    try Self.check(starts: request.starts, ends: request.ends, now: now)
    let venue = try venues.venue(request.venueID)
    if let standing = venue.standing {
      throw ServiceError(
        .conflict, "Nobody can stop at “\(venue.id.rawValue)”: it is \(standing.rawValue).")
    }
    try Messages.check(
      try count(of: venue.id, now: now) < VenueLimits.maximumDeals, or: .conflict,
      "“\(venue.id.rawValue)” has \(VenueLimits.maximumDeals) deals; remove some first.")
    try database.run(
      "DELETE FROM deal WHERE ends_milliseconds < ?",
      now.millisecondsSince1970 - Int64(VenueStoreLimits.endedDealDays) * Self.millisecondsADay)
    let number = try database.first(
      """
      INSERT INTO deal (venue_id, text, starts_milliseconds, starts_offset_seconds,
        ends_milliseconds, ends_offset_seconds)
      VALUES (?, ?, ?, ?, ?, ?) RETURNING number
      """, venue.id.rawValue, text, request.starts.millisecondsSince1970,
      request.starts.offsetSeconds, request.ends.millisecondsSince1970, request.ends.offsetSeconds
    ) { $0.int64("number") }
    return Deal(
      id: DealID(rawValue: "\(number ?? 0)"), venueID: venue.id, venueName: venue.name,
      venueNames: venue.facts.names, text: text, starts: request.starts, ends: request.ends)
  }

  /// How many deals of a venue have not ended.
  private func count(of venue: VenueID, now: Timestamp) throws -> Int {
    try database.first(
      "SELECT count(*) AS deals FROM deal WHERE venue_id = ? AND ends_milliseconds > ?",
      venue.rawValue, now.millisecondsSince1970
    ) { $0.int("deals") } ?? 0
  }

  private static func check(
    starts: Timestamp, ends: Timestamp, now: Timestamp
  ) throws(ServiceError) {
    try Messages.check(
      starts < ends, "The deal ends at \(ends), which is not after its start at \(starts).")
    try Messages.check(now < ends, "The deal ended at \(ends), which is in the past.")
    let latest = now.adding(seconds: VenueLimits.maximumDealDays * 86_400)
    try Messages.check(
      ends <= latest,
      "The deal ends at \(ends), more than \(VenueLimits.maximumDealDays) days from now.")
  }

  /// Removes a deal.
  ///
  /// - Returns: the removed deal.
  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  package func remove(_ id: DealID) throws -> Deal {
    // Only the canonical form is an identifier: not "+7" or "07".
    let number = Int64(id.rawValue).flatMap { "\($0)" == id.rawValue ? $0 : nil }
    let found = try number.flatMap {
      try database.first("\(Self.select) WHERE number = ?", $0, map: Self.deal)
    }
    guard let deal = found else {
      throw ServiceError(
        .notFound,
        "There is no deal “\(id.rawValue.prefix(60))”; quickbrew deal list shows them.")
    }
    try database.run("DELETE FROM deal WHERE number = ?", number)
    return deal
  }

  /// A page of the deals of venues in business that match a request.
  ///
  /// - Throws: `ServiceError`: see `DealListRequest`; `SQLError`.
  package func list(_ request: DealListRequest, now: Timestamp) throws -> DealListReply {
    let limit = request.limit ?? VenueStoreLimits.defaultPage
    try PageLimit.check(limit)
    let endsAfter = (request.at ?? now).millisecondsSince1970
    let startsBy = request.at == nil ? Int64.max : endsAfter
    let after = try request.after.map { id throws(ServiceError) in
      guard let number = Int64(id.rawValue) else {
        throw ServiceError(.invalidRequest, "“\(id.rawValue.prefix(60))” is not a deal's name.")
      }
      return number
    }
    let venue = try request.venueID.map { try venues.venue($0).id.rawValue }
    let values: [(any SQLBindable)?] =
      [endsAfter, startsBy, after ?? 0] + (venue.map { [$0] } ?? []) + [limit + 1]
    let found = try database.query(
      """
      \(Self.select) WHERE standing IS NULL AND ends_milliseconds > ? AND starts_milliseconds <= ?
        AND number > ? \(venue == nil ? "" : "AND venue_id = ?") ORDER BY number LIMIT ?
      """, values, map: Self.deal)
    let deals = Array(found.prefix(limit))
    return DealListReply(deals: deals, next: found.count > limit ? deals.last?.id : nil)
  }

  /// The running deals of venues in business that have not been published, in the order of their
  /// starts.
  ///
  /// - Throws: `SQLError`.
  func due(now: Timestamp) throws -> [Deal] {
    try database.query(
      """
      \(Self.select) WHERE published_at_milliseconds IS NULL AND standing IS NULL
        AND starts_milliseconds <= ? AND ends_milliseconds > ?
      ORDER BY starts_milliseconds, number LIMIT ?
      """, now.millisecondsSince1970, now.millisecondsSince1970, VenueLimits.maximumPage,
      map: Self.deal)
  }

  /// Records that these deals have been published.
  ///
  /// - Throws: `SQLError`.
  func markPublished(_ deals: [Deal], now: Timestamp) throws {
    try database.transaction {
      try database.run(
        "UPDATE deal SET published_at_milliseconds = ? WHERE number = ?",
        each: deals.map { [now.millisecondsSince1970, Int64($0.id.rawValue)] })
    }
  }

  private static func deal(_ row: borrowing Row) -> Deal {
    Deal(
      id: DealID(rawValue: "\(row.int64("number"))"),
      venueID: VenueID(rawValue: row.text("venue_id")), venueName: row.text("venue_name"),
      venueNames: row.venueNames, text: row.text("text"),
      starts: Timestamp(
        millisecondsSince1970: row.int64("starts_milliseconds"),
        offsetSeconds: row.int("starts_offset_seconds")),
      ends: Timestamp(
        millisecondsSince1970: row.int64("ends_milliseconds"),
        offsetSeconds: row.int("ends_offset_seconds")))
  }
}
