/// What was told, beside what should be: which of the old facts stand for which of the new.
///
/// Facts that tell the same are matched first, then, fence by fence, facts of one kind in their
/// order.
struct Comparison {
  /// For each new fact what was told of it.
  private(set) var matches: [DeviceTrack.Told?]
  /// What was told and is not so.
  private(set) var lost: [DeviceTrack.Told]

  init(told: [DeviceTrack.Told], facts: [Fact]) {
    matches = Array(repeating: nil, count: facts.count)
    lost = told
    pair(facts) { $0.tells(theSameAs: $1) }
    pair(facts) { $0.fence == $1.fence && $0.kind == $1.kind }
  }

  private mutating func pair(_ facts: [Fact], where fits: (Fact, Fact) -> Bool) {
    for index in facts.indices where matches[index] == nil {
      guard let found = lost.firstIndex(where: { fits($0.fact, facts[index]) }) else { continue }
      matches[index] = lost.remove(at: found)
    }
  }
}
