import Messages

extension ProfileRouter {
  /// The quickest path between the nearest positions; where there is none, between those of the
  /// mainland. So a route within an island stays there, and any other one avoids it.
  func quickestPath(
    through points: [SnappedPoint]
  ) throws(ServiceError) -> (positions: [RoadPosition], legs: [PathLeg]) {
    let positions = points.map(\.nearest)
    let mainland = points.map(\.mainland)
    do {
      return (positions, try query.path(through: positions))
    } catch {
      guard mainland != positions else { throw noRoute(positions, error.leg) }
    }
    do {
      return (mainland, try query.path(through: mainland))
    } catch {
      throw noRoute(mainland, error.leg)
    }
  }

  /// The milliseconds between the positions that `quickestPath` chooses for each pair.
  func table(from sources: [SnappedPoint], to destinations: [SnappedPoint]) -> [[UInt32?]] {
    let nearest = query.table(
      from: sources.map(\.nearest), to: destinations.map(\.nearest))
    return throughMainland(nearest, from: sources, to: destinations)
  }

  /// The table between the nearest positions, completed by the paths between those of the mainland.
  func throughMainland(
    _ nearest: [[UInt32?]], from sources: [SnappedPoint], to destinations: [SnappedPoint]
  ) -> [[UInt32?]] {
    var table = nearest
    let isMoved = { (point: SnappedPoint) in point.mainland != point.nearest }
    // The rows and columns of cells without a path of which an end is on an island.
    let rows = sources.indices.filter { isMoved(sources[$0]) && table[$0].contains(nil) }
    let columns = destinations.indices.filter { column in
      isMoved(destinations[column]) && table.contains { $0[column] == nil }
    }
    let all = (rows: Array(sources.indices), columns: Array(destinations.indices))
    for (rows, columns) in [(rows, all.columns), (all.rows, columns)] {
      guard !rows.isEmpty, !columns.isEmpty else { continue }
      let cells = query.table(
        from: rows.map { sources[$0].mainland }, to: columns.map { destinations[$0].mainland })
      for (row, cells) in zip(rows, cells) {
        for (column, cell) in zip(columns, cells) where table[row][column] == nil {
          table[row][column] = cell
        }
      }
    }
    return table
  }
}
