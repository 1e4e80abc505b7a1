import Messages
import Time

/// Converts the times of a request to instants. Clock times are in the map's time zone:
///
/// | given | departure | deadline |
/// |---|---|---|
/// | `now` | now | now |
/// | an instant | that instant | that instant |
/// | `2026-11-21T08:15` | its first occurrence | its first occurrence from the departure on |
/// | `08:15` | its next occurrence | the same, on the departure's date |
/// | `tomorrow 09:00` | that clock time of tomorrow | the same |
/// | `mon 08:00` | the next one on a Monday | the first from the departure on |
/// | `in 30m` | that long from now | the same |
/// | `+30m` | that long from now | that long after the departure |
///
/// A departure clock time that has just passed still means today. A deadline clock time before the
/// departure means the next date if the trip is then no longer than
/// `PlanningLimits.overnightSeconds`; without a departure it means its next occurrence.
///
/// A time that the clocks skip in spring is shifted forward; see `MapTimeZone.occurrences`.
/// Fractions of a second are rounded to the safe side: a departure up, a deadline down.
extension TripWindow {
  /// - Parameters:
  ///   - departure: `nil` where everything is computed back from the deadline: then it is now, or
  ///     as long before the deadline as a trip may be.
  ///   - now: the instant at which the request is answered.
  /// - Throws: `invalidRequest` if the deadline is not after the departure, or too long after it.
  init(
    departure: RequestedTime?, deadline: RequestedTime, now: Timestamp, in zone: MapTimeZone
  ) throws(ServiceError) {
    var start = zone.departure(departure ?? .now, now: now)
    let end: Timestamp
    if departure == nil {
      end = zone.deadline(deadline, now: now)
      start = max(start, zone.localized(end.adding(seconds: -PlannerLimits.maximumTripSeconds)))
    } else {
      end = zone.deadline(deadline, departure: start, now: now)
    }
    self.init(departure: start, deadline: end)
    guard seconds > 0 else { throw Self.notAfter(end, start, asked: deadline) }
    try check(
      seconds <= PlannerLimits.maximumTripSeconds,
      "The deadline \(end) is \(seconds / 3600) hours after the departure \(start); at most "
        + "\(PlannerLimits.maximumTripSeconds / 3600) hours can be planned. Give an earlier one.")
  }

  private static func notAfter(
    _ deadline: Timestamp, _ departure: Timestamp, asked: RequestedTime
  ) -> ServiceError {
    let isSameDate = deadline.dateText == departure.dateText
    let end = isSameDate ? deadline.clockText : "\(deadline.dateText) \(deadline.clockText)"
    let start = isSameDate ? departure.clockText : "\(departure.dateText) \(departure.clockText)"
    let relation = deadline < departure ? "before" : "not after"
    var hint = "Give a later deadline or an earlier departure."
    if case .clock = asked {
      let next = departure.adding(seconds: 86_400).dateText
      hint = "Give a later deadline, or its date as well, such as \(next)T\(asked)."
    }
    return ServiceError(
      .invalidRequest, "The deadline \(end) is \(relation) the departure \(start). \(hint)")
  }
}

extension MapTimeZone {
  /// Answers `MapTimesRequest`: the instants of the requested times, with the zone's offset.
  func times(_ request: MapTimesRequest, now: Timestamp) -> MapTimesReply {
    let start = request.departure.map { localized(departure($0, now: now)) }
    let end = request.deadline.map { time in
      localized(start.map { deadline(time, departure: $0, now: now) } ?? deadline(time, now: now))
    }
    return MapTimesReply(departure: start, deadline: end)
  }

  /// The instant of a departure; see `TripWindow`.
  func departure(_ time: RequestedTime, now: Timestamp) -> Timestamp {
    switch time {
    case .now: return localized(now.roundedUp)
    case .instant(let instant): return localized(instant.roundedUp)
    case .fromNow(let seconds), .after(let seconds):
      return localized(now.roundedUp.adding(seconds: seconds))
    case .local(let civil): return occurrences(of: civil).first
    case .day(let day, let hour, let minute):
      let threshold = now.adding(seconds: -PlanningLimits.clockGraceSeconds)
      return clock(hour, minute, on: day, from: threshold, today: now)
    case .clock(let hour, let minute):
      let threshold = now.adding(seconds: -PlanningLimits.clockGraceSeconds)
      let today = occurrences(hour: hour, minute: minute, onDateOf: now)
      return today.earliest(notBefore: threshold)
        ?? occurrences(hour: hour, minute: minute, onDateOf: now, daysLater: 1).first
    }
  }

  /// The instant of a deadline without a departure; see `TripWindow`.
  func deadline(_ time: RequestedTime, now: Timestamp) -> Timestamp {
    guard case .clock(let hour, let minute) = time else {
      return deadline(time, departure: now, now: now)
    }
    let today = occurrences(hour: hour, minute: minute, onDateOf: now)
    return today.earliest(notBefore: now)
      ?? occurrences(hour: hour, minute: minute, onDateOf: now, daysLater: 1).first
  }

  /// The instant of a deadline; see `TripWindow`. It is before the departure if no reading of the
  /// time is after it.
  func deadline(_ time: RequestedTime, departure: Timestamp, now: Timestamp) -> Timestamp {
    switch time {
    case .now: return localized(now.roundedDown)
    case .instant(let instant): return localized(instant.roundedDown)
    case .fromNow(let seconds): return localized(now.roundedDown.adding(seconds: seconds))
    case .after(let seconds): return localized(departure.adding(seconds: seconds))
    case .day(let day, let hour, let minute):
      return clock(hour, minute, on: day, from: departure, today: now)
    case .local(let civil):
      let found = occurrences(of: civil)
      return found.earliest(notBefore: departure) ?? found.first
    case .clock(let hour, let minute):
      let sameDay = occurrences(hour: hour, minute: minute, onDateOf: departure)
      if let found = sameDay.earliest(notBefore: departure) { return found }
      let nextDay = occurrences(
        hour: hour, minute: minute, onDateOf: departure, daysLater: 1
      ).first
      let isOvernight = nextDay.seconds(since: departure) <= PlanningLimits.overnightSeconds
      return isOvernight ? nextDay : sameDay.first
    }
  }

  /// A clock time on a day that is named relative to today, not before `earliest` where the day
  /// allows that: the second occurrence of a repeated clock time, or the next week's day.
  private func clock(
    _ hour: Int, _ minute: Int, on day: RequestedDay, from earliest: Timestamp, today now: Timestamp
  ) -> Timestamp {
    guard let weekday = day.weekday else {
      let found = occurrences(
        hour: hour, minute: minute, onDateOf: now, daysLater: day == .tomorrow ? 1 : 0)
      return found.earliest(notBefore: earliest) ?? found.first
    }
    let first = max(now, earliest)
    let local = first.secondsSince1970 + Int64(offsetSeconds(at: first))
    // 1 January 1970 was a Thursday, three days after a Monday.
    let daysSinceMonday = (Int((Double(local) / 86_400).rounded(.down)) + 3) % 7
    let ahead = Int64((weekday - daysSinceMonday + 7) % 7)
    let found = occurrences(hour: hour, minute: minute, onDateOf: first, daysLater: ahead)
    return found.earliest(notBefore: earliest)
      ?? occurrences(hour: hour, minute: minute, onDateOf: first, daysLater: ahead + 7).first
  }
}

extension Timestamp {
  /// The whole second at or before.
  var roundedDown: Timestamp {
    Timestamp(secondsSince1970: secondsSince1970, offsetSeconds: offsetSeconds)
  }

  /// The whole second at or after.
  var roundedUp: Timestamp {
    let isWhole = secondsSince1970 * 1000 == millisecondsSince1970
    return isWhole ? self : roundedDown.adding(seconds: 1)
  }

  /// `2026-11-21`.
  fileprivate var dateText: String { String(civil.description.prefix(10)) }

  /// `08:15`, with seconds where there are any.
  fileprivate var clockText: String {
    String(civil.description.dropFirst(11).prefix(civil.second == 0 ? 5 : 8))
  }
}
