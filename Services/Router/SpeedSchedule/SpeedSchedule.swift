import Messages

/// How fast roads are by the hour of the week.
///
/// A drive has the speeds of the hour in which it begins (or ends, where it is asked for by its
/// arrival), to its end. The timestamp's own offset tells the hour and the weekday, so no time zone
/// is needed here.
package struct SpeedSchedule: Sendable, Hashable {
  static let hoursInWeek = 168

  /// The different speeds that the hours have. The first are those of empty roads, which also hold
  /// where no time is given.
  package let periods: [SpeedFactors]
  /// By hour of the week, Monday midnight first: the place in `periods`.
  private let hours: [UInt8]

  /// The same at every hour: empty roads.
  package static let emptyRoads = SpeedSchedule { _ in .emptyRoads }

  /// - Parameter factors: the speeds of an hour of the week, 0 ..< 168 from Monday midnight on. At
  ///   most `SpeedScheduleLimits.maximumPeriods` may differ.
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

  /// The place in `periods` of the speeds at a time; 0, empty roads, where there is none.
  package func period(at time: Timestamp?) -> Int {
    guard let time else { return 0 }
    return Int(hours[Self.hourOfWeek(time)])
  }

  /// The hour of the week that clocks with the time's offset show: 0 is Monday from 0:00 on.
  static func hourOfWeek(_ time: Timestamp) -> Int {
    let seconds = time.secondsSince1970 + Int64(time.offsetSeconds)
    let hours = Int((Double(seconds) / 3600).rounded(.down))
    // 1970 began on a Thursday.
    let sinceMonday = (hours + 3 * 24) % hoursInWeek
    return sinceMonday < 0 ? sinceMonday + hoursInWeek : sinceMonday
  }
}

/// The bounds of a speed schedule.
package enum SpeedScheduleLimits {
  /// Each period has weights of its own in memory, once somebody asks for it.
  package static let maximumPeriods = 24
}
