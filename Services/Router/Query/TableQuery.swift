/// Whole tables of driving times.
extension RouteQuery {
  /// The milliseconds from every source to every destination, row by row; `nil` where no road
  /// leads there. One search for each of the fewer side.
  package func table(
    from sources: [RoadPosition], to destinations: [RoadPosition]
  ) -> [[UInt32?]] {
    if sources.count <= destinations.count {
      return sources.map { costs(from: $0, to: destinations) }
    }
    var rows = [[UInt32?]](
      repeating: Array(repeating: nil, count: destinations.count), count: sources.count)
    for (column, destination) in destinations.enumerated() {
      for (row, cost) in costs(from: sources, to: destination).enumerated() {
        rows[row][column] = cost
      }
    }
    return rows
  }

  /// One to many: one search forward.
  package func costs(from source: RoadPosition, to destinations: [RoadPosition]) -> [UInt32?] {
    let starts = partial.openCourses(source).map {
      Start(course: $0, offset: source.offset, cost: 0)
    }
    let targets = destinations.map { Target(position: $0, courses: partial.openCourses($0)) }
    searchForward(from: starts, to: targets)
    return endCosts(destinations.count)
  }

  /// Many to one: one search backward.
  package func costs(from sources: [RoadPosition], to destination: RoadPosition) -> [UInt32?] {
    prepare(ends: sources.count)
    let ends = partial.openCourses(destination)
    for (index, source) in sources.enumerated() {
      for course in partial.openCourses(source) {
        let arc = network.arcs(of: course).lowerBound
        buckets.add(
          end: UInt32(index), cost: partial.costToLeave(source.offset, on: course), on: arc)
        if source.segment == destination.segment, ends.contains(course),
          let cost = partial.costAlong(course, from: source.offset, to: destination.offset)
        {
          reachBackward(network.arcCount + index, cost: cost)
        }
      }
    }
    for course in ends {
      let cost = partial.costToReach(destination.offset, on: course)
      for arc in network.arcs(of: course) { reachBackward(arc, cost: cost) }
    }
    settleBackward(sourceCount: sources.count)
    return endCosts(sources.count)
  }

  private func endCosts(_ count: Int) -> [UInt32?] {
    (0..<count).map { end in
      let cost = labels.cost(network.arcCount + end)
      return cost == SearchLabels.unreached ? nil : cost
    }
  }

  @inline(__always)
  private func reachBackward(_ number: Int, cost: UInt32) {
    if labels.improve(number, cost: cost, origin: 0) {
      queue.update(UInt32(number), key: cost)
    }
  }

  private func settleBackward(sourceCount: Int) {
    let arcCount = network.arcCount
    let (network, metric) = (network, metric)
    var left = sourceCount
    while left > 0, let (cost, number) = queue.pop() {
      let arc = Int(number)
      if arc >= arcCount {
        left -= 1
        continue
      }
      if cost > Self.maximumMilliseconds { continue }
      for index in Int(network.firstIncoming[arc])..<Int(network.firstIncoming[arc + 1]) {
        let origin = Int(network.incomingOrigins[index])
        let turned = cost &+ metric.turnMilliseconds[Int(network.incomingTurns[index])]
        reachBackward(origin, cost: turned &+ metric.arcMilliseconds[origin])
        var entry = buckets.first(on: origin)
        while entry != EndBuckets.none {
          let end = buckets[entry]
          reachBackward(arcCount + Int(end.end), cost: turned &+ end.cost)
          entry = buckets.next(after: entry)
        }
      }
    }
  }
}
