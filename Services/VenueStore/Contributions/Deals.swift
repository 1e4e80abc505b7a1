package import Messages
import SQL
import Stores
package import Time

/// The deals of venues: the table `deal`.
package struct Deals {
  private let database: Database
  private let venues: VenueTable

  package init(_ store: VenueDatabase) {
    database = store.database
    venues = store.venues
  }

  /// Those of the digest.
  private static let columns = [
    "venue_id", "text", "starts_milliseconds", "starts_offset_seconds", "ends_milliseconds",
    "ends_offset_seconds",
  ]
  private static let columnList = columns.joined(separator: ", ")
  private static let select = """
    SELECT number, \(columnList), venue.name AS venue_name, names, deal.digest AS digest
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
    let coming = try database.first(
      "SELECT count(*) AS deals FROM deal WHERE venue_id = ? AND ends_milliseconds > ?",
      venue.id.rawValue, now.millisecondsSince1970
    ) { $0.int("deals") }
    try Messages.check(
      (coming ?? 0) < VenueLimits.maximumDeals, or: .conflict,
      "“\(venue.id.rawValue)” has \(VenueLimits.maximumDeals) deals; remove some first.")
    let old = now.adding(seconds: -VenueStoreLimits.endedDealDays * 86_400)
    try database.run("DELETE FROM deal WHERE ends_milliseconds < ?", old.millisecondsSince1970)
    let values: [any SQLBindable] = [
      venue.id.rawValue, text, request.starts.millisecondsSince1970, request.starts.offsetSeconds,
      request.ends.millisecondsSince1970, request.ends.offsetSeconds,
    ]
    let number = try database.query(
      """
      INSERT INTO deal (\(Self.columnList), digest)
      VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING number
      """, values + [RowDigest.of(values)]
    ) { $0.int64("number") }.first
    return Deal(
      id: DealID(rawValue: "\(number ?? 0)"), venueID: venue.id, venueName: venue.name,
      venueNames: venue.facts.names, text: text, starts: request.starts, ends: request.ends)
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
  /// - Returns: the removed deal, a damaged one as it can be read.
  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  package func remove(_ id: DealID) throws -> Deal {
    // Only the canonical form is an identifier: not "+7" or "07".
    let number = Int64(id.rawValue).flatMap { "\($0)" == id.rawValue ? $0 : nil }
    let found = try number.flatMap {
      try database.first("\(Self.select) WHERE number = ?", $0, map: Self.deal)
    }
    guard let deal = found?.deal else {
      throw ServiceError(
        .notFound,
        "There is no deal “\(id.rawValue.prefix(60))”; quickbrew deal list shows them.")
    }
    try database.run("DELETE FROM deal WHERE number = ?", number)
    return deal
  }

  /// A page of the deals of venues in business that match a request, without those that are not
  /// as they were written.
  ///
  /// - Throws: `ServiceError`: see `DealListRequest`; `SQLError`.
  package func list(_ request: DealListRequest, now: Timestamp) throws -> DealListReply {
    let limit = request.limit ?? VenueStoreLimits.defaultPage
    try PageLimit.check(limit)
    let endsAfter = (request.at ?? now).millisecondsSince1970
    let startsBy = request.at == nil ? Int64.max : endsAfter
    let after = request.after.map { Int64($0.rawValue) } ?? 0
    try Messages.check(
      after != nil, "“\((request.after?.rawValue ?? "").prefix(60))” is not a deal's name.")
    let venue = try request.venueID.map { try venues.venue($0).id.rawValue }
    let values: [(any SQLBindable)?] =
      [endsAfter, startsBy, after] + (venue.map { [$0] } ?? []) + [limit + 1]
    let found = try database.query(
      """
      \(Self.select) WHERE standing IS NULL AND ends_milliseconds > ? AND starts_milliseconds <= ?
        AND number > ? \(venue == nil ? "" : "AND venue_id = ?") ORDER BY number LIMIT ?
      """, values, map: Self.deal)
    let page = found.prefix(limit)
    let damaged = page.filter { !$0.isIntact }.map(\.deal.id)
    return DealListReply(
      deals: page.filter(\.isIntact).map(\.deal),
      next: found.count > limit ? page.last?.deal.id : nil,
      damaged: damaged.isEmpty ? nil : damaged)
  }

  /// The running deals of venues in business that have not been published, in the order of their
  /// starts, with those that are not as they were written.
  ///
  /// - Throws: `SQLError`.
  func due(now: Timestamp) throws -> [(deal: Deal, isIntact: Bool)] {
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

  private static func deal(_ row: borrowing Row) -> (deal: Deal, isIntact: Bool) {
    let deal = Deal(
      id: DealID(rawValue: "\(row.int64("number"))"),
      venueID: VenueID(rawValue: row.text("venue_id")), venueName: row.text("venue_name"),
      venueNames: row.venueNames, text: row.text("text"),
      starts: Timestamp(
        millisecondsSince1970: row.int64("starts_milliseconds"),
        offsetSeconds: row.int("starts_offset_seconds")),
      ends: Timestamp(
        millisecondsSince1970: row.int64("ends_milliseconds"),
        offsetSeconds: row.int("ends_offset_seconds")))
    return (deal, row.isIntact(columns))
  }
}
