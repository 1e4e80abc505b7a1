import Messages
import Time

extension ProfileRouter {
  /// The milliseconds of each cell of a table, at the speeds of all hours that its drives pass.
  ///
  /// Searches once more for each further hour with other weights that a drive passes; the query's
  /// weights are then those of the last one.
  ///
  /// - Parameters:
  ///   - hour: of the request; the query has its weights. `none` takes the cells as they are.
  ///   - cells: the cells with the query's weights.
  func timed(
    _ hour: RequestedHour, _ roads: HourlyRoads, _ cells: () -> [UInt32?]
  ) -> [UInt64?] {
    let first = cells()
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
      query.use(roads.metric(at: missing))
      byNumber[roads.number(at: missing)] = cells()
    }
  }
}
