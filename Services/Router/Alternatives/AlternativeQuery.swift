/// Finds alternative routes.
///
/// Two shortest-path trees, one from the origin and one to the destination, share stretches of road
/// wherever there is a sensible route: *plateaus*. The path to a plateau, along it and on to the
/// destination is a candidate. Source: Cambridge Vehicle Information Technology, "Choice Routing"
/// (2005). The conditions are those of Abraham, Delling, Goldberg, Werneck, "Alternative Routes in
/// Road Networks" (2013):
///
/// - *limited stretch*: the part that differs from the quickest path takes at most `Limits.stretch`
///   times the part it replaces, so neither does the whole;
/// - *limited sharing*: at most the part `Limits.sharing` of the quickest path's time is spent on
///   roads of the quickest path, or of another alternative;
/// - *local optimality*: every stretch of the path that is no longer than the plateau is itself a
///   quickest path, since it lies in one of the trees. The plateau has at least the part
///   `Limits.optimality` of the time that the path spends off the quickest one. So no alternative
///   makes a pointless detour, and one that soon joins the quickest path needs no long plateau.
///
/// Each worker has its own; it owns two trees. The forward tree is bounded by the stretch, the
/// backward one also by the forward one.
final class AlternativeQuery {
  /// The conditions for an alternative.
  enum Limits {
    static let stretch = 1.4
    static let sharing = 0.75
    static let optimality = 0.25
    /// How many plateaus are examined, the most promising first.
    static let plateaus = 200
  }

  private let network: RoadNetwork
  private var forward: TravelTree
  private var backward: TravelTree

  init(_ network: RoadNetwork) {
    self.network = network
    forward = TravelTree(arcCount: network.arcCount)
    backward = TravelTree(arcCount: network.arcCount)
  }

  /// At most `count` other paths between the same positions, quickest first.
  ///
  /// - Parameters:
  ///   - best: the quickest path.
  ///   - origin: the common start, with all its roads.
  func alternatives(
    to best: PathLeg, from origin: RoadPosition, to destination: RoadPosition, count: Int,
    _ costs: PartialCosts
  ) -> [PathLeg] {
    let limit = UInt32(Double(best.milliseconds) * Limits.stretch)
    guard count > 0, limit <= TravelTree.maximumMilliseconds else { return [] }
    let (starts, ends) = (costs.departures(origin), costs.arrivals(destination))
    forward.grow(from: starts, costs, limit: limit)
    backward.grow(to: ends, costs, limit: limit, within: forward)
    // Of a path that shares as much as it may.
    let least = UInt32(Double(best.milliseconds) * (1 - Limits.sharing) * Limits.optimality)
    let plateaus = plateaus(costs.metric, limit: limit, least: least)
    var choice = AlternativeChoice(best, costs)
    for plateau in plateaus.prefix(Limits.plateaus) where choice.chosen.count < count {
      let (arcs, start, end) = unwind(plateau, starts)
      // A path over roads to avoid is no alternative to one without.
      guard !costs.hasPenalty(arcs) else { continue }
      choice.offer(
        PathLeg(
          start: origin.seen(from: starts[start]), end: destination.seen(from: ends[end]),
          arcs: arcs, milliseconds: plateau.total),
        plateau: plateau.length)
    }
    return choice.chosen.sorted { $0.milliseconds < $1.milliseconds }
  }

  /// A run of arcs that both trees share.
  private struct Plateau {
    let first: Int
    /// The milliseconds of the path over it.
    let total: UInt32
    /// The milliseconds of the plateau itself.
    let length: UInt32

    /// The lower the better: quick paths, long plateaus.
    var rank: Int { 2 * Int(total) - Int(length) }
  }

  /// All plateaus of at least `least` milliseconds, the best first.
  private func plateaus(_ metric: TravelMetric, limit: UInt32, least: UInt32) -> [Plateau] {
    var plateaus: [Plateau] = []
    for number in backward.reached {
      let first = Int(number)
      guard let before = forward.cost(first), let after = backward.cost(first),
        before &+ after <= limit, !isContinued(first)
      else { continue }
      var last = first
      while let next = arc(after: last), isReached(next, from: last) { last = next }
      let isLast = backward.origin(last) & TravelTree.rootMark != 0
      let isFirst = forward.origin(first) & TravelTree.rootMark != 0
      let behind = (backward.cost(last) ?? 0) - (isLast ? 0 : metric.arcMilliseconds[last])
      let length = before + after - (isFirst ? 0 : before) - (isLast ? 0 : behind)
      if length >= least {
        plateaus.append(Plateau(first: first, total: before + after, length: length))
      }
    }
    return plateaus.sorted { ($0.rank, $0.first) < ($1.rank, $1.first) }
  }

  /// The next arc on the quickest path to the destination.
  private func arc(after arc: Int) -> Int? {
    let next = backward.origin(arc)
    return next & TravelTree.rootMark == 0 ? Int(next) : nil
  }

  /// Whether the quickest path from the origin to an arc leads over `before`.
  private func isReached(_ arc: Int, from before: Int) -> Bool {
    forward.cost(arc) != nil && forward.origin(arc) == UInt32(before)
  }

  /// Whether the previous arc is on the same plateau.
  private func isContinued(_ arc: Int) -> Bool {
    let before = forward.origin(arc)
    guard before & TravelTree.rootMark == 0, backward.cost(Int(before)) != nil else {
      return false
    }
    return backward.origin(Int(before)) == UInt32(arc)
  }

  /// The arcs of the path over a plateau, and the numbers of its roots.
  private func unwind(
    _ plateau: Plateau, _ starts: [SegmentPosition]
  ) -> (arcs: [ArcID], start: Int, end: Int) {
    var arcs: [ArcID] = []
    var origin = UInt32(plateau.first)
    while origin & TravelTree.rootMark == 0 {
      arcs.append(ArcID(origin))
      origin = forward.origin(Int(origin))
    }
    let start = Int(origin & ~TravelTree.rootMark)
    // A path that starts at the entry of an arc already contains that arc.
    if network.directedSegment(of: arcs[arcs.count - 1]) != starts[start].directedSegment {
      arcs.append(ArcID(network.firstArc(of: starts[start].directedSegment)))
    }
    arcs.reverse()
    var next = backward.origin(plateau.first)
    while next & TravelTree.rootMark == 0 {
      arcs.append(ArcID(next))
      next = backward.origin(Int(next))
    }
    return (arcs, start, Int(next & ~TravelTree.rootMark))
  }
}
