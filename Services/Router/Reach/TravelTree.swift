/// The quickest drives from one position to everywhere, or from everywhere to it, as far as a
/// limit: Dijkstra's algorithm over arcs, like `RouteQuery`, without ends to stop at.
///
/// One value a worker; it reuses its memory (24 bytes an arc once it was used) and its loops
/// allocate nothing but room for the arcs reached. The label of an arc is the cost at its *entry*
/// (forward), or from its entry to the position (backward), so that labels of two trees add up to
/// the cost of the drive over the arc.
struct TravelTree {
  private let arcCount: Int
  private var labels = SearchLabels(capacity: 0)
  private var queue = SearchQueue(capacity: 0)
  /// The arcs with a label, each once, in the order they were first reached.
  private(set) var reached: [UInt32] = []

  /// Marks an origin that is a place where the tree starts, not an arc.
  static let rootMark: UInt32 = 1 << 31
  /// Limits are no longer: a closed arc is beyond them, and one more arc and turn fit 32 bits.
  static let maximumMilliseconds = TravelMetric.infinity - 1

  init(arcCount: Int) { self.arcCount = arcCount }

  /// The cost of an arc; `nil` where the tree has none.
  @inline(__always)
  func cost(_ arc: Int) -> UInt32? {
    let cost = labels.cost(arc)
    return cost == SearchLabels.unreached ? nil : cost
  }

  /// The arc before a reached one (after it, in a backward tree), or `rootMark` and the number of
  /// the place where the tree starts: that place lies on the arc itself, or (forward only) farther
  /// along the arc before.
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

  /// Grows along the drives that leave the places, to every arc entered within the limit.
  ///
  /// The arc of a place has a label where the place is its entry, or a drive comes back to it.
  mutating func grow(from roots: [SegmentPosition], _ costs: PartialCosts, limit: UInt32) {
    prepare()
    let (network, metric) = (costs.network, costs.metric)
    let limit = min(limit, Self.maximumMilliseconds)
    for (number, root) in roots.enumerated() {
      let origin = Self.rootMark | UInt32(number)
      let arc = network.arcs(of: root.directedSegment).lowerBound
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
      for turn in Int(network.firstTurn[Int(number)])..<Int(network.firstTurn[Int(number) + 1]) {
        let entry = after &+ metric.turnMilliseconds[turn]
        guard entry <= limit else { continue }
        reach(Int(network.turnTargets[turn]), cost: entry, origin: number)
      }
    }
  }

  /// Grows back along the drives that arrive at the places, to every arc whose end lies within the
  /// limit: the labels of the outermost, which count from the entry, are above it.
  ///
  /// - Parameter forward: where given, a forward tree; only arcs that are part of a drive of at
  ///   most `limit` from its root to the places are reached.
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
        reach(arc, cost: cost, origin: Self.rootMark | UInt32(number))
      }
    }
    while let (cost, number) = queue.pop() {
      guard cost <= limit else { return }
      let incoming = Int(network.firstIncoming[Int(number)])
      for index in incoming..<Int(network.firstIncoming[Int(number) + 1]) {
        let origin = Int(network.incomingOrigins[index])
        let exit = cost &+ metric.turnMilliseconds[Int(network.incomingTurns[index])]
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
