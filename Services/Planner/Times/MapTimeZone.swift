import Foundation
import Messages
import Time

/// The time zone of the map: converts instants to local time, and local times to instants.
struct MapTimeZone: Sendable {
  private let zone: TimeZone

  /// `nil` for an unknown name. Names are those of the IANA time zone database, such as
  /// `America/Los_Angeles`.
  init?(identifier: String) {
    guard let zone = TimeZone(identifier: identifier) else { return nil }
    self.zone = zone
  }

  /// The zone's IANA name.
  var identifier: String { zone.identifier }

  /// The UTC offset at an instant, in seconds east of Greenwich.
  func offsetSeconds(at instant: Timestamp) -> Int {
    zone.secondsFromGMT(
      for: Date(timeIntervalSince1970: Double(instant.secondsSince1970)))
  }

  /// The same instant with the zone's offset.
  func localized(_ instant: Timestamp) -> Timestamp {
    Timestamp(
      millisecondsSince1970: instant.millisecondsSince1970,
      offsetSeconds: offsetSeconds(at: instant))
  }

  /// The instants at which the zone's clocks show a date and time.
  ///
  /// Usually one. Two if the clocks are put back over that time. None if they are put forward over
  /// it; the result is then the instant computed with the offset before the change, so 02:30 of a
  /// skipped hour is 03:30. This is the rule of RFC 5545, section 3.3.5.
  func occurrences(of time: CivilTime) -> ClockOccurrences {
    let asUTC = time.secondsSince1970
    // No offset reaches a day, and no zone changes twice in two days.
    let before = offsetSeconds(at: Timestamp(secondsSince1970: asUTC - Self.daySeconds))
    let after = offsetSeconds(at: Timestamp(secondsSince1970: asUTC + Self.daySeconds))
    let found = Set([before, after])
      .map { localized(Timestamp(secondsSince1970: asUTC - Int64($0))) }
      .filter { $0.secondsSince1970 + Int64($0.offsetSeconds) == asUTC }
      .sorted()
    guard let first = found.first else {
      let shifted = localized(Timestamp(secondsSince1970: asUTC - Int64(before)))
      return ClockOccurrences(first: shifted, second: nil)
    }
    return ClockOccurrences(first: first, second: found.count > 1 ? found[1] : nil)
  }

  /// A clock time on the date that `instant` has here, or some days later.
  func occurrences(
    hour: Int, minute: Int, onDateOf instant: Timestamp, daysLater: Int64 = 0
  ) -> ClockOccurrences {
    let local = instant.secondsSince1970 + Int64(offsetSeconds(at: instant))
    var time = CivilTime(secondsSince1970: local + daysLater * Self.daySeconds)
    (time.hour, time.minute, time.second) = (hour, minute, 0)
    return occurrences(of: time)
  }

  private static let daySeconds: Int64 = 86_400
}

/// The one or two instants at which clocks show a time.
struct ClockOccurrences: Sendable, Hashable {
  let first: Timestamp
  /// Usually an hour later; only where the clocks are put back in between.
  let second: Timestamp?

  /// The earliest that is not before `instant`.
  func earliest(notBefore instant: Timestamp) -> Timestamp? {
    if first >= instant { return first }
    if let second, second >= instant { return second }
    return nil
  }
}
