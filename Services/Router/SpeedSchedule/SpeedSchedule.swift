import Messages
package import Time

/// The speeds of roads by hour of the week.
///
/// A route uses the speeds of the hour in which it begins (or ends, where the request gives the
/// arrival) throughout. The offset of the timestamp determines the hour and the weekday, so no time
/// zone is needed here.
package struct SpeedSchedule: Sendable, Hashable {
  static let hoursInWeek = 168

  /// The distinct speeds. The first are those of empty roads, which are also used where no time is
  /// given.
  package let periods: [SpeedFactors]
  /// By hour of the week, from Monday midnight: the index in `periods`.
  private let hours: [UInt8]

  /// Empty roads at every hour.
  package static let emptyRoads = SpeedSchedule { _ in .emptyRoads }

  /// - Parameter factors: the speeds of an hour of the week, 0 ..< 168 from Monday midnight on; at
  ///   most `SpeedScheduleLimits.maximumPeriods` distinct ones.
  init(_ factors: (Int) -> SpeedFactors) {
    var periods = [SpeedFactors.emptyRoads]
    hours = (0..<Self.hoursInWeek).map { hour in
      let factors = factors(hour)
      let known = periods.firstIndex(of: factors)
      if known == nil { periods.append(factors) }
      return UInt8(known ?? periods.count - 1)
    }
    self.periods = periods
  }

  /// The index in `periods` of the speeds at a time; 0, empty roads, for `nil`.
  package func period(at time: Timestamp?) -> Int {
    guard let time else { return 0 }
    return Int(hours[Self.hourOfWeek(time)])
  }

  /// The hour of the week in the time's own offset: 0 is Monday from 0:00 on.
  static func hourOfWeek(_ time: Timestamp) -> Int {
    let seconds = time.secondsSince1970 + Int64(time.offsetSeconds)
    let hours = Int((Double(seconds) / 3600).rounded(.down))
    // 1970 began on a Thursday.
    let sinceMonday = (hours + 3 * 24) % hoursInWeek
    return sinceMonday < 0 ? sinceMonday + hoursInWeek : sinceMonday
  }
}

/// The limits of a speed schedule.
package enum SpeedScheduleLimits {
  /// Each period that is in use has its own weights in memory.
  package static let maximumPeriods = 24
}
