/// When one can stay somewhere for a while.
package struct HoursStay: Sendable, Hashable {
  /// When it begins.
  package let start: UnixSeconds
  /// Whether it is known to be open all the while; else nobody knows for some instant of it.
  package let isCertain: Bool
}

extension LocalHours {
  /// The earliest stay during which it is never closed; `nil` where there is none.
  ///
  /// Paints the day of the first start and only as many more as it takes: some three microseconds
  /// where it is open then.
  ///
  /// - Parameters:
  ///   - seconds: how long the stay is; one of no time counts as a second.
  ///   - starts: when it may begin.
  ///   - certainly: whether it must be known to be open all the while.
  package func earliestStay(
    of seconds: Int, startingIn starts: ClosedRange<UnixSeconds>, certainly: Bool = false
  ) -> HoursStay? {
    let length = UnixSeconds(max(seconds, 1))
    var stay: HoursStay?
    var day = place.zone.local(starts.lowerBound).day
    while true {
      for piece in pieces(of: day, canvas(of: day)) where piece.end > starts.lowerBound {
        if piece.isOpen(certainly) {
          let start = stay?.start ?? max(piece.start, starts.lowerBound)
          guard start <= starts.upperBound else { return nil }
          let next = HoursStay(
            start: start, isCertain: stay?.isCertain ?? true && piece.paint.state == .open)
          if piece.end - start >= length { return next }
          stay = next
        } else {
          guard piece.end <= starts.upperBound else { return nil }
          stay = nil
        }
      }
      day = day.advanced(by: 1)
    }
  }

  /// The latest stay during which it is never closed; as `earliestStay`, but it paints from the day
  /// of the last end back.
  package func latestStay(
    of seconds: Int, startingIn starts: ClosedRange<UnixSeconds>, certainly: Bool = false
  ) -> HoursStay? {
    let length = UnixSeconds(max(seconds, 1))
    let limit = starts.upperBound + length
    // Where the open time ends that has been followed back so far.
    var end: UnixSeconds?
    var isCertain = true
    var day = place.zone.local(limit - 1).day
    while true {
      for piece in pieces(of: day, canvas(of: day)).reversed() where piece.start < limit {
        if piece.isOpen(certainly) {
          let last = end ?? min(piece.end, limit)
          guard last - length >= starts.lowerBound else { return nil }
          isCertain = isCertain && piece.paint.state == .open
          if last - piece.start >= length {
            return HoursStay(start: last - length, isCertain: isCertain)
          }
          end = last
        } else {
          guard piece.start - length >= starts.lowerBound else { return nil }
          end = nil
          isCertain = true
        }
      }
      day = day.advanced(by: -1)
    }
  }

  /// When it closes: the first closed instant from `instant` on; `nil` where there is none before
  /// `limit`, and where nobody knows until when it stays open.
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

extension LocalHours.Piece {
  /// Whether one may stay here.
  fileprivate func isOpen(_ certainly: Bool) -> Bool {
    paint.state == .open || !certainly && paint.state == .unknown
  }
}
