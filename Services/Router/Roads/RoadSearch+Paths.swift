import Messages
import Time

extension RoadSearch {
  /// The quickest path between the nearest positions on the requested side of the street,
  /// else on either side, else with one end on the mainland, or with both. So a route
  /// within an island stays there, any other one avoids it, and an end moves only where it must.
  /// With via points all positions move or none.
  func quickestPath(
    through points: [SnappedPoint]
  ) throws(ServiceError) -> (positions: [RoadPosition], legs: [PathLeg]) {
    var fault: ServiceError?
    var tried: [[RoadPosition]] = []
    for (start, end) in EndChoice.pairs where points.count == 2 || start == end {
      let positions = points.enumerated().map { index, point in
        (index == 0 ? start : end).position(of: point)
      }
      guard !tried.contains(positions) else { continue }
      tried.append(positions)
      do throws(NoPath) {
        return (positions, try query.path(through: positions))
      } catch {
        fault = noRoute(positions, error.leg)
      }
    }
    throw fault ?? noRoute(points.map(\.nearest), 0)
  }

  /// The milliseconds between the positions that `quickestPath` chooses for each pair.
  ///
  /// - Precondition: the points are those of either side.
  func table(from sources: [SnappedPoint], to destinations: [SnappedPoint]) -> [[UInt32?]] {
    let nearest = query.table(
      from: sources.map(\.nearest), to: destinations.map(\.nearest))
    return throughMainland(nearest, from: sources, to: destinations)
  }

  /// A table, completed by the paths whose ends move to the mainland.
  ///
  /// - Parameter moves: the choices for sources and destinations, in the order of preference.
  func throughMainland(
    _ cells: [[UInt32?]], from sources: [SnappedPoint], to destinations: [SnappedPoint],
    _ moves: [EndChoice.Pair] = EndChoice.movesOfStart + EndChoice.movesOfEnd
  ) -> [[UInt32?]] {
    var table = cells
    for (start, end) in moves {
      // The rows and columns of cells without a path whose ends this moves.
      let rows = sources.indices.filter {
        (start == .nearest || sources[$0].isMoved) && table[$0].contains(nil)
      }
      let columns = destinations.indices.filter { column in
        (end == .nearest || destinations[column].isMoved)
          && rows.contains { table[$0][column] == nil }
      }
      guard !rows.isEmpty, !columns.isEmpty else { continue }
      let cells = query.table(
        from: rows.map { start.position(of: sources[$0]) },
        to: columns.map { end.position(of: destinations[$0]) })
      for (row, cells) in zip(rows, cells) {
        for (column, cell) in zip(columns, cells) where table[row][column] == nil {
          table[row][column] = cell
        }
      }
    }
    return table
  }

  /// The milliseconds of each cell of a table, at the speeds of all hours that its drives pass.
  ///
  /// Searches once more for each further hour with other weights that a drive passes; the query's
  /// weights are then those of the last one.
  ///
  /// - Parameters:
  ///   - hour: of the request; the query has its weights. `none` takes the cells as they are.
  ///   - cells: the cells with the query's weights, which are those of a time.
  /// - Throws: as `use`.
  func timed(
    _ hour: RequestedHour, _ roads: HourlyRoads,
    _ cells: (Timestamp?) throws(ServiceError) -> [UInt32?]
  ) throws(ServiceError) -> [UInt64?] {
    let first = try cells(hour.time)
    let atMost = hour.millisecondsInFirstHour
    guard roads.haveHours, first.contains(where: { $0 ?? 0 > atMost }) else {
      return first.map { $0.map(UInt64.init) }
    }
    var byNumber = [roads.number(at: hour.time): first]
    while true {
      var missing: Timestamp?
      let durations = first.indices.map { cell -> UInt64? in
        guard let quick = first[cell], quick > atMost else { return first[cell].map(UInt64.init) }
        let duration = hour.duration { time in
          guard let known = byNumber[roads.number(at: time)] else { return .unknown }
          return known[cell].map { .milliseconds($0) } ?? .noRoute
        }
        switch duration {
        case .milliseconds(let milliseconds): return milliseconds
        case .noRoute: return nil
        case .needs(let time):
          missing = missing ?? time
          return nil
        }
      }
      guard let missing else { return durations }
      try use(roads, at: missing)
      byNumber[roads.number(at: missing)] = try cells(missing)
    }
  }
}

/// Which position stands for an end of a route.
enum EndChoice: CaseIterable {
  case nearest, eitherSide, mainland, mainlandEitherSide

  typealias Pair = (start: EndChoice, end: EndChoice)

  /// Those of a table, whose points are those of either side, that leave the end where it is.
  static let movesOfStart: [Pair] = [(.mainland, .nearest)]
  /// Those of a table that move the end.
  static let movesOfEnd: [Pair] = [(.nearest, .mainland), (.mainland, .mainland)]

  /// The choices for a start and an end, in the order of preference: as few ends as possible move
  /// to the mainland, and as few as possible to the other side of the street.
  fileprivate static let pairs: [Pair] = allCases.flatMap { end in
    allCases.map { (start: $0, end: end) }
  }.sorted { $0.start.steps + $0.end.steps < $1.start.steps + $1.end.steps }

  /// The move to the mainland weighs more than any number of others.
  private var steps: Int {
    switch self {
    case .nearest: 0
    case .eitherSide: 1
    case .mainland: 4
    case .mainlandEitherSide: 5
    }
  }

  fileprivate func position(of point: SnappedPoint) -> RoadPosition {
    switch self {
    case .nearest: point.nearest
    case .eitherSide: point.nearest.onEitherSide
    case .mainland: point.mainland
    case .mainlandEitherSide: point.mainland.onEitherSide
    }
  }
}
