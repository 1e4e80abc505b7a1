import OpeningHours
import Time

/// Formats opening hours as text.
enum HoursRendering {
  static func render(_ report: HoursReport, style: Style) -> String {
    var text = style.paint(report.value.printable, .bold) + "\n"
    text += sentence(report, style) + "\n\n" + table(report).render(style)
    if report.warnings.isEmpty { return text }
    text += "\n"
    for warning in report.warnings {
      let place = warning.position.map { "\($0 + 1)" }
      text += style.note(
        Formats.phrase("hours.warning", ["text": warning.message, "position": place]))
    }
    return text
  }

  /// `Open at Sat 2026-11-21 08:15, until 18:00.`
  private static func sentence(_ report: HoursReport, _ style: Style) -> String {
    let state = Formats.phrase("state.\(report.state.rawValue)")
    let change = report.nextChange
    let isToday = change.map { Formats.day($0.at) == Formats.day(report.at) } ?? true
    let when = change.map { isToday ? clock($0.at) : "\(day(of: $0.at)) \(clock($0.at))" }
    return Formats.phrase(
      change == nil ? "hours.constant" : "hours.sentence",
      [
        "state": style.paint(state, paint(report.state)), "comment": report.comment?.printable,
        "time": "\(day(of: report.at)) \(clock(report.at))", "zone": report.timeZone,
        "next": change.map { Formats.phrase("state.\($0.state.rawValue)") }, "when": when,
      ])
  }

  private static func table(_ report: HoursReport) -> TextTable {
    TextTable(
      report.days,
      [
        .init(titled: "day") {
          day(of: Timestamp(secondsSince1970: Int64($0.day.number) * 86_400))
        },
        .init(
          Formats.phrase("table.hours"),
          painted: { (hours($0), $0.intervals.isEmpty ? .faint : nil) }),
      ])
  }

  private static func hours(_ day: HoursReport.ListedDay) -> String {
    let hours = day.intervals.map { interval in
      let mark = interval.state == .unknown ? "?" : ""
      let comment = interval.comment.map { " (\($0))" } ?? ""
      return "\(clock(interval.start))-\(end(of: interval))\(mark)\(comment)"
    }
    return (hours.isEmpty ? Formats.phrase("hours.closed") : Formats.list(hours))
      + (day.holiday.map { " · \($0)" } ?? "")
  }

  private static func paint(_ state: HoursState) -> Style.Paint {
    switch state {
    case .open: .green
    case .closed: .red
    case .unknown: .bold
    }
  }

  /// Midnight ends the day as 24:00.
  private static func end(of interval: HoursReport.Interval) -> String {
    Formats.day(interval.end) == Formats.day(interval.start)
      ? clock(interval.end) : WeekWords.minute(24 * 60)
  }

  /// `08:15`: opening hours have no seconds.
  private static func clock(_ time: Timestamp) -> String { Formats.minute(time) }

  /// `Sa 2026-11-21`, `Sat, Nov 21, 2026`.
  private static func day(of time: Timestamp) -> String {
    let date = Formats.dated(time)
    let isBare = date == Formats.day(time)
    return isBare ? "\(Day(time.civil).weekday.abbreviation) \(date)" : date
  }
}
