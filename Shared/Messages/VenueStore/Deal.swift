package import Time

/// The permanent identifier of a deal.
@Memberwise package struct DealID: TypedID {
  package let rawValue: String
}

/// A temporary offer of a venue: "Two for one before nine".
@Memberwise package struct Deal: Codable, Sendable, Hashable {
  package let id: DealID
  package let venueID: VenueID
  /// The venue's current name.
  package let venueName: String
  package let venueNames: NamesByLanguage?
  package let text: String
  /// The first instant at which it is valid.
  package let starts: Timestamp
  /// The first instant at which it is no longer valid.
  package let ends: Timestamp
}

/// Adds a deal to an open venue. Durable before it is acknowledged.
///
/// Fails with `notFound` for an unknown venue; with `invalidRequest` for a text that is empty or
/// too long, and for an end that is not after the start, in the past, or more than
/// `VenueLimits.maximumDealDays` away; with `conflict` for a venue that is closed or has
/// `VenueLimits.maximumDeals` that have not ended.
@Memberwise package struct DealAddRequest: RequestMessage, Hashable {
  package typealias Reply = Deal
  package static let operation = Operation(
    .venueStore, "deal-add", version: 1, repetition: .keyed, scope: .admin, isPublic: true)

  package let venueID: VenueID
  /// Up to `VenueLimits.maximumDealBytes`, one line.
  package let text: String
  package let starts: Timestamp
  package let ends: Timestamp

  package var whereabouts: Whereabouts? { .venue(venueID) }
}

/// Removes a deal and returns it. A deal that has not begun is never published.
///
/// Fails with `notFound`.
@Memberwise package struct DealRemoveRequest: RequestMessage, Hashable {
  package typealias Reply = Deal
  package static let operation = Operation(
    .venueStore, "deal-remove", version: 1, repetition: .keyed, scope: .admin, isPublic: true)

  package let id: DealID
}

/// Lists the deals that are valid at a time, or without a time those that have not ended; in the
/// order in which they were added, in pages. Deals of closed venues are omitted.
///
/// Fails with `notFound` for an unknown venue, with `invalidRequest` for a limit out of range.
@Memberwise package struct DealListRequest: RequestMessage, Hashable {
  package typealias Reply = DealListReply
  package static let operation = Operation(.venueStore, "deal-list", version: 1, isPublic: true)

  /// Deals that ended more than 90 days ago are deleted.
  package let at: Timestamp?
  package let venueID: VenueID?
  /// The last identifier of the previous page.
  package let after: DealID?
  /// 1 ... `VenueLimits.maximumPage`; default 100.
  package let limit: Int?

  package var whereabouts: Whereabouts? { venueID.map { .venue($0) } }
}

@Memberwise package struct DealListReply: Codable, Sendable, Hashable {
  package let deals: [Deal]
  /// `after` of the next page; `nil` on the last page.
  package let next: DealID?
  /// Deals that are not listed, because they are damaged in the store; `null` if none is. They can
  /// be removed.
  package let damaged: [DealID]?
}

/// A deal is valid from now on.
///
/// Published when a deal that is already valid is added, and else at its start, or when the store
/// next runs. It is published before that is recorded: a store that is killed in between publishes
/// it again, and so may each of several instances. Subscribers drop repeats by the deal's
/// identifier, and request the list when the stream becomes live.
@Memberwise package struct DealPublished: EventMessage, Hashable {
  package static let topic = Topic(.venueStore, "deal.published", version: 1)

  package let deal: Deal
}
