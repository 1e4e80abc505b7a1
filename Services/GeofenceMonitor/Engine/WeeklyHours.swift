import Messages

/// The times of the week at which a fence is open, by a local clock.
struct WeeklyHours: Sendable {
  private static let day = 1_440
  private static let week = 7 * day
  /// Minutes of the week from Monday 00:00; an end beyond the week wraps around to its start.
  private let spans: [Range<Int>]

  /// - Throws: `ServiceError` with `invalidRequest` for an invalid day or time.
  init(_ hours: [FenceHours]) throws(ServiceError) {
    var spans: [Range<Int>] = []
    for span in hours {
      guard let from = Self.minute(span.from), from < Self.day, let until = Self.minute(span.until),
        (span.days ?? []).allSatisfy((1...7).contains)
      else {
        throw ServiceError(
          .invalidRequest,
          """
          hours from “\(span.from)” until “\(span.until)” make no sense; times are 00:00 to 24:00, \
          days are 1 for Monday to 7 for Sunday.
          """)
      }
      let length = until > from ? until - from : until + Self.day - from
      for day in span.days ?? Array(1...7) {
        let start = (day - 1) * Self.day + from
        spans.append(start..<start + length)
      }
    }
    self.spans = spans
  }

  func isOpen(at time: Int64, offsetSeconds: Int32) -> Bool {
    let minute = Self.minuteOfWeek(time, offsetSeconds)
    return spans.contains { $0.contains(minute) || $0.contains(minute + Self.week) }
  }

  /// The next instant, in milliseconds since 1970, at which no span holds any more; `nil` if
  /// one always does.
  func closing(after time: Int64, offsetSeconds: Int32) -> Int64? {
    let first = (time / 60_000 + 1) * 60_000
    for step in 0...Int64(Self.week) {
      let instant = first + step * 60_000
      if !isOpen(at: instant, offsetSeconds: offsetSeconds) { return instant }
    }
    return nil
  }

  private static func minuteOfWeek(_ time: Int64, _ offsetSeconds: Int32) -> Int {
    let minutes = Int((time + Int64(offsetSeconds) * 1_000).flooredQuotient(by: 60_000))
    // 1 January 1970 was a Thursday.
    return (minutes + 3 * day).flooredRemainder(by: week)
  }

  /// `HH:MM` as minutes, 0 ... 1,440.
  private static func minute(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 }), let hour = Int(parts[0]),
      let minute = Int(parts[1]), hour >= 0, (0..<60).contains(minute)
    else { return nil }
    let total = hour * 60 + minute
    return total <= day ? total : nil
  }
}

extension FixedWidthInteger {
  fileprivate func flooredQuotient(by divisor: Self) -> Self {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }

  fileprivate func flooredRemainder(by divisor: Self) -> Self {
    let rest = self % divisor
    return rest < 0 ? rest + divisor : rest
  }
}
