import Messages
import Time

/// Says of a meeting whether there is time for it, and what would help if not.
struct MeetJudge {
  let planner: MeetPlanner
  let pair: MeetingPair
  /// Those in range of both.
  let shops: [Shop]
  /// Best first, as the options that are their first.
  let meetings: [Meeting]
  let options: [MeetOption]
  let closed: [ClosedMeeting]
  let now: Timestamp

  /// - Throws: whatever the services throw that are asked for a way out.
  func verdict() async throws -> PlanVerdict {
    if let best = meetings.first, best.onTime {
      let perhaps = meetings.count { $0.onTime && !$0.isCertain }
      if !best.isCertain { return PlanVerdict(.maybe, .hoursUnknown, count: perhaps) }
      let sooner = options.firstIndex { option in
        guard option.onTime, !option.isCertain, let first = options.first else { return false }
        return pair.isOpen
          ? option.leaves > first.leaves : option.worstSlackSeconds > first.worstSlackSeconds
      }
      return PlanVerdict(.yes, soonerPerhaps: sooner)
    }
    if shops.isEmpty { return PlanVerdict(.no, .nothing) }
    let reasons = [
      (PlanVerdict.Reason.closed, closed.count), (.late, meetings.count),
      (.unreachable, shops.count - closed.count - meetings.count),
    ]
    // The reason that holds of most; of equal ones the first.
    guard let (reason, count) = reasons.reversed().max(by: { $0.1 < $1.1 }) else {
      return PlanVerdict(.no, .nothing)
    }
    return PlanVerdict(.no, reason, count: count, wayOut: try await reopened() ?? late)
  }

  /// To arrive later from the best meeting.
  private var late: WayOut? {
    guard let best = options.first, !best.onTime else { return nil }
    return wayOut(best, pair)
  }

  /// The times of a meeting: the departures of a pair, and deadlines that are late enough for it.
  private func wayOut(
    _ option: MeetOption, _ pair: MeetingPair, opens: Timestamp? = nil
  ) -> WayOut {
    let zone = planner.map.zone
    return WayOut(
      departure: pair.first.departure,
      deadline: zone.localized(max(self.pair.first.query.window.deadline, option.first.arrival)),
      opens: opens, venue: option.venue.id, name: option.venue.name, names: option.venue.names,
      otherDeparture: pair.second.departure,
      otherDeadline: zone.localized(
        max(self.pair.second.query.window.deadline, option.second.arrival)))
  }

  /// Both leave as much later or earlier as makes the first of the closed shops open.
  private func reopened() async throws -> WayOut? {
    let first = pair.first
    let dwell = first.query.dwellSeconds
    // Whoever is there last decides; counted from the departure of the first.
    let ahead = pair.second.departure.seconds(since: first.departure)
    let reached = closed.map { ($0.shop, seconds: max($0.seconds.0, ahead + $0.seconds.1)) }
    let others = OtherDepartures(
      reached, dwellSeconds: dwell,
      latest: min(first.query.window.deadline, pair.second.query.window.deadline)
        .adding(seconds: -dwell),
      departure: first.departure, certainly: first.query.openOnly, on: planner.map,
      now: now.adding(seconds: max(0, -ahead)))
    for other in others.ordered {
      let moved = MeetingPair(
        first: pair.first.moved(to: other.time, isLater: other.opens != nil),
        second: pair.second.moved(
          to: other.time.adding(seconds: ahead), isLater: other.opens != nil))
      let meetings = try await planner.evaluated([other.shop], moved).meetings
      guard let meeting = meetings.first, meeting.onTime,
        let option = try await planner.options([meeting], moved).first, option.onTime
      else { continue }
      return wayOut(option, moved, opens: other.opens)
    }
    return nil
  }
}

extension MeetOption {
  /// When whoever leaves earlier leaves.
  fileprivate var leaves: Timestamp {
    min(first.schedule.leave, second.schedule.leave)
  }
}

extension Trip {
  /// The same trip with another departure, and all the time there is if it is a later one.
  fileprivate func moved(to departure: Timestamp, isLater: Bool) -> Trip {
    var trip = self
    trip.query.openEnd = nil
    trip.query.window = TripWindow(
      departure: departure,
      deadline: isLater
        ? departure.adding(seconds: PlannerLimits.maximumTripSeconds) : query.window.deadline)
    return trip
  }
}
