import Messages
import Time

/// Turns the times of a request into instants. What a person types means the map's clocks:
///
/// | given | departure | deadline |
/// |---|---|---|
/// | `now` | now | now |
/// | an instant | that instant | that instant |
/// | `2026-11-21T08:15` | its first occurrence | its first occurrence from the departure on |
/// | `08:15` | its next occurrence | the same, on the departure's date |
///
/// A departure's clock time that has just passed still means today. A deadline's that is before
/// the departure means the next date where the trip is then no longer than
/// `PlanningLimits.overnightSeconds`.
///
/// A time that the clocks skip in spring is shifted forward with them; see `MapZone.occurrences`.
/// Fractions of a second go on the safe side: a departure is rounded up, a deadline down.
extension TripWindow {
  /// - Parameter now: the instant at which the request is answered.
  /// - Throws: `invalidRequest` where the deadline is not after the departure, or too far from it.
  package init(
    departure: RequestedTime, deadline: RequestedTime, now: Timestamp, in zone: MapZone
  ) throws(ServiceError) {
    let start = zone.departure(departure, now: now)
    let end = zone.deadline(deadline, departure: start, now: now)
    self.init(departure: start, deadline: end)
    guard seconds > 0 else { throw Self.notAfter(end, start, asked: deadline) }
    guard seconds <= PlannerLimits.maximumTripSeconds else {
      throw ServiceError(
        .invalidRequest,
        "The deadline \(end) is \(seconds / 3600) hours after the departure \(start); at most "
          + "\(PlannerLimits.maximumTripSeconds / 3600) hours can be planned. Give an earlier one.")
    }
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

extension MapZone {
  /// The instants that times mean, told with the zone's offset.
  package func times(_ request: MapTimesRequest, now: Timestamp) -> MapTimesReply {
    let start = request.departure.map { told(departure($0, now: now)) }
    // Alone, a deadline's clock time means its next occurrence, as a departure's does.
    let end = request.deadline.map { time in
      told(start.map { deadline(time, departure: $0, now: now) } ?? departure(time, now: now))
    }
    return MapTimesReply(departure: start, deadline: end)
  }

  /// When a departure is meant; see `TripWindow`.
  func departure(_ time: RequestedTime, now: Timestamp) -> Timestamp {
    switch time {
    case .now: return told(now.roundedUp)
    case .instant(let instant): return told(instant.roundedUp)
    case .local(let civil): return occurrences(of: civil).first
    case .clock(let hour, let minute):
      let threshold = now.adding(seconds: -PlanningLimits.clockGraceSeconds)
      let today = occurrences(hour: hour, minute: minute, onDateOf: now)
      return today.earliest(notBefore: threshold)
        ?? occurrences(hour: hour, minute: minute, onDateOf: now, daysLater: 1).first
    }
  }

  /// When a deadline is meant; see `TripWindow`. One that cannot be meant after the departure comes
  /// back before it.
  func deadline(_ time: RequestedTime, departure: Timestamp, now: Timestamp) -> Timestamp {
    switch time {
    case .now: return told(now.roundedDown)
    case .instant(let instant): return told(instant.roundedDown)
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
