/// A shortest-path tree from one position to all arcs, or from all arcs to it, up to a limit:
/// Dijkstra's algorithm over arcs, like `RouteQuery`, but without targets.
///
/// Each worker has its own; it reuses its memory (24 bytes per arc after first use) and its loops
/// allocate nothing but room for the arcs reached. The label of an arc is the cost at its *entry*
/// (forward), or from its entry to the position (backward), so the labels of a forward and a
/// backward tree add up to the cost of the path over the arc.
struct TravelTree {
  private let arcCount: Int
  private var labels = SearchLabels(capacity: 0)
  private var queue = SearchQueue(capacity: 0)
  /// The arcs with a label, each once, in the order they were first reached.
  private(set) var reached: [UInt32] = []

  /// The bit that marks an origin as a root of the tree, not an arc.
  static let rootMark: UInt32 = 1 << 31
  /// The maximum limit: a closed arc is beyond it, and one more arc and turn fit 32 bits.
  static let maximumMilliseconds = TravelMetric.infinity - 1

  init(arcCount: Int) { self.arcCount = arcCount }

  /// The cost of an arc; `nil` where the tree has none.
  @inline(__always)
  func cost(_ arc: Int) -> UInt32? {
    let cost = labels.cost(arc)
    return cost == SearchLabels.unreached ? nil : cost
  }

  /// The arc before a reached one (after it, in a backward tree), or `rootMark` and the number of a
  /// root: that root lies on the arc itself, or (forward only) on the arc before.
  @inline(__always)
  func origin(_ arc: Int) -> UInt32 { labels.origin(arc) }

  private mutating func prepare() {
    labels.reserve(arcCount)
    queue.reserve(arcCount)
    labels.reset()
    queue.removeAll()
    reached.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  private mutating func reach(_ arc: Int, cost: UInt32, origin: UInt32) {
    let isNew = labels.cost(arc) == SearchLabels.unreached
    guard labels.improve(arc, cost: cost, origin: origin) else { return }
    if isNew { reached.append(UInt32(arc)) }
    queue.update(UInt32(arc), key: cost)
  }

  /// Grows the tree from the roots to every arc entered within the limit.
  ///
  /// The arc of a root has a label if the root is at its entry, or if a path returns to it.
  mutating func grow(from roots: [SegmentPosition], _ costs: PartialCosts, limit: UInt32) {
    prepare()
    let (network, metric) = (costs.network, costs.metric)
    let limit = min(limit, Self.maximumMilliseconds)
    for (number, root) in roots.enumerated() {
      let origin = Self.rootMark | UInt32(number)
      let arc = network.firstArc(of: root.directedSegment)
      if costs.centimeters(along: root.directedSegment, to: root.offset) == 0 {
        reach(arc, cost: 0, origin: origin)
        continue
      }
      costs.forEachTurn(from: root) { arc, cost in
        if cost <= limit { reach(arc, cost: cost, origin: origin) }
      }
    }
    while let (cost, number) = queue.pop() {
      let weight = metric.arcMilliseconds[Int(number)]
      guard weight <= limit &- cost else { continue }
      let after = cost &+ weight
      for turn in network.turns(from: ArcID(number)) {
        let entry = after &+ metric.turnMilliseconds[turn]
        guard entry <= limit else { continue }
        let target = network.target(ofTurn: turn, from: ArcID(number))
        reach(target.index, cost: entry, origin: number)
      }
    }
  }

  /// Grows the tree backward from the roots to every arc whose end is within the limit; the labels
  /// of the outermost arcs, which count from the entry, exceed it.
  ///
  /// - Parameter forward: if given, only arcs on a path of at most `limit` from the root of this
  ///   forward tree to the roots are reached.
  mutating func grow(
    to roots: [SegmentPosition], _ costs: PartialCosts, limit: UInt32,
    within forward: TravelTree? = nil
  ) {
    prepare()
    let (network, metric) = (costs.network, costs.metric)
    let limit = min(limit, Self.maximumMilliseconds)
    for (number, root) in roots.enumerated() {
      let cost = costs.costToReach(root.offset, on: root.directedSegment)
      for arc in network.arcs(of: root.directedSegment) where cost <= limit {
        reach(Int(arc), cost: cost, origin: Self.rootMark | UInt32(number))
      }
    }
    while let (cost, number) = queue.pop() {
      guard cost <= limit else { return }
      for origin in network.origins(onto: Int(number)) {
        let turn = network.turn(from: origin, onto: Int(number))
        let exit = cost &+ metric.turnMilliseconds[turn]
        let weight = metric.arcMilliseconds[origin]
        guard exit <= limit, weight < TravelMetric.infinity else { continue }
        let entry = exit &+ weight
        if let forward {
          guard let before = forward.cost(origin), before &+ entry <= limit else { continue }
        }
        reach(origin, cost: entry, origin: number)
      }
    }
  }
}
