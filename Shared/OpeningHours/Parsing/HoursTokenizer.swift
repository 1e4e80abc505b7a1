/// Splits a value into tokens; signs that look like the grammar's are accepted with a warning.
struct HoursTokenizer {
  private let text: HoursText
  private var index = 0
  private var tokens: [HoursToken] = []
  private(set) var warnings: [HoursWarning] = []

  init(_ text: HoursText) { self.text = text }

  /// - Throws: `HoursError` for a sign that is not in the grammar.
  mutating func run() throws(HoursError) -> [HoursToken] {
    tokens.reserveCapacity(text.bytes.count / 2 + 1)
    while index < text.bytes.count { try step() }
    return tokens
  }

  private mutating func step() throws(HoursError) {
    let byte = text.bytes[index]
    if byte.isBlank {
      index += 1
    } else if let style = text.digit(at: index)?.style {
      number(style)
    } else if byte.isLetter {
      word()
    } else if byte >= 0x80 {
      try foreignSign()
    } else {
      try sign(Unicode.Scalar(byte))
    }
  }

  private mutating func sign(_ sign: Unicode.Scalar) throws(HoursError) {
    switch sign {
    case "-", "+", ",", ";", ":", "/", "[", "]", "(", ")": add(.symbol(sign), length: 1)
    case "|" where index + 1 < text.bytes.count && text.bytes[index + 1] == UInt8(ascii: "|"):
      add(.fallback, length: 2)
    case "\"", "'": try comment(opening: sign, length: 1)
    case "." where isAfterNumber && isBeforeNumber:
      warn("a time is written with “:”, not “.”")
      add(.symbol(":"), length: 1)
    case "." where isAfterNumber || isAfterWord || index + 1 == text.bytes.count:
      warn("“.” is not needed")
      index += 1
    case "~", "&": add(sign, for: sign == "~" ? "-" : ",", length: 1)
    case "=" where isAfterNumber: add(sign, for: "-", length: 1)
    // “opening_hours = …”: the value with its key; the resolver drops key and colon.
    case "=" where !tokens.isEmpty && tokens.allSatisfy({ $0.kind == .word }):
      add(sign, for: ":", length: 1)
    case "_" where isAfterWord:
      warn("“_” is not needed")
      index += 1
    default: throw unknown(sign)
    }
  }

  /// Reads a character that is not ASCII.
  private mutating func foreignSign() throws(HoursError) {
    let (sign, length) = text.scalar(at: index)
    if let replacement = Self.lookalikes[sign] {
      add(sign, for: replacement, length: length)
    } else if sign.properties.isAlphabetic {
      word()
    } else if sign.properties.isWhitespace || sign == "␣" {
      index += length
    } else if Self.quotes.contains(sign) {
      try comment(opening: sign, length: length)
    } else {
      throw unknown(sign)
    }
  }

  private func unknown(_ sign: Unicode.Scalar) -> HoursError {
    text.error(
      at: index, expected: "a day, a time or a comment in quotes", found: "“\(sign)”")
  }

  /// Reads digits of one style. Raised ones right after others are minutes: “12³⁰”, “12°°”.
  private mutating func number(_ style: DigitStyle) {
    if isAfterNumber {
      warn("a time is written with “:”")
      add(.symbol(":"), length: 0)
    }
    if style != .ascii { warn("digits are written as “0” to “9”") }
    var end = index
    var number = 0
    var count = 0
    while end < text.bytes.count, let digit = text.digit(at: end), digit.style == style {
      count += 1
      // The grammar has no numbers longer than a year.
      number = count <= 6 ? number * 10 + digit.value : Int.max
      end += digit.length
    }
    add(.number(number, digits: count), length: end - index)
  }

  private mutating func word() {
    let end = endOfWord(from: index)
    let isMeridiem = end == index + 1 && [97, 112].contains(text.bytes[index] | 0x20)
    // “a.m.” is a word.
    let isDotted =
      isMeridiem && end + 1 < text.bytes.count && text.bytes[end] == UInt8(ascii: ".")
      && text.bytes[end + 1] | 0x20 == UInt8(ascii: "m")
    add(.word, length: (isDotted ? end + 2 : end) - index)
  }

  private func endOfWord(from start: Int) -> Int {
    var end = start
    while end < text.bytes.count {
      if text.bytes[end].isLetter {
        end += 1
        continue
      }
      guard text.bytes[end] >= 0x80 else { break }
      let (sign, length) = text.scalar(at: end)
      // An accent may be a separate scalar after its letter.
      guard sign.properties.isAlphabetic || sign.properties.generalCategory == .nonspacingMark
      else { break }
      end += length
    }
    return end
  }

  private mutating func comment(
    opening: Unicode.Scalar, length: Int
  ) throws(HoursError) {
    let start = index + length
    var end = start
    while end < text.bytes.count {
      let (sign, length) = text.scalar(at: end)
      guard sign == "\"" || opening != "\"" && Self.closes(sign) else {
        end += length
        continue
      }
      if opening != "\"" { warn("a comment stands between straight double quotes") }
      if start == end { warn("the comment is empty") }
      add(.comment(start..<end), length: end + length - index)
      return
    }
    throw text.error(
      at: text.bytes.count, expected: "the quote that ends the comment", found: "the end")
  }

  private mutating func add(_ sign: Unicode.Scalar, for replacement: Unicode.Scalar, length: Int) {
    warn("“\(replacement)” is meant by “\(sign)”")
    add(.symbol(replacement), length: length)
  }

  private mutating func add(_ kind: HoursToken.Kind, length: Int) {
    tokens.append(HoursToken(kind: kind, range: index..<index + length))
    index += length
  }

  private mutating func warn(_ message: String) {
    warnings.append(text.warning(message, at: index))
  }

  private var isAfterWord: Bool { tokens.last.map { $0.kind == .word && ends($0) } ?? false }

  private var isAfterNumber: Bool {
    guard let last = tokens.last, case .number = last.kind else { return false }
    return ends(last)
  }

  private func ends(_ token: HoursToken) -> Bool { token.range.upperBound == index }

  private var isBeforeNumber: Bool {
    index + 1 < text.bytes.count && text.bytes[index + 1].isDigit
  }

  /// Signs that are accepted in place of another.
  private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = [
    "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-", "－": "-", "ー": "-",
    "～": "-", "→": "-", "：": ":", "，": ",", "、": ",", "；": ";", "＋": "+",
  ]
  private static let quotes: Set<Unicode.Scalar> = [
    "“", "”", "„", "«", "»", "‘", "’", "「", "『", "」", "』",
  ]

  private static func closes(_ sign: Unicode.Scalar) -> Bool {
    sign == "'" || quotes.contains(sign)
  }
}
