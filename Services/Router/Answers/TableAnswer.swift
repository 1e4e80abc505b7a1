import Messages

/// Answers requests for tables of travel times.
struct TableAnswer {
  let search: RoadSearch

  /// - Throws: `invalidRequest`, `outsideMap`.
  func answer(_ request: TableRequest) throws(ServiceError) -> TableReply {
    let (rows, columns) = (request.sources.count, request.destinations.count)
    try check(rows > 0 && columns > 0, "A table takes at least one source and one destination.")
    let (cells, isOver) = rows.multipliedReportingOverflow(by: columns)
    try check(
      !isOver && cells <= RouterLimits.maximumTableCells,
      """
      \(rows) sources by \(columns) destinations are more than \
      \(RouterLimits.maximumTableCells) cells; ask for parts of the table.
      """)
    try request.roads?.check(for: search.network.profile)
    let sources = try search.snap(request.sources, "Source")
    let destinations = try search.snap(request.destinations, "Destination")
    let (hour, roads) = try search.prepareSearch(
      departure: request.departure, arrival: request.arrival, request.roads)
    let isHourly = request.hourly ?? false, isPacked = request.packed ?? false
    let milliseconds = try search.timed(isHourly ? .none : hour, roads) { _ in
      let rows = search.avoidingClosures(sources, request.sources)
      let columns = search.avoidingClosures(destinations, request.destinations)
      return Array(search.table(from: rows, to: columns).joined())
    }
    let seconds = { milliseconds.map { $0.map(RouteDescription.seconds) } }
    return TableReply(
      durationsSeconds: isHourly || isPacked ? nil : seconds().split(into: rows),
      packedSeconds: isPacked && !isHourly
        ? PackedNumbers(seconds().map { $0.map(Int32.init) }) : nil,
      sourceCentimeters: request.snapping ?? false ? Self.centimeters(sources) : nil,
      destinationCentimeters: request.snapping ?? false ? Self.centimeters(destinations) : nil,
      trafficVersion: search.trafficVersion, mapVersion: search.network.version,
      packedMilliseconds: isHourly ? PackedNumbers(milliseconds.map { $0.map(Int32.init) }) : nil)
  }

  private static func centimeters(_ points: [SnappedPoint]) -> PackedNumbers {
    PackedNumbers(cells: points.map { Int32(($0.nearest.distance * 100).rounded()) })
  }
}

extension Array {
  /// This many rows of equal length.
  fileprivate func split(into rows: Int) -> [[Element]] {
    let columns = count / rows
    return (0..<rows).map { Array(self[$0 * columns..<($0 + 1) * columns]) }
  }
}
