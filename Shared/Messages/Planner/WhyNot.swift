package import Geography
package import Time

/// Which shops that are not listed a plan explains.
@Memberwise package struct WhyNotRequest: Codable, Sendable, Hashable {
  /// Only these; at most `PlannerLimits.maximumExplained`. Those that were not even considered are
  /// explained, too. `nil` for the shops that came closest to being listed.
  package var venues: [VenueID]?
  /// How many at most, 0 ... `PlannerLimits.maximumExplained`; default 20.
  package var limit: Int?
}

/// Why shops are not listed.
@Memberwise package struct WhyNot: Codable, Sendable, Hashable {
  /// How many of the considered shops are listed. This and `counts` add up to
  /// `CandidateCounts.considered`.
  package let shown: Int
  /// How many of the considered shops each reason excludes, in the order of the reasons; without
  /// those that exclude none.
  package let counts: [ReasonCount]
  /// Those that came closest to being listed first.
  package let venues: [PlanExclusion]

  /// The number of shops that one reason excludes.
  @Memberwise package struct ReasonCount: Codable, Sendable, Hashable {
    package let reason: PlanExclusion.Reason
    package let count: Int
  }
}

/// Why one shop is not listed: the first reason that holds, with its number.
@Memberwise package struct PlanExclusion: Codable, Sendable, Hashable {
  package enum Reason: String, Codable, Sendable, Hashable, CaseIterable {
    /// On time, but as many others come before it: it is number `rank`.
    case full
    /// On time, but `PlanChoice.perBrand` options of its brand come before it.
    case brand
    /// It is not a favourite.
    case favourite
    /// Its detour, `seconds`, is longer than `limit`.
    case detour
    /// It is `meters` from the road, more than `limit`.
    case walk
    /// The arrival at the destination is `seconds` after the deadline.
    case late
    /// It is closed at `arrival`, closes before the visit ends, or opens too late.
    case closed
    /// It is unknown whether it is open at `arrival`, and the request is for open ones only.
    case hoursUnknown
    /// No road leads to it, or on to the destination.
    case unreachable
    /// Its detour is at least `seconds`, a bound; so others certainly come before it.
    case outranked
    /// Not considered: driving there and on takes at least `seconds`, and there are only `limit`.
    case tooFar
    /// Not considered: it is of another category.
    case category
    /// Not considered: it does not match `PlanChoice.filter`, or there were too many shops.
    case filter
    /// Not considered: there is no such shop now.
    case unknownVenue
  }

  package let id: VenueID
  /// `nil` if there is no such shop.
  package var name: String?
  package var names: NamesByLanguage?
  package let reason: Reason
  package let seconds: Int?
  package let limit: Int?
  package let meters: Meters?
  /// Its number in the order of all shops that could be listed, from 1.
  package let rank: Int?
  /// At the shop.
  package let arrival: Timestamp?
  /// When it closed last before the visit could end; `nil` if that is more than a day before.
  package let closes: Timestamp?
  /// When it opens next after the arrival; `nil` if that is more than a day later.
  package let opens: Timestamp?
}

/// How many stops are on time by departure, with the travel times of the plan itself: as many as a
/// plan for that departure has if the speeds do not change with the hour in between.
@Memberwise package struct DepartureChart: Codable, Sendable, Hashable {
  /// Seconds from one count to the next.
  package let stepSeconds: Int
  /// The first is for the plan's departure; the last is 0, unless the chart is full.
  package let counts: [Int]
  /// The shop with the latest departure; `nil` if none is on time.
  package let last: LastDeparture?
  /// Of each count, the shops that are known to be open.
  package let open: [Int]
  /// Of those, the shop with the latest departure.
  package let lastOpen: LastDeparture?

  @Memberwise package struct LastDeparture: Codable, Sendable, Hashable {
    package let venue: VenueID
    package let leaveBy: Timestamp
  }
}
