import Messages
import Time

extension ProfileRouter {
  /// When the legs of a path are driven; `nil` if all are driven with the speeds that it was found
  /// with. The query keeps its weights.
  func legClock(
    of legs: [PathLeg], through points: [SnappedPoint], _ hour: RequestedHour,
    _ snapshot: RoadSnapshot
  ) -> LegClock? {
    let schedule = snapshot.speedSchedule
    guard hour != .none, schedule.periods.count > 1 else { return nil }
    let first = schedule.period(at: hour.time)
    var byPeriod = [first: legs.map(\.milliseconds)]
    defer { query.use(snapshot.metric(at: hour.time)) }
    while true {
      switch LegClock.making(hour, schedule, byPeriod, first) {
      case .clock(let clock): return byPeriod.count > 1 ? clock : nil
      case .needs(let time):
        query.use(snapshot.metric(at: time))
        // The same roads are open at every hour.
        let other = try? quickestPath(through: points).legs.map(\.milliseconds)
        byPeriod[schedule.period(at: time)] = other ?? byPeriod[first]
      }
    }
  }
}

/// When the legs of a path are driven, and how far one has come by when.
struct LegClock {
  private let schedule: SpeedSchedule
  /// By period, then by leg: the milliseconds of the quickest path with the speeds of the period.
  private let byPeriod: [Int: [UInt32]]
  /// The period that the path was found with.
  private let first: Int
  /// By leg.
  private var departures: [Timestamp] = []
  private var durations: [UInt64] = []

  fileprivate enum Making {
    case clock(LegClock)
    /// The period of this time is needed as well.
    case needs(Timestamp)
  }

  /// - Parameters:
  ///   - hour: not `none`.
  ///   - first: the period that the path was found with, which is known.
  fileprivate static func making(
    _ hour: RequestedHour, _ schedule: SpeedSchedule, _ byPeriod: [Int: [UInt32]], _ first: Int
  ) -> Making {
    var clock = LegClock(schedule: schedule, byPeriod: byPeriod, first: first)
    var time = hour
    let legs = byPeriod[first]?.indices ?? 0..<0
    let isBackward = if case .arrival = hour { true } else { false }
    for leg in isBackward ? Array(legs.reversed()) : Array(legs) {
      switch time.duration({ clock.known(leg, at: $0) }) {
      case .needs(let other): return .needs(other)
      case .noRoute: return .clock(clock)
      case .milliseconds(let duration): time = clock.add(duration, of: leg, to: time)
      }
    }
    if isBackward {
      clock.departures.reverse()
      clock.durations.reverse()
    }
    return .clock(clock)
  }

  /// The time at which the next leg begins, or the one before ends.
  private mutating func add(
    _ duration: UInt64, of leg: Int, to time: RequestedHour
  ) -> RequestedHour {
    durations.append(duration)
    switch time {
    case .none: return time
    case .departure(let departure):
      departures.append(departure)
      return .departure(departure.adding(milliseconds: Int64(duration)))
    case .arrival(let arrival):
      let departure = arrival.adding(milliseconds: -Int64(duration))
      departures.append(departure)
      return .arrival(departure)
    }
  }

  private func known(_ leg: Int, at time: Timestamp?) -> HourlyDuration.Hour {
    byPeriod[schedule.period(at: time)].map { .milliseconds($0[leg]) } ?? .unknown
  }

  /// How long a part of a leg, or another way than the leg, takes from the leg's departure on.
  ///
  /// - Parameter milliseconds: how long with the speeds of the period that the path was found with.
  func elapsed(_ milliseconds: UInt64, of leg: Int) -> UInt64 {
    guard let whole = byPeriod[first]?[leg], whole > 0, milliseconds != UInt64(whole) else {
      return durations[leg]
    }
    let duration = HourlyDuration(departing: departures[leg]) { time in
      let other = byPeriod[schedule.period(at: time)]?[leg] ?? whole
      return .milliseconds(UInt32(UInt64(other) * milliseconds / UInt64(whole)))
    }
    guard case .milliseconds(let elapsed) = duration else { return milliseconds }
    return elapsed
  }
}
