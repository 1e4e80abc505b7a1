/// The state at an instant.
package struct HoursStatus: Sendable, Hashable {
  package let state: HoursState
  /// A remark of the value, or of this module: "by appointment", "open end".
  package let comment: String?
}

/// A period during which the state and its comment do not change.
package struct HoursInterval: Sendable, Hashable {
  package var start: UnixSeconds
  package var end: UnixSeconds
  package let state: HoursState
  package let comment: String?
}

/// A change of the state.
package struct HoursChange: Sendable, Hashable {
  package let instant: UnixSeconds
  package let status: HoursStatus
}

extension LocalHours {
  /// Whether it is open at an instant.
  package func state(at instant: UnixSeconds) -> HoursState { status(at: instant).state }

  /// Whether it is open at an instant, with a remark for people.
  package func status(at instant: UnixSeconds) -> HoursStatus {
    let (day, second) = context.zone.local(instant)
    let paint = paint(at: instant, canvas(of: day), day, second)
    return HoursStatus(state: paint.state, comment: comment(paint))
  }

  /// The first change to another state after `instant`; `nil` without one within
  /// `HoursLimits.searchDays`.
  package func nextChange(after instant: UnixSeconds) -> HoursChange? {
    if isConstant { return nil }
    let (first, second) = context.zone.local(instant)
    let today = canvas(of: first)
    let state = paint(at: instant, today, first, second).state
    for ahead in 0...HoursLimits.searchDays {
      let day = first.advanced(by: ahead)
      let canvas = ahead == 0 ? today : canvas(of: day)
      // Most days of a long search have one state from midnight to midnight.
      if canvas.stretches.allSatisfy({ $0.paint.state == state }) { continue }
      for segment in segments(of: day, canvas)
      where segment.paint.state != state && segment.end > instant {
        let status = HoursStatus(state: segment.paint.state, comment: comment(segment.paint))
        return HoursChange(instant: segment.start, status: status)
      }
    }
    return nil
  }

  /// Whether it is open during all of a period: closed if it is closed at any instant, else unknown
  /// if it is unknown at any instant. An empty period counts as its first instant.
  ///
  /// - Parameter time: at most `HoursLimits.searchDays` long; the rest is ignored.
  package func isOpen(during time: Range<UnixSeconds>) -> HoursState {
    var result = state(at: time.lowerBound)
    var instant = time.lowerBound
    while result != .closed, let change = nextChange(after: instant),
      change.instant < time.upperBound
    {
      if change.status.state != .open { result = change.status.state }
      instant = change.instant
    }
    return result
  }

  /// The intervals between two instants when it is open or unknown, in order. Adjacent intervals
  /// differ in their state or in their comment.
  ///
  /// - Parameter time: at most `HoursLimits.intervalDays` long; the rest is ignored.
  package func intervals(in time: Range<UnixSeconds>) -> [HoursInterval] {
    var result: [HoursInterval] = []
    let first = context.zone.local(time.lowerBound).day
    let last = context.zone.local(time.upperBound).day
    for number in first.number...min(last.number, first.number + HoursLimits.intervalDays) {
      let day = Day(number: number)
      for segment in segments(of: day, canvas(of: day)) where segment.paint.state != .closed {
        let start = max(segment.start, time.lowerBound)
        let end = min(segment.end, time.upperBound)
        guard start < end else { continue }
        add(
          HoursInterval(
            start: start, end: end, state: segment.paint.state, comment: comment(segment.paint)),
          to: &result)
      }
    }
    return result
  }

  private func add(_ next: HoursInterval, to list: inout [HoursInterval]) {
    if let last = list.last, last.end == next.start, last.state == next.state,
      last.comment == next.comment
    {
      list[list.count - 1].end = next.end
    } else {
      list.append(next)
    }
  }

  // MARK: Local times to instants

  /// A part of one day with one paint.
  struct Segment {
    let start: UnixSeconds
    let end: UnixSeconds
    let paint: DayCanvas.Paint
  }

  /// The stretches of a day as instants, without gaps; those that the clocks skip are dropped.
  func segments(of day: Day, _ canvas: DayCanvas) -> [Segment] {
    let begin = context.zone.instant(of: day, minute: 0)
    let end = context.zone.instant(of: day.advanced(by: 1), minute: 0)
    let isPlain = end - begin == 86_400
    var starts = canvas.stretches.map { stretch in
      isPlain
        ? begin + Int64(stretch.start) * 60
        : context.zone.instant(of: day, minute: stretch.start)
    }
    for index in starts.indices {
      let floor = index == 0 ? begin : starts[index - 1]
      starts[index] = min(max(starts[index], floor), end)
    }
    return canvas.stretches.indices.compactMap { index in
      let next = index + 1 < starts.count ? starts[index + 1] : end
      guard starts[index] < next else { return nil }
      return Segment(start: starts[index], end: next, paint: canvas.stretches[index].paint)
    }
  }

  /// The paint at an instant of a day. On a day when clocks change, local times are ambiguous, so
  /// the segments are searched instead.
  private func paint(
    at instant: UnixSeconds, _ canvas: DayCanvas, _ day: Day, _ second: Int
  ) -> DayCanvas.Paint {
    let midnight = instant - Int64(second)
    let isPlain =
      context.zone.local(midnight) == (day, 0)
      && context.zone.local(midnight + 86_400) == (day.advanced(by: 1), 0)
    if isPlain { return canvas[second / 60] }
    return segments(of: day, canvas).last { $0.start <= instant }?.paint ?? canvas[second / 60]
  }
}
