/// Climbs the elimination tree from several ranks at once: visits the ranks and all their
/// ancestors, each once and in ascending order.
struct EliminationTreeClimb {
  private let hierarchy: Hierarchy
  /// The ranks visited so far, in ascending order.
  private(set) var passed: [UInt32] = []
  /// The current ranks, one per branch.
  private(set) var climbers: [UInt32] = []

  init(_ hierarchy: Hierarchy) { self.hierarchy = hierarchy }

  mutating func reset() {
    passed.removeAll(keepingCapacity: true)
    climbers.removeAll(keepingCapacity: true)
  }

  mutating func start(at rank: UInt32) { climbers.append(rank) }

  /// The next rank; `nil` at the top.
  @inline(__always)
  mutating func next() -> Int? {
    guard climbers.count == 1 else { return nextOfSeveral() }
    let rank = climbers[0]
    climb(0, from: rank)
    return Int(rank)
  }

  private mutating func nextOfSeveral() -> Int? {
    guard let lowest = climbers.min() else { return nil }
    // Branches that have met continue as one.
    while let last = climbers.lastIndex(of: lowest), last != climbers.firstIndex(of: lowest) {
      climbers.remove(at: last)
    }
    if let index = climbers.firstIndex(of: lowest) { climb(index, from: lowest) }
    return Int(lowest)
  }

  @inline(__always)
  private mutating func climb(_ index: Int, from rank: UInt32) {
    passed.append(rank)
    let parent = hierarchy.parent(of: rank)
    if parent == Hierarchy.none { climbers.remove(at: index) } else { climbers[index] = parent }
  }
}
