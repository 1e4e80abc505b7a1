/// A period for which one can stay somewhere.
package struct HoursStay: Sendable, Hashable {
  /// When it begins.
  package let start: UnixSeconds
  /// Whether it is known to be open throughout; else the state is unknown at some instant.
  package let isCertain: Bool
}

extension LocalHours {
  /// The earliest stay during which it is never closed; `nil` without one.
  ///
  /// Paints the day of the first start and only as many more days as needed: about three
  /// microseconds if it is open then.
  ///
  /// - Parameters:
  ///   - seconds: how long the stay is; 0 counts as one second.
  ///   - starts: when the stay may begin.
  ///   - certainly: whether it must be known to be open throughout.
  package func earliestStay(
    of seconds: Int, startingIn starts: ClosedRange<UnixSeconds>, certainly: Bool = false
  ) -> HoursStay? {
    let length = UnixSeconds(max(seconds, 1))
    var stay: HoursStay?
    var day = context.zone.local(starts.lowerBound).day
    while true {
      for segment in segments(of: day, canvas(of: day)) where segment.end > starts.lowerBound {
        if segment.isOpen(certainly) {
          let start = stay?.start ?? max(segment.start, starts.lowerBound)
          guard start <= starts.upperBound else { return nil }
          let next = HoursStay(
            start: start, isCertain: stay?.isCertain ?? true && segment.paint.state == .open)
          if segment.end - start >= length { return next }
          stay = next
        } else {
          guard segment.end <= starts.upperBound else { return nil }
          stay = nil
        }
      }
      day = day.advanced(by: 1)
    }
  }

  /// The latest stay during which it is never closed; as `earliestStay`, but painting backwards
  /// from the day of the last end.
  package func latestStay(
    of seconds: Int, startingIn starts: ClosedRange<UnixSeconds>, certainly: Bool = false
  ) -> HoursStay? {
    let length = UnixSeconds(max(seconds, 1))
    let limit = starts.upperBound + length
    // The end of the open time that has been followed back so far.
    var end: UnixSeconds?
    var isCertain = true
    var day = context.zone.local(limit - 1).day
    while true {
      for segment in segments(of: day, canvas(of: day)).reversed() where segment.start < limit {
        if segment.isOpen(certainly) {
          let last = end ?? min(segment.end, limit)
          guard last - length >= starts.lowerBound else { return nil }
          isCertain = isCertain && segment.paint.state == .open
          if last - segment.start >= length {
            return HoursStay(start: last - length, isCertain: isCertain)
          }
          end = last
        } else {
          guard segment.start - length >= starts.lowerBound else { return nil }
          end = nil
          isCertain = true
        }
      }
      day = day.advanced(by: -1)
    }
  }

  /// When it closes: the first closed instant from `instant` on; `nil` without one before
  /// `limit`, or if the state is unknown before it.
  package func closing(after instant: UnixSeconds, before limit: UnixSeconds) -> UnixSeconds? {
    guard instant < limit else { return nil }
    var open = instant
    for interval in intervals(in: instant..<limit) where interval.start <= open {
      guard interval.state == .open else { return nil }
      open = interval.end
    }
    return open < limit ? open : nil
  }
}

extension LocalHours.Segment {
  /// Whether the segment counts as open.
  fileprivate func isOpen(_ certainly: Bool) -> Bool {
    paint.state == .open || !certainly && paint.state == .unknown
  }
}
