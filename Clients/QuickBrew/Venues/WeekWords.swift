import Messages
import OpeningHours
import Time

/// The hours of a week in words: "Mon–Fri 08:00–18:00, Sat 09:00–12:00". Days without any are left
/// out.
enum WeekWords {
  private static let minutesInDay = 1440
  /// A year of them shows what depends on the date.
  private static let weeks = 54

  /// Those of an opening_hours value on days without holidays; `nil` where not every week is the
  /// same, there is a remark, or it is never open.
  static func text(_ value: String) -> String? {
    guard let hours = try? OpeningHours(value), !hours.mentionsSun,
      let zone = HoursZone(identifier: "UTC")
    else { return nil }
    let local = LocalHours(hours, at: HoursContext(zone: zone, schoolHolidays: []))
    let monday = zone.instant(of: Day(year: 2026, month: 6, day: 1), minute: 0)
    var days = [[String]](repeating: [], count: weeks * 7)
    for interval in local.intervals(in: monday..<(monday + Int64(days.count) * 86_400)) {
      if interval.state == .unknown || interval.comment != nil { return nil }
      var start = Int(interval.start - monday) / 60
      let end = Int(interval.end - monday) / 60
      while start < end {
        // Of what is longer than a day each midnight begins another.
        let stop = end - start > minutesInDay ? (start / minutesInDay + 1) * minutesInDay : end
        days[start / minutesInDay].append(words(start % minutesInDay, stop - start))
        start = stop
      }
    }
    // The first week may begin within a night, and the last one end in one.
    let whole = Array(days.map(Formats.list)[7..<(days.count - 7)])
    guard whole.indices.dropFirst(7).allSatisfy({ whole[$0] == whole[$0 - 7] }) else { return nil }
    let text = text(Array(whole[..<7]))
    return text.isEmpty ? nil : text
  }

  /// Those in which a fence is watched.
  static func text(_ hours: [FenceHours]) -> String {
    let rules = hours.map { span in
      let days = (span.days ?? []).compactMap { Weekday(rawValue: $0 - 1)?.abbreviation }
      return "\(days.joined(separator: ",")) \(span.from)-\(span.until)"
    }
    return text(rules.joined(separator: ", ")) ?? ""
  }

  private static func words(_ start: Int, _ length: Int) -> String {
    start == 0 && length == minutesInDay
      ? Formats.phrase("hours.allDay") : range(minute(start), minute(start + length))
  }

  /// `08:00`: minutes after midnight; 24:00 is the end of a day.
  static func minute(_ minute: Int) -> String {
    let hour = minute == minutesInDay ? 24 : minute / 60 % 24
    let time = CivilTime(year: 2026, month: 6, day: 1, hour: hour, minute: minute % 60)
    return Formats.conventions.clock(time, hasSeconds: false)
  }

  private static func range(_ from: String, _ to: String) -> String {
    Formats.phrase("hours.range", ["from": from, "to": to])
  }

  /// - Parameter week: the hours of each day from Monday.
  private static func text(_ week: [String]) -> String {
    var runs: [String] = []
    var day = 0
    while day < 7 {
      let last = (day..<7).last { week[day...$0].allSatisfy { $0 == week[day] } } ?? day
      let names = [day, last].map { Formats.conventions.word("weekdays", $0 + 1) }
      let days = day == last ? names[0] : range(names[0], names[1])
      if !week[day].isEmpty { runs.append("\(days) \(week[day])") }
      day = last + 1
    }
    return Formats.list(runs)
  }
}
