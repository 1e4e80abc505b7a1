import CMetis
import MessageBus

/// The contraction order of the arcs: nested dissection of the graph of arcs.
///
/// Few arcs separate one half of a map from the other; they come last, and each half is ordered
/// recursively. Source: George, "Nested dissection of a regular finite element mesh" (1973); found
/// by METIS: Karypis and Kumar, "A fast and high quality multilevel scheme for partitioning
/// irregular graphs" (1998). The same graph always has the same order, whatever else the process
/// does meanwhile.
struct ArcOrder {
  /// By arc: when it is contracted.
  let ranks: [UInt32]
  /// By rank: the arc.
  let arcs: [UInt32]

  /// The imbalance allowed between the two sides of a separator, in thousandths: 40 % gives smaller
  /// separators than METIS's default 20 %, 60 % gives worse orders.
  private static let imbalance: idx_t = 400
  private static let seed: idx_t = 1
  /// METIS runs once at a time, as it catches signals of the process while it does.
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
        quickbrew_order_nodes(&count, &first, &neighbors, &options, &arcs, &ranks)
      }
      // It only fails for lack of memory; then any order is correct, if slow.
      if status != METIS_OK.rawValue { (arcs, ranks) = ([idx_t](0..<count), [idx_t](0..<count)) }
    }
    self.ranks = ranks.map { UInt32($0) }
    self.arcs = arcs.map { UInt32($0) }
  }

  /// The undirected adjacency of the arcs: each arc's neighbours in ascending order, without
  /// itself.
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
