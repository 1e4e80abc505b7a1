/// The drive between two positions: the arcs in order, the first and last of them in part.
package struct PathLeg: Sendable, Hashable {
  package let start: RoadPosition
  package let end: RoadPosition
  /// At least one; one where both positions lie on the same arc, the end ahead.
  package let arcs: [ArcID]
  package let milliseconds: UInt32
}

extension RouteQuery {
  /// The quickest drive through all positions in order, a leg between each two.
  ///
  /// At a position between, the drive goes on as it came: it turns round only at a dead end. So the
  /// legs may take longer than each would alone; with two positions the time is the table's.
  ///
  /// - Throws: `NoPath` for the first leg that no road serves.
  package func path(through positions: [RoadPosition]) throws(NoPath) -> [PathLeg] {
    var starts = partial.departures(positions[0]).map { Start(place: $0, cost: 0) }
    var stages: [[Arrival]] = []
    for index in 1..<positions.count {
      let isLast = index == positions.count - 1
      let arrivals = arrivals(
        from: starts, positions[index - 1], at: positions[index], isLast: isLast)
      guard !arrivals.isEmpty else { throw NoPath(leg: index - 1) }
      stages.append(arrivals)
      // Costs restart at the cheaper arrival: only differences matter, and sums stay small.
      let least = arrivals.map(\.cost).min() ?? 0
      starts = arrivals.map { Start(place: $0.place, cost: $0.cost - least) }
    }
    return legs(stages)
  }

  /// Which two positions no road connects: `leg` and the one after it.
  package struct NoPath: Error {
    package let leg: Int
  }

  /// A way to arrive at a position along one course.
  private struct Arrival {
    let place: CoursePlace
    /// Since the cheapest start of the stage.
    let cost: UInt32
    /// Which of the stage's starts it comes from.
    let start: Int
    let leg: PathLeg
  }

  private func arrivals(
    from starts: [Start], _ origin: RoadPosition, at position: RoadPosition, isLast: Bool
  ) -> [Arrival] {
    let places = partial.arrivals(position)
    let targets = isLast ? [Target(places: places)] : places.map { Target(places: [$0]) }
    searchForward(from: starts, to: targets)
    let all = targets.indices.compactMap { index -> Arrival? in
      guard let cost = space.cost(ofEnd: index) else { return nil }
      let (arcs, start) = unwind(toEnd: index, starts)
      let course = network.course(of: arcs[arcs.count - 1])
      guard let place = targets[index].places.first(where: { $0.course == course }) else {
        return nil
      }
      let leg = PathLeg(
        start: origin.seen(from: starts[start].place), end: position.seen(from: place),
        arcs: arcs, milliseconds: cost - starts[start].cost)
      return Arrival(place: place, cost: cost, start: start, leg: leg)
    }
    // Who drives past a stop and comes back to it could as well have stopped at once: what follows
    // costs the same, and the turn belongs to the next leg.
    return all.filter { late in
      !all.contains {
        $0.leg.arcs.count < late.leg.arcs.count && late.leg.arcs.starts(with: $0.leg.arcs)
      }
    }
  }

  /// The arcs from a start to an end, and the start's number.
  private func unwind(toEnd end: Int, _ starts: [Start]) -> ([ArcID], Int) {
    var arcs: [ArcID] = []
    var origin = space.labels.origin(network.arcCount + end)
    while origin & Self.startMark == 0 {
      arcs.append(ArcID(origin))
      origin = space.labels.origin(Int(origin))
    }
    let start = Int(origin & ~Self.startMark)
    arcs.append(ArcID(network.arcs(of: starts[start].place.course).lowerBound))
    return (arcs.reversed(), start)
  }

  /// The cheapest chain of arrivals, from the last back to the first.
  private func legs(_ stages: [[Arrival]]) -> [PathLeg] {
    var legs: [PathLeg] = []
    var choice = 0
    for (index, stage) in stages.enumerated().reversed() {
      if index == stages.count - 1 {
        choice = stage.indices.min { stage[$0].cost < stage[$1].cost } ?? 0
      }
      legs.append(stage[choice].leg)
      choice = stage[choice].start
    }
    return legs.reversed()
  }
}
