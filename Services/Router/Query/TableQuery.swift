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
    let starts = partial.departures(source).map { Start(place: $0, cost: 0) }
    let targets = destinations.map { Target(places: partial.arrivals($0)) }
    searchForward(from: starts, to: targets)
    return destinations.indices.map { space.cost(ofEnd: $0) }
  }

  /// Many to one: one search backward.
  package func costs(from sources: [RoadPosition], to destination: RoadPosition) -> [UInt32?] {
    space.prepare(ends: sources.count)
    let ends = partial.arrivals(destination)
    for (index, source) in sources.enumerated() {
      for place in partial.departures(source) {
        let arc = network.arcs(of: place.course).lowerBound
        space.add(
          end: index, cost: partial.costToLeave(place.offset, on: place.course), on: arc)
        for end in ends where end.course == place.course {
          guard let cost = partial.costAlong(end.course, from: place.offset, to: end.offset)
          else { continue }
          space.reach(space.arcCount + index, cost: cost, origin: 0)
        }
      }
    }
    for end in ends {
      let cost = partial.costToReach(end.offset, on: end.course)
      for arc in network.arcs(of: end.course) { space.reach(arc, cost: cost, origin: 0) }
    }
    space.settleBackward(network, metric, ends: sources.count)
    return sources.indices.map { space.cost(ofEnd: $0) }
  }
}
