import Geography
import Time

/// Formats numbers and times.
///
/// One rule makes printed sums add up: clock times and durations are whole seconds and printed
/// whole, never rounded. A clock time without seconds is one that has none, such as opening hours.
enum Formats {
  /// `31 min 57 s`, `1 h 2 min 3 s`, `-3 min 20 s`, `10 min`, `0 s`: a duration, which nobody
  /// mistakes for a clock time.
  static func duration(_ seconds: Int) -> String {
    let total = abs(seconds)
    let parts = [(total / 3600, "h"), (total / 60 % 60, "min"), (total % 60, "s")]
    let shown = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    return (seconds < 0 ? "-" : "") + (shown.isEmpty ? "0 s" : shown)
  }

  /// With an explicit sign: `+3 min 20 s`.
  static func signedDuration(_ seconds: Int) -> String {
    (seconds < 0 ? "" : "+") + duration(seconds)
  }

  /// `08:06:10`, in the time's own offset.
  static func clock(_ time: Timestamp) -> String {
    let civil = time.civil
    return "\(twoDigits(civil.hour)):\(twoDigits(civil.minute)):\(twoDigits(civil.second))"
  }

  /// The time by which days are called today and tomorrow; `nil` calls none so.
  @TaskLocal static var now: Timestamp?

  /// `today`, `tomorrow`, `2026-11-21`: as `day`, for people.
  static func date(_ time: Timestamp) -> String {
    guard let today = now?.withOffset(of: time) else { return day(time) }
    if day(time) == day(today) { return "today" }
    return day(time) == day(today.adding(seconds: 86_400)) ? "tomorrow" : day(time)
  }

  /// `tomorrow`, `on 2026-11-21`.
  static func onDate(_ time: Timestamp) -> String {
    date(time) == day(time) ? "on \(day(time))" : date(time)
  }

  /// `2026-11-21`, in the time's own offset.
  static func day(_ time: Timestamp) -> String { String(time.civil.description.prefix(10)) }

  /// `08:06:10`, with the date before it, as `tomorrow`, unless that is `day`.
  static func clock(_ time: Timestamp, unlessOn day: String) -> String {
    self.day(time) == day ? clock(time) : "\(date(time)) \(clock(time))"
  }

  /// `2026-11-21 08:06:10 UTC-08:00`.
  static func moment(_ time: Timestamp) -> String {
    "\(day(time)) \(clock(time)) \(offset(time))"
  }

  /// `08:06`, with the date before it unless that is `day`.
  static func minute(_ time: Timestamp, unlessOn day: String) -> String {
    String(clock(time, unlessOn: day).dropLast(3))
  }

  /// `UTC-08:00`.
  static func offset(_ time: Timestamp) -> String {
    let minutes = abs(time.offsetSeconds) / 60
    if minutes == 0 { return "UTC" }
    let sign = time.offsetSeconds < 0 ? "-" : "+"
    return "UTC\(sign)\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
  }

  /// The units of distances in the running command.
  @TaskLocal static var units = DistanceUnits.metric

  /// `850 m`, `2.3 km`; with imperial units `850 ft`, `2.3 mi`.
  static func distance(_ meters: Meters) -> String {
    let (small, large, smallPerLarge) =
      switch units {
      case .metric: ((unit: "m", meters: 1.0), (unit: "km", meters: 1000.0), 1000.0)
      case .imperial: (("ft", 0.3048), ("mi", 1609.344), 1000.0)
      }
    let count = meters / small.meters
    return count.rounded() < smallPerLarge
      ? "\(decimal(count, places: 0)) \(small.unit)"
      : "\(decimal(meters / large.meters, places: 1)) \(large.unit)"
  }

  /// `37.785834,-122.406417`, as flags accept it.
  static func coordinate(_ point: Coordinate) -> String {
    "\(decimal(point.latitude, places: 6)),\(decimal(point.longitude, places: 6))"
  }

  /// The number rounded to this many decimal places.
  static func decimal(_ value: Double, places: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((abs(value) * Double(scale)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    if places == 0 { return "\(sign)\(scaled)" }
    let digits = String(scaled % scale)
    let zeros = String(repeating: "0", count: places - digits.count)
    return "\(sign)\(scaled / scale).\(zeros)\(digits)"
  }

  /// `85 %` for 0.85.
  static func share(_ part: Double) -> String { decimal(part * 100, places: 0) + " %" }

  /// `1 stop is`, `7 stops are`: the number with the singular or plural.
  static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }

  /// `3d 4h`, `2h 5m`, `12m`, `40s`: approximate uptime.
  static func uptime(_ seconds: Int) -> String {
    switch seconds {
    case ..<60: "\(seconds)s"
    case ..<3600: "\(seconds / 60)m"
    case ..<86_400: "\(seconds / 3600)h \(seconds / 60 % 60)m"
    default: "\(seconds / 86_400)d \(seconds / 3600 % 24)h"
    }
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

extension Timestamp {
  /// The same instant with the offset of another.
  func withOffset(of other: Timestamp) -> Timestamp {
    Timestamp(
      millisecondsSince1970: millisecondsSince1970, offsetSeconds: other.offsetSeconds)
  }
}
