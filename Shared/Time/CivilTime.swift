import Memberwise

/// A date and time of day without a zone, in the proleptic Gregorian calendar.
@Memberwise package struct CivilTime: Sendable, Hashable, CustomStringConvertible {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int = 0

  /// The date and time a number of seconds after 1970, without leap seconds.
  package init(secondsSince1970: Int64) {
    let days = Int((Double(secondsSince1970) / 86_400).rounded(.down))
    let rest = Int(secondsSince1970) - days * 86_400
    let date = GregorianCalendar.date(days: days)
    self.init(
      year: date.year, month: date.month, day: date.day,
      hour: rest / 3600, minute: rest / 60 % 60, second: rest % 60)
  }

  /// The seconds since 1970, without leap seconds.
  package var secondsSince1970: Int64 {
    let days = GregorianCalendar.days(year: year, month: month, day: day)
    return Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
  }

  /// Whether the date and the time exist.
  package var exists: Bool {
    (0..<24).contains(hour) && (0..<60).contains(minute) && (0..<60).contains(second)
      && CivilTime(secondsSince1970: secondsSince1970) == self
  }

  /// `2026-11-21T08:00:00`.
  package var description: String {
    "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
      + "T\(hour.padded(to: 2)):\(minute.padded(to: 2)):\(second.padded(to: 2))"
  }
}

extension CivilTime {
  /// Parses `2026-11-21T08:00` with or without seconds.
  init?(reading reader: inout DigitReader) {
    guard let year = reader.number(digits: 4), reader.accept("-"),
      let month = reader.number(digits: 2), reader.accept("-"),
      let day = reader.number(digits: 2), reader.accept("T") || reader.accept(" "),
      let hour = reader.number(digits: 2), reader.accept(":"),
      let minute = reader.number(digits: 2)
    else { return nil }
    var second = 0
    if reader.accept(":") {
      guard let read = reader.number(digits: 2) else { return nil }
      second = read
    }
    self.init(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    guard exists else { return nil }
  }

  /// Parses `2026-11-21T08:00` with or without seconds; `nil` for any other text.
  package init?(_ text: some StringProtocol) {
    var reader = DigitReader(text.utf8)
    self.init(reading: &reader)
    guard reader.isAtEnd else { return nil }
  }
}

/// Parses fixed-width numbers from the front of a text.
struct DigitReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  var isAtEnd: Bool { index == bytes.count }

  mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, UInt32(bytes[index]) == character.value else { return false }
    index += 1
    return true
  }

  mutating func number(digits: Int) -> Int? {
    guard index + digits <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[index..<index + digits] {
      guard (48...57).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 48)
    }
    index += digits
    return value
  }

  /// Milliseconds of a fraction such as `.25`; 0 without one, `nil` for a point without digits.
  /// Finer digits are dropped.
  mutating func fraction() -> Int? {
    guard accept(".") else { return 0 }
    guard let tenths = number(digits: 1) else { return nil }
    var milliseconds = tenths * 100
    var scale = 10
    while let digit = number(digits: 1) {
      milliseconds += digit * scale
      scale /= 10
    }
    return milliseconds
  }

  /// An offset in seconds: `Z`, `+02:00` or `-0800`.
  mutating func offset() -> Int? {
    if accept("Z") || accept("z") { return 0 }
    let isEast = accept("+")
    guard isEast || accept("-"), let hours = number(digits: 2) else { return nil }
    _ = accept(":")
    guard let minutes = number(digits: 2), hours < 24, minutes < 60 else { return nil }
    return (hours * 3600 + minutes * 60) * (isEast ? 1 : -1)
  }
}

extension Int {
  /// The digits with leading zeros.
  package func padded(to width: Int) -> String {
    let digits = String(abs(self))
    let zeros = String(repeating: "0", count: Swift.max(0, width - digits.count))
    return (self < 0 ? "-" : "") + zeros + digits
  }
}
