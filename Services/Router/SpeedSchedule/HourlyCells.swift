import Messages
import Time

extension ProfileRouter {
  /// The milliseconds of each cell of a table, at the speeds of all hours that its drives pass.
  ///
  /// Searches once more for each further period that a drive passes, with its weights; the query's
  /// weights are then those of the last one.
  ///
  /// - Parameters:
  ///   - hour: of the request; the query has its weights. `none` takes the cells as they are.
  ///   - cells: the cells with the query's weights.
  func timed(
    _ hour: RequestedHour, _ snapshot: RoadSnapshot, _ cells: () -> [UInt32?]
  ) -> [UInt64?] {
    let schedule = snapshot.speedSchedule
    let first = cells()
    let atMost = hour.millisecondsInFirstHour
    guard schedule.periods.count > 1, first.contains(where: { $0 ?? 0 > atMost }) else {
      return first.map { $0.map(UInt64.init) }
    }
    var byPeriod = [[UInt32?]](repeating: [], count: schedule.periods.count)
    byPeriod[schedule.period(at: hour.time)] = first
    while true {
      var missing: Timestamp?
      let durations = first.indices.map { cell -> UInt64? in
        guard let quick = first[cell], quick > atMost else { return first[cell].map(UInt64.init) }
        let duration = hour.duration { time in
          let known = byPeriod[schedule.period(at: time)]
          if known.isEmpty { return .unknown }
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
      query.use(snapshot.metric(at: missing))
      byPeriod[schedule.period(at: missing)] = cells()
    }
  }
}
