import CMetis
import MessageBus

/// In which order the hierarchy contracts the arcs: nested dissection of the graph of arcs.
///
/// Few arcs separate one half of a map from the other; they come last, and each half is ordered the
/// same way. Source: George, "Nested dissection of a regular finite element mesh" (1973); found by
/// METIS: Karypis and Kumar, "A fast and high quality multilevel scheme for partitioning irregular
/// graphs" (1998). The same graph always has the same order.
struct ArcOrder {
  /// By arc: when it is contracted.
  let ranks: [UInt32]
  /// By rank: the arc.
  let arcs: [UInt32]

  /// By how much the larger side of a separator may outweigh the smaller, in thousandths: 40 %
  /// finds smaller separators than METIS's 20 %, 60 % worse orders.
  private static let imbalance: idx_t = 400
  private static let seed: idx_t = 1
  /// METIS draws from the C library's one `rand`, so two orders found at once in one process would
  /// disturb each other: they take turns.
  private static let metisLock = Locked(())

  /// - Parameters:
  ///   - origins: by turn: the arc it leaves.
  ///   - targets: by turn: the arc it leads to.
  init(origins: [UInt32], targets: [UInt32], arcCount: Int) {
    var (first, neighbors) = Self.neighbors(origins, targets, arcCount: arcCount)
    var count = idx_t(arcCount)
    var options = [idx_t](repeating: 0, count: Int(METIS_NOPTIONS))
    METIS_SetDefaultOptions(&options)
    options[Int(METIS_OPTION_SEED.rawValue)] = Self.seed
    options[Int(METIS_OPTION_UFACTOR.rawValue)] = Self.imbalance
    var arcs = [idx_t](0..<count)
    var ranks = arcs
    if !neighbors.isEmpty {
      let status = Self.metisLock.withLock { _ in
        METIS_NodeND(&count, &first, &neighbors, nil, &options, &arcs, &ranks)
      }
      // It fails for lack of memory only; any order is right, if slow.
      if status != METIS_OK.rawValue { (arcs, ranks) = ([idx_t](0..<count), [idx_t](0..<count)) }
    }
    self.ranks = ranks.map { UInt32($0) }
    self.arcs = arcs.map { UInt32($0) }
  }

  /// The arcs that a turn joins, either way: each arc's neighbours in order, without itself.
  private static func neighbors(
    _ origins: [UInt32], _ targets: [UInt32], arcCount: Int
  ) -> (first: [idx_t], neighbors: [idx_t]) {
    var pairs: [UInt64] = []
    pairs.reserveCapacity(2 * origins.count)
    for (origin, target) in zip(origins, targets) where origin != target {
      pairs.append(UInt64(origin) << 32 | UInt64(target))
      pairs.append(UInt64(target) << 32 | UInt64(origin))
    }
    pairs.sort()
    var first = [idx_t](repeating: 0, count: arcCount + 1)
    var neighbors: [idx_t] = []
    neighbors.reserveCapacity(pairs.count)
    var last: UInt64?
    for pair in pairs where pair != last {
      last = pair
      first[Int(pair >> 32) + 1] += 1
      neighbors.append(idx_t(truncatingIfNeeded: pair & 0xffff_ffff))
    }
    for arc in 0..<arcCount { first[arc + 1] += first[arc] }
    return (first, neighbors)
  }
}
