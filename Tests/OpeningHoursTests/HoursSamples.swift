import Geography
import OpeningHours

/// Contexts to evaluate values in.
enum HoursSamples {
  static func zone(_ identifier: String) -> HoursZone {
    guard let zone = HoursZone(identifier: identifier) else { return .current }
    return zone
  }

  /// In Hesse.
  static let frankfurt = HoursContext(
    zone: zone("Europe/Berlin"), coordinate: Coordinate(latitude: 50.11, longitude: 8.68),
    holidays: HolidayCalendar(country: "DE", state: "HE"))

  /// A context with nothing but a time zone.
  static func clock(_ identifier: String) -> HoursContext { HoursContext(zone: zone(identifier)) }

  static func day(_ text: String) -> Day {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    return Day(year: parts[0], month: parts[1], day: parts[2])
  }

  /// `2026-11-23 08:15` on the zone's clocks.
  static func instant(_ text: String, _ zone: HoursZone) -> UnixSeconds {
    let parts = text.split(separator: " ")
    let time = parts[1].split(separator: ":").compactMap { Int($0) }
    return zone.instant(of: day(String(parts[0])), minute: time[0] * 60 + time[1])
  }
}

extension LocalHours {
  init(_ value: String, _ context: HoursContext) throws(HoursError) {
    self.init(try OpeningHours(value), at: context)
  }

  /// The intervals of some days as `11-23 08:00-12:00, 11-23 22:00-11-24 02:00?`: a question mark
  /// means unknown, 24:00 is the midnight that ends the day.
  func formatted(from day: Day, days: Int) -> String {
    let zone = context.zone
    let span =
      zone.instant(of: day, minute: 0)..<zone.instant(of: day.advanced(by: days), minute: 0)
    return intervals(in: span).map { interval in
      let (first, start) = zone.local(interval.start)
      let (last, end) = zone.local(interval.end)
      let mark = interval.state == .unknown ? "?" : ""
      let tail =
        last == first
        ? Self.clock(end)
        : last == first.advanced(by: 1) && end == 0
          ? "24:00" : "\(Self.date(last)) \(Self.clock(end))"
      return "\(Self.date(first)) \(Self.clock(start))-\(tail)\(mark)"
    }.joined(separator: ", ")
  }

  private static func date(_ day: Day) -> String {
    let (_, month, date) = day.civil
    return "\(twoDigits(month))-\(twoDigits(date))"
  }

  private static func clock(_ second: Int) -> String {
    "\(twoDigits(second / 3600)):\(twoDigits(second / 60 % 60))"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
