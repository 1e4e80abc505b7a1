import Geography
import Messages
import Phrases
import Time

/// Formats numbers and times.
///
/// One rule makes printed sums add up: clock times and durations are whole seconds and printed
/// whole, never rounded. A clock time without seconds is one that has none, such as opening hours.
enum Formats {
  /// How the reader of the running command writes.
  @TaskLocal static var conventions = Conventions()

  /// A phrase in the reader's language, from `Phrases/`.
  ///
  /// - Parameters:
  ///   - count: the number that it is about, the slot `n`; `nil` for a phrase about none.
  ///   - slots: what else is filled in; `nil` leaves out the group that has it.
  static func phrase(
    _ key: String, count: Int? = nil, _ slots: [String: String?] = [:]
  ) -> String {
    let phrases = conventions.phrases
    let given = slots.compactMapValues { $0 }
    return count.map { phrases(key, count: $0, given) } ?? phrases(key, given)
  }

  /// `1 late, 2 closed`: phrases one after the other.
  static func list(_ parts: [String]) -> String {
    guard let first = parts.first else { return "" }
    return parts.dropFirst().reduce(first) { phrase("list", ["list": $0, "next": $1]) }
  }

  /// What a word of the data is called, such as a category: "Kaffee"; English has no other words.
  ///
  /// - Parameter english: the word without one of the language; `nil` for the data's own.
  static func word(
    _ kind: String, _ raw: String, or english: String? = nil, _ slots: [String: String] = [:]
  ) -> String {
    conventions.phrases.optional("\(kind).\(raw)", slots) ?? english ?? raw.printable
  }

  /// A name in the reader's language, or in English where its letters are not theirs, and the local
  /// one beside it: "Cathedral of Christ the Saviour · Храм Христа Спасителя".
  static func name(_ local: String, _ names: NamesByLanguage?) -> String {
    let languages = [conventions.language] + (conventions.reads(local) ? [] : ["en", "und"])
    let theirs = names?.name(in: languages) ?? local
    return (theirs == local ? local : "\(theirs) · \(local)").printable
  }

  /// `31 min 57 s`, `1 h 2 min 3 s`, `-3 min 20 s`, `10 min`, `0 s`: a duration, which nobody
  /// mistakes for a clock time.
  static func duration(_ seconds: Int) -> String {
    let total = abs(seconds)
    let parts = [(total / 3600, "h"), (total / 60 % 60, "min"), (total % 60, "s")]
    let words = (parts.filter { $0.0 > 0 } + (total == 0 ? [parts[2]] : []))
      .map { "\($0.0) \(conventions.phrases($0.1))" }
    return (seconds < 0 ? "-" : "") + words.joined(separator: " ")
  }

  /// With an explicit sign: `+3 min 20 s`.
  static func signedDuration(_ seconds: Int) -> String {
    (seconds < 0 ? "" : "+") + duration(seconds)
  }

  /// `08:06:10`, in the time's own offset.
  static func clock(_ time: Timestamp) -> String { conventions.clock(time.civil) }

  /// `08:06`, where there are no seconds to show.
  static func minute(_ time: Timestamp) -> String {
    conventions.clock(time.civil, hasSeconds: false)
  }

  /// The time by which days are called today and tomorrow; `nil` calls none so.
  @TaskLocal static var now: Timestamp?

  /// `today`, `tomorrow`, else as `dated`.
  static func date(_ time: Timestamp) -> String { named(time) ?? dated(time) }

  /// `tomorrow`, `on 2026-11-21`.
  static func onDate(_ time: Timestamp) -> String {
    named(time) ?? conventions.phrases("on", ["date": dated(time)])
  }

  private static func named(_ time: Timestamp) -> String? {
    guard let today = now?.withOffset(of: time) else { return nil }
    if day(time) == day(today) { return conventions.phrases("today") }
    return day(time) == day(today.adding(seconds: 86_400)) ? conventions.phrases("tomorrow") : nil
  }

  /// `2026-11-21`, or as the reader writes it, in the time's own offset.
  static func dated(_ time: Timestamp) -> String { conventions.date(time.civil) }

  /// `2026-11-21`, in the time's own offset, to tell days apart.
  static func day(_ time: Timestamp) -> String { String(time.civil.description.prefix(10)) }

  /// `08:06:10`, with the date before it, as `tomorrow`, unless that is `day`.
  static func clock(_ time: Timestamp, unlessOn day: String) -> String {
    prefix(time, unlessOn: day) + clock(time)
  }

  /// `2026-11-21 08:06:10 UTC-08:00`.
  static func moment(_ time: Timestamp) -> String {
    "\(dated(time)) \(clock(time)) \(offset(time))"
  }

  /// `08:06`, with the date before it unless that is `day`.
  static func minute(_ time: Timestamp, unlessOn day: String) -> String {
    prefix(time, unlessOn: day) + minute(time)
  }

  private static func prefix(_ time: Timestamp, unlessOn day: String) -> String {
    self.day(time) == day ? "" : date(time) + " "
  }

  /// `UTC-08:00`.
  static func offset(_ time: Timestamp) -> String {
    let minutes = abs(time.offsetSeconds) / 60
    if minutes == 0 { return "UTC" }
    let sign = time.offsetSeconds < 0 ? "-" : "+"
    return "UTC\(sign)\((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2))"
  }

  /// `850 m`, `2.3 km`; `850 ft`, `2.3 mi`; `850 yd`.
  static func distance(_ meters: Meters) -> String {
    let small: (unit: String, meters: Double) =
      switch conventions.units {
      case .metric: ("m", 1)
      case .imperial: ("ft", 0.3048)
      case .uk: ("yd", 0.9144)
      }
    let count = meters / small.meters
    return count.rounded() < 1000
      ? "\(decimal(count, places: 0)) \(conventions.phrases(small.unit))"
      : "\(decimal(meters / long.meters, places: 1)) \(conventions.phrases(long.unit))"
  }

  /// The unit of long distances.
  private static var long: (unit: String, meters: Double) {
    conventions.units == .metric ? ("km", 1000) : ("mi", 1609.344)
  }

  /// `2.35 km²`, `0.91 mi²`.
  static func area(_ squareMeters: Double) -> String {
    let area = squareMeters / (long.meters * long.meters)
    return "\(decimal(area, places: 2)) \(conventions.phrases(long.unit))²"
  }

  /// `12 km/h`, `7.5 mph`.
  static func speed(_ kilometersPerHour: Double) -> String {
    let speed = kilometersPerHour * 1000 / long.meters
    let unit = conventions.phrases(conventions.units == .metric ? "km/h" : "mph")
    return "\(decimal(speed, places: speed == speed.rounded() ? 0 : 1)) \(unit)"
  }

  /// `37.785834,-122.406417`, as flags accept it.
  static func coordinate(_ point: Coordinate) -> String {
    "\(digits(point.latitude, places: 6)),\(digits(point.longitude, places: 6))"
  }

  /// The number rounded to this many decimal places, with the reader's decimal mark.
  static func decimal(_ value: Double, places: Int) -> String {
    digits(value, places: places).replacing(".", with: conventions.decimalMark)
  }

  /// The number rounded to this many decimal places, as programs read it.
  static func digits(_ value: Double, places: Int) -> String {
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
}

extension Timestamp {
  /// The same instant with the offset of another.
  func withOffset(of other: Timestamp) -> Timestamp {
    Timestamp(
      millisecondsSince1970: millisecondsSince1970, offsetSeconds: other.offsetSeconds)
  }
}
