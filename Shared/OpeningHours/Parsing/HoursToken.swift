/// A token of a value.
struct HoursToken: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    /// A number with its count of digits.
    case number(Int, digits: Int)
    /// Letters as typed; `KeywordResolver` replaces them by keywords.
    case word
    case keyword(Keyword)
    /// The bytes of its text, without the quotes.
    case comment(Range<Int>)
    /// One of `- + , ; : / [ ] ( )`.
    case symbol(Unicode.Scalar)
    /// `||`
    case fallback
  }

  let kind: Kind
  /// The bytes of the value that the token covers.
  let range: Range<Int>
}

/// What a word means in the grammar.
enum Keyword: Sendable, Hashable {
  case weekday(Weekday)
  case month(Int)
  /// Public holidays, or the days that many days after them.
  case publicHoliday(Int)
  case schoolHoliday
  case week
  /// Easter Sunday, or a number of days after it.
  case easter(Int)
  case sun(SunEvent)
  case state(HoursState)
  /// The `days` of an offset.
  case dayUnit
  case meridiem(isAfternoon: Bool)
  /// A minute of the day: noon, midnight.
  case clock(Int)
  case openEnd
  /// From sunrise to sunset.
  case daylight
  /// `24/7`
  case always
  /// Every day: restricts nothing.
  case everyDay
  /// `weekdays`, `weekend`: a range.
  case weekdays(Weekday, Weekday)
}

/// A value as the bytes that tokens point into.
struct HoursText: Sendable {
  let value: String
  let bytes: [UInt8]

  init(_ value: String) {
    self.value = value
    bytes = Array(value.utf8)
  }

  subscript(range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The scalar that begins at a byte, and its length in bytes.
  func scalar(at index: Int) -> (Unicode.Scalar, length: Int) {
    let first = bytes[index]
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let text = self[index..<min(index + length, bytes.count)]
    return (text.unicodeScalars.first ?? "\u{FFFD}", length)
  }

  /// The digit that begins at a byte, and its length in bytes; `nil` for other signs.
  func digit(at index: Int) -> (value: Int, style: DigitStyle, length: Int)? {
    if bytes[index] < 0x80 {
      return bytes[index].isDigit ? (Int(bytes[index] - 48), .ascii, 1) : nil
    }
    let (sign, length) = scalar(at: index)
    // Typed as a raised zero: “12°°”.
    if sign == "°" { return (0, .raised, length) }
    guard let value = sign.properties.numericValue, (0...9).contains(value) else { return nil }
    switch sign {
    case "₀"..."₉": return (Int(value), .lowered, length)
    case "¹", "²", "³", "⁰"..."⁹": return (Int(value), .raised, length)
    default:
      return sign.properties.numericType == .decimal ? (Int(value), .other, length) : nil
    }
  }

  /// A warning about the text at a byte; its position counts characters, as people do.
  func warning(_ message: String, at byte: Int) -> HoursWarning {
    HoursWarning(position: self[0..<byte].count, message: message)
  }

  func error(at byte: Int, expected: String, found: String) -> HoursError {
    HoursError(value: value, position: self[0..<byte].count, expected: expected, found: found)
  }
}

/// How digits are written.
enum DigitStyle: Sendable, Hashable {
  case ascii
  /// Superscripts, as in “12³⁰”.
  case raised
  /// Subscripts.
  case lowered
  /// Full-width digits, and those of other scripts.
  case other
}

/// A word in lower case, as a key of the vocabulary.
enum WordKey: Sendable, Hashable {
  // Most words are short, and a number hashes several times as fast as a string.
  case short(UInt64)
  case long(String)

  init(_ text: String) { self.init(Array(text.utf8)[...]) }

  /// - Parameter bytes: UTF-8; full stops are ignored.
  init(_ bytes: ArraySlice<UInt8>) {
    var packed: UInt64 = 0
    var count = 0
    for byte in bytes where byte != UInt8(ascii: ".") {
      count += 1
      if byte >= 0x80 || count > 8 {
        let text = String(decoding: bytes.filter { $0 != UInt8(ascii: ".") }, as: UTF8.self)
        self = .long(text.lowercased())
        return
      }
      packed = packed << 8 | UInt64(byte.isUpperCase ? byte | 0x20 : byte)
    }
    self = .short(packed)
  }
}

extension UInt8 {
  var isDigit: Bool { self >= 48 && self <= 57 }
  var isUpperCase: Bool { self >= 65 && self <= 90 }
  var isLetter: Bool { self | 0x20 >= 97 && self | 0x20 <= 122 }
  var isBlank: Bool { self == 32 || self >= 9 && self <= 13 }
}
