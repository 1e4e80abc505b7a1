/// The number of candidates by outcome.
@Memberwise package struct CandidateCounts: Codable, Sendable, Hashable {
  /// Shops with an exact detour, and those of `bounded`.
  package let considered: Int
  /// Of those, how many cannot be reached by road, or left.
  package let unreachable: Int
  /// Of those, how many are closed at arrival and do not open in time.
  package var closed: Int = 0
  /// Of those, how many have unknown hours at that time; they are omitted if the request is for
  /// open ones only.
  package var unknown: Int = 0
  /// Of those, how many meet the deadline.
  package let onTime: Int
  /// Feasible shops omitted because there were too many; 0 means that none is missing.
  package let omitted: Int
  /// Of those considered, the shops of which a lower bound of the detour shows that none of them
  /// can be listed; absent if every shop has its exact detour. Whether they are closed or on time
  /// is not known.
  package let bounded: BoundedShops?
  /// All of those considered, each once.
  package var outcomes: CandidateOutcomes = CandidateOutcomes()
}

/// Shops without an exact detour.
@Memberwise package struct BoundedShops: Codable, Sendable, Hashable {
  package let count: Int
  /// No trip over one of them is on time with a shorter detour: a bound, not the detour of any.
  package let leastDetourSeconds: Int
}

/// How many shops ended as what. Each shop counts once, so all add up to
/// `CandidateCounts.considered`.
@Memberwise package struct CandidateOutcomes: Codable, Sendable, Hashable {
  /// On time, and known to be open.
  package var open: Int = 0
  /// On time, and it is unknown whether they are open.
  package var perhaps: Int = 0
  package var late: Int = 0
  /// Closed at the arrival, without opening in time.
  package var closed: Int = 0
  /// Left out because it is unknown whether they are open, if the request is for open ones only.
  package var hoursUnknown: Int = 0
  /// Not as the request wants them: their detour or walk is too long, or they are not favourites.
  package var unwanted: Int = 0
  package var unreachable: Int = 0
  /// As `CandidateCounts.bounded`.
  package var bounded: Int = 0
}
