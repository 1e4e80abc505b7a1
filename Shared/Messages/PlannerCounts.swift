/// The number of candidates by outcome.
package struct CandidateCounts: Codable, Sendable, Hashable {
  /// Shops with an exact detour, and those of `bounded`.
  package let considered: Int
  /// Of those, how many cannot be reached by road, or left.
  package let unreachable: Int
  /// Of those, how many are closed at arrival and do not open in time.
  package let closed: Int
  /// Of those, how many have unknown hours at that time; they are omitted if the request is for
  /// open ones only.
  package let unknown: Int
  /// Of those, how many meet the deadline.
  package let onTime: Int
  /// Feasible shops omitted because there were too many; 0 means that none is missing.
  package let omitted: Int
  /// Of those considered, the shops of which a lower bound of the detour shows that none of them
  /// can be listed; absent if every shop has its exact detour. Whether they are closed or on time
  /// is not known.
  package let bounded: BoundedShops?
  /// All of those considered, each once; absent from older planners.
  package let outcomes: CandidateOutcomes?

  package init(
    considered: Int, unreachable: Int, closed: Int = 0, unknown: Int = 0, onTime: Int,
    omitted: Int, bounded: BoundedShops? = nil, outcomes: CandidateOutcomes? = nil
  ) {
    self.considered = considered
    self.unreachable = unreachable
    self.closed = closed
    self.unknown = unknown
    self.onTime = onTime
    self.omitted = omitted
    self.bounded = bounded
    self.outcomes = outcomes
  }

  /// Older planners do not send the counts of opening hours.
  package init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      considered: try keys.decode(Int.self, forKey: .considered),
      unreachable: try keys.decode(Int.self, forKey: .unreachable),
      closed: try keys.decodeIfPresent(Int.self, forKey: .closed) ?? 0,
      unknown: try keys.decodeIfPresent(Int.self, forKey: .unknown) ?? 0,
      onTime: try keys.decode(Int.self, forKey: .onTime),
      omitted: try keys.decode(Int.self, forKey: .omitted),
      bounded: try keys.decodeIfPresent(BoundedShops.self, forKey: .bounded),
      outcomes: try keys.decodeIfPresent(CandidateOutcomes.self, forKey: .outcomes))
  }
}

/// Shops without an exact detour.
package struct BoundedShops: Codable, Sendable, Hashable {
  package let count: Int
  /// No detour over one of them is shorter: a bound, not the detour of any.
  package let leastDetourSeconds: Int

  package init(count: Int, leastDetourSeconds: Int) {
    self.count = count
    self.leastDetourSeconds = leastDetourSeconds
  }
}

/// How many shops ended as what. Each shop counts once, so all add up to
/// `CandidateCounts.considered`.
package struct CandidateOutcomes: Codable, Sendable, Hashable {
  /// On time, and known to be open.
  package let open: Int
  /// On time, and nobody knows whether they are open.
  package let perhaps: Int
  package let late: Int
  /// Closed at the arrival, without opening in time.
  package let closed: Int
  /// Left out because nobody knows whether they are open, if the request is for open ones only.
  package let hoursUnknown: Int
  /// Not as the request wants them: their detour or walk is too long, or they are no favourites.
  package let unwanted: Int
  package let unreachable: Int
  /// As `CandidateCounts.bounded`.
  package let bounded: Int

  package init(
    open: Int = 0, perhaps: Int = 0, late: Int = 0, closed: Int = 0, hoursUnknown: Int = 0,
    unwanted: Int = 0, unreachable: Int = 0, bounded: Int = 0
  ) {
    self.open = open
    self.perhaps = perhaps
    self.late = late
    self.closed = closed
    self.hoursUnknown = hoursUnknown
    self.unwanted = unwanted
    self.unreachable = unreachable
    self.bounded = bounded
  }
}
