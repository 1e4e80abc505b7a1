package import Time

/// Whether there is time, the same for every client.
@Memberwise(positional: 2) package struct PlanVerdict: Codable, Sendable, Hashable {
  package enum Answer: String, Codable, Sendable, Hashable, CaseIterable {
    /// On time, and known to be open.
    case yes
    /// On time as far as is known.
    case maybe
    case no
  }

  /// Why it is not a yes.
  package enum Reason: String, Codable, Sendable, Hashable, CaseIterable {
    /// It is unknown whether those that are on time are open.
    case hoursUnknown
    /// Another service is away, so some durations are only bounds.
    case bounds
    /// The trip is late even without a stop.
    case direct
    /// The map has none of this kind.
    case nothing
    /// No road leads to any, or on from there.
    case unreachable
    /// All are closed then.
    case closed
    /// None is on time.
    case late
    /// None that is on time is one that the request wants.
    case unwanted
  }

  package let answer: Answer
  /// Absent with a yes.
  package let reason: Reason?
  /// How many shops the reason holds of.
  package let count: Int?
  /// The number of the errand that cannot be done, from 0; of errands only.
  package let errand: Int?
  /// The number of a listed option or trip of unknown hours, from 0, that is better than the first
  /// if it is open: it arrives sooner, or can be left later where the departure is open.
  package let soonerPerhaps: Int?
  /// With a no, if there is one.
  package var wayOut: WayOut?
}

/// The times with which the same request has a trip that is on time, if the travel times stay the
/// same.
@Memberwise package struct WayOut: Codable, Sendable, Hashable {
  package let departure: Timestamp
  package let deadline: Timestamp
  /// When the first of the closed shops opens, if that is what to wait for.
  package let opens: Timestamp?
  /// The shop with which it works.
  package let venue: VenueID?
  package let name: String?
  package var names: NamesByLanguage?
  /// Those of the second traveller; of meetings only.
  package let otherDeparture: Timestamp?
  package let otherDeadline: Timestamp?
}

/// When one can leave: where the request leaves the departure open, and something is on time.
@Memberwise package struct DepartureWindow: Codable, Sendable, Hashable {
  /// With time for the longest wanted detour.
  package let earliest: Timestamp
  /// For the stop that can be left for last; it is known to be open if any is.
  package let latest: Timestamp
}
