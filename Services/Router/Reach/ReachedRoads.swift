/// A stretch of a segment that is driven within some time, in one direction.
struct ReachedStretch {
  let segment: SegmentID
  /// Centimetres from the segment's first point; `low` is at most `high`.
  let low: UInt32
  let high: UInt32
  /// The milliseconds between the centre and each end of the stretch; even in between.
  let lowCost: UInt32
  let highCost: UInt32

  /// The centimetres that cost more than `lower` and at most `upper`; `nil` where none do.
  func part(above lower: UInt32?, upTo upper: UInt32) -> ClosedRange<Double>? {
    if lowCost > highCost {
      // The same from the other end.
      let part = ReachedStretch(
        segment: segment, low: 0, high: high - low, lowCost: highCost, highCost: lowCost
      ).part(above: lower, upTo: upper)
      return part.map { Double(high) - $0.upperBound...Double(high) - $0.lowerBound }
    }
    guard lowCost <= upper, lower.map({ highCost > $0 }) ?? true else { return nil }
    let start = lower.map { offset(at: $0) } ?? Double(low)
    return start...max(start, offset(at: upper))
  }

  /// Where a drive that goes up the stretch is at a time.
  private func offset(at cost: UInt32) -> Double {
    guard cost < highCost else { return Double(high) }
    guard cost > lowCost else { return Double(low) }
    let share = Double(cost - lowCost) / Double(highCost - lowCost)
    return Double(low) + share * Double(high - low)
  }
}

/// All stretches of road within a time of a position.
struct ReachedRoads {
  private let costs: PartialCosts
  private var network: RoadNetwork { costs.network }
  private(set) var stretches: [ReachedStretch] = []

  /// From the position, by a tree that grew from `places`.
  init(from places: [CoursePlace], _ tree: TravelTree, _ costs: PartialCosts) {
    self.costs = costs
    for place in places {
      let cost = costs.costToLeave(place.offset, on: place.course)
      let length = network.length(of: place.course.segment)
      let end = place.course.isBackward ? 0 : length
      add(place.course.segment, from: (place.offset, 0), to: (end, cost))
    }
    for arc in tree.reached {
      guard let entry = tree.cost(Int(arc)), let weight = weight(Int(arc)) else { continue }
      add(wholeOf: Int(arc), entry: entry, exit: entry + weight)
    }
  }

  /// To the position, by a tree that grew to `places`. Journeys begin on a course's freest arc.
  init(to places: [CoursePlace], _ tree: TravelTree, _ costs: PartialCosts) {
    self.costs = costs
    for place in places {
      let cost = costs.costToReach(place.offset, on: place.course)
      let length = network.length(of: place.course.segment)
      let start = place.course.isBackward ? length : 0
      add(place.course.segment, from: (start, cost), to: (place.offset, 0))
      // Who is past the position drives round.
      let arc = network.arcs(of: place.course).lowerBound
      let exits = network.turns(from: ArcID(arc)).compactMap { turn in
        tree.cost(Int(network.turnTargets[turn])).map { $0 + costs.metric.turnMilliseconds[turn] }
      }
      guard let exit = exits.min() else { continue }
      let left = costs.costToLeave(place.offset, on: place.course)
      add(
        place.course.segment, from: (place.offset, exit + left), to: (length - start, exit))
    }
    for arc in tree.reached where tree.origin(Int(arc)) & TravelTree.rootMark == 0 {
      let isFreest = network.arcs(of: network.course(of: ArcID(arc))).lowerBound == Int(arc)
      guard isFreest, let entry = tree.cost(Int(arc)), let weight = weight(Int(arc)) else {
        continue
      }
      add(wholeOf: Int(arc), entry: entry, exit: entry - weight)
    }
  }

  private func weight(_ arc: Int) -> UInt32? {
    let weight = costs.metric.arcMilliseconds[arc]
    return weight < TravelMetric.endless ? weight : nil
  }

  private mutating func add(wholeOf arc: Int, entry: UInt32, exit: UInt32) {
    let course = network.course(of: ArcID(arc))
    let length = network.length(of: course.segment)
    let (start, end) = course.isBackward ? (length, 0) : (0, length)
    add(course.segment, from: (start, entry), to: (end, exit))
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
