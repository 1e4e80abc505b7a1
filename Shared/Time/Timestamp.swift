import Memberwise

/// An instant with the UTC offset in which it is displayed: ISO 8601 on the wire, such as
/// `2026-11-21T08:00:00-08:00`.
@Memberwise package struct Timestamp: Sendable, Hashable {
  package let millisecondsSince1970: Int64
  /// The UTC offset, positive east of Greenwich.
  package private(set) var offsetSeconds: Int = 0

  package init(secondsSince1970: Int64, offsetSeconds: Int = 0) {
    self.init(
      millisecondsSince1970: secondsSince1970 * 1000, offsetSeconds: offsetSeconds)
  }

  /// The whole seconds since 1970, rounded down.
  package var secondsSince1970: Int64 {
    (millisecondsSince1970 - ((millisecondsSince1970 % 1000) + 1000) % 1000) / 1000
  }

  /// The instant `seconds` later, with the same offset.
  package func adding(seconds: Int) -> Timestamp {
    Timestamp(
      millisecondsSince1970: millisecondsSince1970 + Int64(seconds) * 1000,
      offsetSeconds: offsetSeconds)
  }

  /// The seconds from `earlier` to this instant, rounded to the nearest; negative if it is later.
  package func seconds(since earlier: Timestamp) -> Int {
    let milliseconds = millisecondsSince1970 - earlier.millisecondsSince1970
    return Int((milliseconds + (milliseconds < 0 ? -500 : 500)) / 1000)
  }
}

extension Timestamp: Comparable {
  /// Orders by the instant alone.
  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.millisecondsSince1970 < right.millisecondsSince1970
  }
}

extension Timestamp: Codable, CustomStringConvertible {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let time = Timestamp(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "“\(text)” is not a time like 2026-11-21T08:00:00-08:00.")
    }
    self = time
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// The local date and time of the offset.
  package var civil: CivilTime {
    CivilTime(secondsSince1970: secondsSince1970 + Int64(offsetSeconds))
  }

  /// ISO 8601 with offset; milliseconds are shown only where there are any.
  ///
  /// ISO 8601 has no seconds in an offset, as zones had before railways: the text then has the same
  /// instant with the offset's whole minutes.
  package var description: String {
    let minutes = offsetSeconds / 60
    let shown = CivilTime(secondsSince1970: secondsSince1970 + Int64(minutes * 60))
    let milliseconds = millisecondsSince1970 - secondsSince1970 * 1000
    let fraction = milliseconds == 0 ? "" : ".\(Int(milliseconds).padded(to: 3))"
    return "\(shown)\(fraction)\(Self.text(offsetMinutes: minutes))"
  }

  private static func text(offsetMinutes: Int) -> String {
    if offsetMinutes == 0 { return "Z" }
    let minutes = abs(offsetMinutes)
    let sign = offsetMinutes < 0 ? "-" : "+"
    return "\(sign)\((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2))"
  }

  /// Parses ISO 8601 with an offset; seconds and their fraction are optional. `nil` for any other
  /// text, and for a date or time that does not exist.
  package init?(_ text: some StringProtocol) {
    var reader = DigitReader(text.utf8)
    guard let civil = CivilTime(reading: &reader) else { return nil }
    guard let milliseconds = reader.fraction(), let offset = reader.offset(), reader.isAtEnd else {
      return nil
    }
    self.init(
      millisecondsSince1970: (civil.secondsSince1970 - Int64(offset)) * 1000 + Int64(milliseconds),
      offsetSeconds: offset)
  }
}
