import Time

/// Names a deal for good.
package struct DealID: TypedID {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// Something that a venue offers for a while: "Two for one before nine".
package struct Deal: Codable, Sendable, Hashable {
  package let id: DealID
  package let venueID: VenueID
  /// What the venue is called now.
  package let venueName: String
  package let text: String
  /// The first instant at which it counts.
  package let starts: Timestamp
  /// The first instant at which it counts no more.
  package let ends: Timestamp

  package init(
    id: DealID, venueID: VenueID, venueName: String, text: String, starts: Timestamp,
    ends: Timestamp
  ) {
    self.id = id
    self.venueID = venueID
    self.venueName = venueName
    self.text = text
    self.starts = starts
    self.ends = ends
  }
}

/// Makes a deal of a venue at which one can stop. Durable before it is acknowledged.
///
/// Fails with `notFound` for an unknown venue; with `invalidRequest` for a text that is empty or
/// too long, and for times of which the end is not after the start, lies in the past, or is more
/// than `VenueLimits.maximumDealDays` away; with `conflict` for a venue that is closed or has
/// `VenueLimits.maximumDeals` that have not ended.
package struct DealAddRequest: RequestMessage, Hashable {
  package typealias Reply = Deal
  package static let operation = Operation(
    .venueStore, "deal-add", version: 1, repetition: .keyed)

  package let venueID: VenueID
  /// Up to `VenueLimits.maximumDealBytes`, one line.
  package let text: String
  package let starts: Timestamp
  package let ends: Timestamp

  package init(venueID: VenueID, text: String, starts: Timestamp, ends: Timestamp) {
    self.venueID = venueID
    self.text = text
    self.starts = starts
    self.ends = ends
  }
}

/// Takes a deal away; answers what it was. One that has not begun is never published.
///
/// Fails with `notFound`.
package struct DealRemoveRequest: RequestMessage, Hashable {
  package typealias Reply = Deal
  package static let operation = Operation(
    .venueStore, "deal-remove", version: 1, repetition: .keyed)

  package let id: DealID

  package init(id: DealID) { self.id = id }
}

/// Asks for the deals that count at a time, or without one for those that have not ended; in the
/// order in which they were added, a page at a time. Those of closed venues are left out.
///
/// Fails with `notFound` for an unknown venue, with `invalidRequest` for a limit out of range.
package struct DealListRequest: RequestMessage, Hashable {
  package typealias Reply = DealListReply
  package static let operation = Operation(.venueStore, "deal-list", version: 1)

  /// Deals that ended more than 90 days ago are forgotten.
  package let at: Timestamp?
  package let venueID: VenueID?
  /// The last identifier of the page before.
  package let after: DealID?
  /// 1 ... `VenueLimits.maximumPage`; default 100.
  package let limit: Int?

  package init(
    at: Timestamp? = nil, venueID: VenueID? = nil, after: DealID? = nil, limit: Int? = nil
  ) {
    self.at = at
    self.venueID = venueID
    self.after = after
    self.limit = limit
  }
}

package struct DealListReply: Codable, Sendable, Hashable {
  package let deals: [Deal]
  /// Ask for the page after this one; `nil` where this is the last.
  package let next: DealID?

  package init(deals: [Deal], next: DealID?) {
    self.deals = deals
    self.next = next
  }
}

/// A deal counts from now on.
///
/// Published when a running deal is added, and else at its start, or at the store's next start
/// where it was away then. It is published before that is written down: a store that is killed in
/// between publishes it again, and so may each of several instances. Who has seen the deal's
/// identifier drops the repeat; who was not listening asks for the list when the stream is live.
package struct DealPublished: EventMessage, Hashable {
  package static let topic = Topic(.venueStore, "deal.published", version: 1)

  package let deal: Deal

  package init(deal: Deal) { self.deal = deal }
}
