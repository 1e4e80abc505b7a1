/// A stretch of a segment that is reached within some time, in one direction.
struct ReachedStretch {
  let segment: SegmentID
  /// Centimetres from the segment's first point; `low` is at most `high`.
  let low: UInt32
  let high: UInt32
  /// The milliseconds between the centre and each end of the stretch; linear in between.
  let lowCost: UInt32
  let highCost: UInt32

  /// The offsets in centimetres that cost more than `lower` and at most `upper`; `nil` where none
  /// do.
  func part(above lower: UInt32?, upTo upper: UInt32) -> ClosedRange<Double>? {
    if lowCost > highCost {
      // Mirrored, so that the cost ascends.
      let part = ReachedStretch(
        segment: segment, low: 0, high: high - low, lowCost: highCost, highCost: lowCost
      ).part(above: lower, upTo: upper)
      return part.map { Double(high) - $0.upperBound...Double(high) - $0.lowerBound }
    }
    guard lowCost <= upper, lower.map({ highCost > $0 }) ?? true else { return nil }
    let start = lower.map { offset(at: $0) } ?? Double(low)
    return start...max(start, offset(at: upper))
  }

  /// The offset at a cost, on a stretch with ascending cost.
  private func offset(at cost: UInt32) -> Double {
    guard cost < highCost else { return Double(high) }
    guard cost > lowCost else { return Double(low) }
    let share = Double(cost - lowCost) / Double(highCost - lowCost)
    return Double(low) + share * Double(high - low)
  }
}

/// All stretches of road that are reached within a time from or to a position.
struct ReachedRoads {
  private let costs: PartialCosts
  private var network: RoadNetwork { costs.network }
  private(set) var stretches: [ReachedStretch] = []

  /// From the position, by a tree grown from `roots`.
  init(from roots: [SegmentPosition], _ tree: TravelTree, _ costs: PartialCosts) {
    self.costs = costs
    for root in roots {
      let cost = costs.costToLeave(root.offset, on: root.directedSegment)
      let length = network.length(of: root.directedSegment.segment)
      let end = root.directedSegment.isBackward ? 0 : length
      add(root.directedSegment.segment, from: (root.offset, 0), to: (end, cost))
    }
    for arc in tree.reached {
      guard let entry = tree.cost(Int(arc)), let weight = weight(Int(arc)) else { continue }
      add(wholeOf: Int(arc), entry: entry, exit: entry + weight)
    }
  }

  /// To the position, by a tree grown to `roots`. Paths begin on a directed segment's least
  /// restricted arc.
  init(to roots: [SegmentPosition], _ tree: TravelTree, _ costs: PartialCosts) {
    self.costs = costs
    for root in roots {
      let cost = costs.costToReach(root.offset, on: root.directedSegment)
      let length = network.length(of: root.directedSegment.segment)
      let start = root.directedSegment.isBackward ? length : 0
      add(root.directedSegment.segment, from: (start, cost), to: (root.offset, 0))
      // From beyond the position the path leaves the segment and comes back.
      let arc = network.firstArc(of: root.directedSegment)
      let exits = network.turns(from: ArcID(arc)).compactMap { turn in
        tree.cost(network.target(ofTurn: turn, from: ArcID(arc)).index).map {
          $0 + costs.metric.turnMilliseconds[turn]
        }
      }
      guard let exit = exits.min() else { continue }
      let left = costs.costToLeave(root.offset, on: root.directedSegment)
      add(
        root.directedSegment.segment, from: (root.offset, exit + left), to: (length - start, exit))
    }
    for arc in tree.reached where tree.origin(Int(arc)) & TravelTree.rootMark == 0 {
      let isLeastRestricted =
        network.firstArc(of: network.directedSegment(of: ArcID(arc))) == Int(arc)
      guard isLeastRestricted, let entry = tree.cost(Int(arc)), let weight = weight(Int(arc)) else {
        continue
      }
      add(wholeOf: Int(arc), entry: entry, exit: entry - weight)
    }
  }

  private func weight(_ arc: Int) -> UInt32? {
    let weight = costs.metric.arcMilliseconds[arc]
    return weight < TravelMetric.infinity ? weight : nil
  }

  private mutating func add(wholeOf arc: Int, entry: UInt32, exit: UInt32) {
    let directedSegment = network.directedSegment(of: ArcID(arc))
    let length = network.length(of: directedSegment.segment)
    let (start, end) = directedSegment.isBackward ? (length, 0) : (0, length)
    add(directedSegment.segment, from: (start, entry), to: (end, exit))
  }

  private mutating func add(
    _ segment: SegmentID, from start: (offset: UInt32, cost: UInt32),
    to end: (offset: UInt32, cost: UInt32)
  ) {
    // Nobody leaves a ferry half way.
    guard !network.flags(of: segment).contains(.ferry) else { return }
    let (low, high) = start.offset <= end.offset ? (start, end) : (end, start)
    stretches.append(
      ReachedStretch(
        segment: segment, low: low.offset, high: high.offset, lowCost: low.cost,
        highCost: high.cost))
  }
}
