import Geography
import Messages
import Time

/// When the legs of a path are driven, and how far one has come by when.
@Memberwise struct LegClock {
  private let roads: HourlyRoads
  /// By number of the weights, then by leg: the milliseconds of the quickest path with them, or
  /// `nil`.
  private let byNumber: [Int: [UInt32]?]
  /// The weights that the path was found with.
  private let first: Int
  /// By leg.
  private var departures: [Timestamp] = []
  private var durations: [UInt64] = []

  private enum Making {
    case clock(LegClock)
    case noRoute
    /// The weights of this time are needed as well.
    case needs(Timestamp)
  }

  /// `nil` if all legs are driven with the weights that the path was found with, which the search
  /// has, and keeps.
  ///
  /// - Parameter points: those of the coordinates, also where they lie on closed roads.
  init?(
    of legs: [PathLeg], through points: [SnappedPoint], _ coordinates: [Coordinate],
    _ hour: RequestedHour, _ roads: HourlyRoads, _ search: RoadSearch
  ) {
    guard hour != .none, roads.haveHours else { return nil }
    let first = roads.number(at: hour.time)
    var byNumber = [first: Optional(legs.map(\.milliseconds))]
    defer { search.query.use(roads.metric(at: hour.time)) }
    while true {
      switch LegClock.making(hour, roads, byNumber, first) {
      case .clock(let clock):
        guard byNumber.count > 1 else { return nil }
        self = clock
        return
      case .noRoute: return nil
      case .needs(let time):
        search.query.use(roads.metric(at: time))
        let open = search.avoidingClosures(points, coordinates)
        let other = try? search.quickestPath(through: open).legs.map(\.milliseconds)
        byNumber.updateValue(other, forKey: roads.number(at: time))
      }
    }
  }

  /// - Parameters:
  ///   - hour: not `none`.
  ///   - first: the weights that the path was found with, which are known.
  private static func making(
    _ hour: RequestedHour, _ roads: HourlyRoads, _ byNumber: [Int: [UInt32]?], _ first: Int
  ) -> Making {
    var clock = LegClock(roads: roads, byNumber: byNumber, first: first)
    var time = hour
    let legs = byNumber[first]??.indices ?? 0..<0
    let isBackward = if case .arrival = hour { true } else { false }
    for leg in isBackward ? Array(legs.reversed()) : Array(legs) {
      switch time.duration({ clock.known(leg, at: $0) }) {
      case .needs(let other): return .needs(other)
      case .noRoute: return .noRoute
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
    guard let legs = byNumber[roads.number(at: time)] else { return .unknown }
    return legs.map { .milliseconds($0[leg]) } ?? .noRoute
  }

  /// How long a part of a leg, or another way than the leg, takes from the leg's departure on.
  ///
  /// - Parameter milliseconds: how long with the weights that the path was found with.
  func elapsed(_ milliseconds: UInt64, of leg: Int) -> UInt64 {
    guard let whole = byNumber[first]??[leg], whole > 0, milliseconds != UInt64(whole) else {
      return durations[leg]
    }
    let duration = HourlyDuration(departing: departures[leg]) { time in
      guard let other = byNumber[roads.number(at: time)] else {
        return .milliseconds(UInt32(milliseconds))
      }
      return other.map { .milliseconds(UInt32(UInt64($0[leg]) * milliseconds / UInt64(whole))) }
        ?? .noRoute
    }
    guard case .milliseconds(let elapsed) = duration else { return milliseconds }
    return elapsed
  }
}
