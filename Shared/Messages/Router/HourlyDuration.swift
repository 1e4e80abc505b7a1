package import Time

/// How long a drive lasts whose duration depends on the hour of the clock.
///
/// Let d(h) be the duration of the quickest route at the speeds of hour h throughout. During hour h
/// the drive makes the share 1 / d(h) of its way each second, and it ends when all of the way is
/// made. So a drive within one hour lasts d(h); one that has made the share s at the change to hour
/// h′ needs (1 − s) d(h′) more.
///
/// - First in, first out: a later departure never arrives earlier. Which share is made in a second
///   follows from the clock alone, so at any time the later drive has not less of its way left.
/// - An hour after the first without a route, as where the end is closed off then, is driven like
///   the hour before. So only the first hour, of an arrival the last, decides whether there is a
///   route.
/// - The duration lies between the least and the greatest d of the hours that the drive passes, but
///   for a millisecond of rounding up at each change.
///
/// The router answers with it, and whoever has d by the hour gets the same result with it.
package enum HourlyDuration: Sendable, Hashable {
  case milliseconds(UInt64)
  /// In the first hour there is no route; with an arrival, in the last.
  case noRoute
  /// The d of the hour that contains this time is needed as well.
  case needs(Timestamp)

  /// What is known of the d of one hour.
  package enum Hour: Sendable, Hashable {
    case milliseconds(UInt32)
    case noRoute
    case unknown
  }

  /// The duration of a drive that begins at a time.
  ///
  /// - Parameter hour: the d of the hour of the clock, in the offset of `time`, that contains a
  ///   time; asked for each hour that the drive passes, in order.
  package init(departing time: Timestamp, _ hour: (Timestamp) -> Hour) {
    self.init(from: time, hour) { time in
      let ahead = time.millisecondsToNextClockHour
      return (ahead, time.adding(milliseconds: ahead))
    }
  }

  /// The duration of a drive that ends at a time; on the full hour it ends in the hour before.
  ///
  /// - Parameter hour: as in `init(departing:_:)`, asked for backward.
  package init(arriving time: Timestamp, _ hour: (Timestamp) -> Hour) {
    // The last millisecond of the drive is in the hour that it ends in.
    self.init(from: time.adding(milliseconds: -1), hour) { time in
      let behind = time.millisecondsIntoClockHour + 1
      return (behind, time.adding(milliseconds: -behind))
    }
  }

  /// - Parameter next: from a time of the drive to the hour after or before: the milliseconds of
  ///   the drive in the hour of that time, if it does not end in it, and a time in the next one.
  private init(
    from first: Timestamp, _ hour: (Timestamp) -> Hour,
    _ next: (Timestamp) -> (milliseconds: Int64, time: Timestamp)
  ) {
    var (time, passed) = (first, UInt64(0))
    // The way that is left and the whole way, in milliseconds at the speeds of the hour.
    var (left, whole) = (UInt64(1), UInt64(1))
    var isFirst = true
    while true {
      switch hour(time) {
      case .noRoute where isFirst:
        self = .noRoute
        return
      case .noRoute: break
      case .unknown:
        self = .needs(time)
        return
      case .milliseconds(let duration):
        if UInt64(duration) != whole { left = (left * UInt64(duration) + whole - 1) / whole }
        whole = max(1, UInt64(duration))
      }
      let (milliseconds, other) = next(time)
      if left <= milliseconds { break }
      left -= UInt64(milliseconds)
      passed += UInt64(milliseconds)
      time = other
      isFirst = false
    }
    self = .milliseconds(passed + left)
  }

  /// Whole seconds, rounded to the nearest, as all durations in replies; `nil` without a route.
  package var seconds: Int? {
    guard case .milliseconds(let milliseconds) = self else { return nil }
    return Int((milliseconds + 500) / 1000)
  }
}

extension Timestamp {
  fileprivate static let millisecondsInHour: Int64 = 3_600_000

  /// The hour of the clock in the time's own offset, counted from 1970.
  package var clockHour: Int64 {
    (localMilliseconds - millisecondsIntoClockHour) / Self.millisecondsInHour
  }

  /// Until the next full hour of the clock, 1 ... 3,600,000.
  package var millisecondsToNextClockHour: Int64 {
    Self.millisecondsInHour - millisecondsIntoClockHour
  }

  /// The instant `milliseconds` later, with the same offset.
  package func adding(milliseconds: Int64) -> Timestamp {
    Timestamp(
      millisecondsSince1970: millisecondsSince1970 + milliseconds, offsetSeconds: offsetSeconds)
  }

  /// Since the last full hour of the clock, 0 ..< 3,600,000.
  package var millisecondsIntoClockHour: Int64 {
    let rest = localMilliseconds % Self.millisecondsInHour
    return rest < 0 ? rest + Self.millisecondsInHour : rest
  }

  private var localMilliseconds: Int64 { millisecondsSince1970 + Int64(offsetSeconds) * 1000 }
}
