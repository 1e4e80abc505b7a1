import CommandLineKit
import Messages
import OpeningHours
import Time

/// Parses and formats times in a time zone.
struct HoursClock: Sendable {
  let zone: HoursZone
  /// Seconds since 1970.
  let now: Int64

  /// - Throws: `UsageError`.
  func instant(_ text: String) throws(UsageError) -> Int64 {
    if let seconds = Self.unixSeconds(text) { return seconds }
    switch RequestedTime(text) ?? RequestedTime(text + "T00:00") {
    case .now: return now
    case .instant(let time): return time.secondsSince1970
    case .clock(let hour, let minute):
      return zone.instant(of: zone.local(now).day, minute: hour * 60 + minute)
    case .fromNow(let seconds), .after(let seconds): return now + Int64(seconds)
    case .day(let day, let hour, let minute):
      return zone.instant(of: date(day), minute: hour * 60 + minute)
    case .local(let time):
      return zone.instant(of: Day(time), minute: time.hour * 60 + time.minute) + Int64(time.second)
    case nil:
      throw UsageError(
        """
        A time is like 2026-11-21T08:15:00+01:00, 2026-11-21T08:15, 2026-11-21 or 1795245300 \
        (seconds since 1970), not “\(text)”.
        """)
    }
  }

  /// The date of a day that is named relative to today; a day of the week is today or later.
  private func date(_ day: RequestedDay) -> Day {
    let today = zone.local(now).day
    guard let weekday = day.weekday else { return today.advanced(by: day == .tomorrow ? 1 : 0) }
    return (0..<7).lazy.map { today.advanced(by: $0) }.first { $0.weekday.rawValue == weekday }
      ?? today
  }

  /// The start of the day of an instant.
  func midnight(before instant: Int64) -> Int64 {
    zone.instant(of: zone.local(instant).day, minute: 0)
  }

  /// The same clock time `count` days later.
  func days(_ count: Int, after instant: Int64) -> Int64 {
    let (day, second) = zone.local(instant)
    return zone.instant(of: day.advanced(by: count), minute: second / 60) + Int64(second % 60)
  }

  /// The instant with the zone's offset.
  func timestamp(_ instant: Int64) -> Timestamp {
    Timestamp(secondsSince1970: instant, offsetSeconds: zone.offsetSeconds(at: instant))
  }

  /// Smaller numbers are years, or dates without hyphens, rather than seconds before March 1973.
  private static let leastUnixSeconds = 100_000_000.0
  /// Numbers from here on are milliseconds: as seconds they would lie after the year 5138.
  private static let leastUnixMilliseconds = 100_000_000_000.0
  private static let mostUnixMilliseconds = 1_000_000_000_000_000.0

  /// The seconds of a Unix time in seconds or milliseconds; `nil` for any other text.
  private static func unixSeconds(_ text: String) -> Int64? {
    guard let number = Double(text), number >= leastUnixSeconds, number < mostUnixMilliseconds
    else { return nil }
    return Int64((number >= leastUnixMilliseconds ? number / 1000 : number).rounded(.down))
  }
}
