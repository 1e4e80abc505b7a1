package import Messages
import SQL
package import Time

extension VenueDatabase {
  private var dealTable: DealTable { DealTable(database: database) }

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
    guard try dealTable.count(of: venue.id, now: now) < VenueLimits.maximumDeals else {
      throw ServiceError(
        .conflict,
        "“\(venue.id.rawValue)” has \(VenueLimits.maximumDeals) deals; remove some first.")
    }
    try dealTable.delete(
      endedBefore: now.millisecondsSince1970
        - Int64(VenueStoreLimits.endedDealDays) * Self.millisecondsADay)
    let number = try dealTable.insert(request, text: text)
    return Deal(
      id: DealID(rawValue: "\(number)"), venueID: venue.id, venueName: venue.name,
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
    guard let number, let deal = try dealTable.deal(number) else {
      throw ServiceError(
        .notFound,
        "There is no deal “\(id.rawValue.prefix(60))”; quickbrew deal list shows them.")
    }
    try dealTable.delete(number)
    return deal
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
    let venue = try request.venueID.map { try self.venue($0).id }
    let found = try dealTable.deals(
      endingAfter: endsAfter, startingBy: startsBy, of: venue, after: after ?? 0,
      limit: limit + 1)
    let deals = Array(found.prefix(limit))
    return DealListReply(deals: deals, next: found.count > limit ? deals.last?.id : nil)
  }

  /// The running deals that have not been published, in the order of their starts.
  func dueDeals(now: Timestamp) throws -> [Deal] {
    try dealTable.unpublished(now: now, limit: VenueLimits.maximumPage)
  }

  /// Records that these deals have been published.
  func markPublished(_ deals: [Deal], now: Timestamp) throws {
    try dealTable.markPublished(deals, now: now)
  }
}
