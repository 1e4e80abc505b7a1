/// A piece of a value.
struct Token: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    /// A number with its count of digits.
    case number(Int, digits: Int)
    /// Letters in lower case, as typed by people; `WordReader` replaces them by meanings.
    case word(String)
    case meaning(Meaning)
    case comment(String)
    /// One of `- + , ; : / [ ] ( )`.
    case symbol(Character)
    /// `||`
    case fallback
  }

  let kind: Kind
  /// Characters of the value before it.
  let position: Int
  /// As typed.
  let text: String
}

/// What a word says.
enum Meaning: Sendable, Hashable {
  case weekday(Weekday)
  case month(Int)
  case publicHoliday
  case schoolHoliday
  case week
  /// Easter Sunday, or so many days after it.
  case easter(Int)
  case sun(SunEvent)
  case state(HoursState)
  /// The `days` of an offset.
  case dayUnit
  case meridiem(isAfternoon: Bool)
  /// A minute of the day: noon, midnight.
  case clock(Int)
  case openEnd
  /// `24/7`
  case always
  /// Every day: restricts nothing.
  case everyDay
  /// `weekdays`, `weekend`: a range.
  case weekdays(Weekday, Weekday)
}

/// Cuts a value into tokens; signs that look like the grammar's are taken for them, with a warning.
struct Tokenizer {
  private let value: String
  private let characters: [Character]
  private var index = 0
  private var tokens: [Token] = []
  private(set) var warnings: [HoursWarning] = []

  init(_ value: String) {
    self.value = value
    characters = Array(value.utf8.count <= HoursLimits.valueBytes ? value : "")
  }

  /// - Throws: `HoursError` for a sign that the grammar does not know.
  mutating func run() throws(HoursError) -> [Token] {
    guard value.utf8.count <= HoursLimits.valueBytes else {
      throw HoursError(
        value: String(value.prefix(40)) + "…", position: 0,
        expected: "at most \(HoursLimits.valueBytes) bytes", found: "\(value.utf8.count)")
    }
    while index < characters.count { try step() }
    return tokens
  }

  private mutating func step() throws(HoursError) {
    let character = characters[index]
    if character.isBlank {
      index += 1
    } else if character.isDigit {
      number()
    } else if character.startsWord {
      word()
    } else if Self.openingQuotes.contains(character) {
      try comment()
    } else if character == "|", index + 1 < characters.count, characters[index + 1] == "|" {
      add(.fallback, length: 2)
    } else if character == ".", endsWord || index + 1 == characters.count {
      warn("“.” is not needed")
      index += 1
    } else if character == ".", endsNumber {
      if nextIsDigit {
        warn("a time is written with “:”, not “.”")
        add(.symbol(":"), length: 1)
      } else {
        warn("“.” is not needed")
        index += 1
      }
    } else if let meant = Self.alike[character] {
      warn("“\(meant)” is meant by “\(character)”")
      add(.symbol(meant), length: 1)
    } else if Self.symbols.contains(character) {
      add(.symbol(character), length: 1)
    } else {
      throw HoursError(
        value: value, position: index, expected: "a day, a time or a comment in quotes",
        found: "“\(character)”")
    }
  }

  private mutating func number() {
    let end = characters[index...].firstIndex { !$0.isDigit } ?? characters.count
    // Longer numbers than a year are no number of the grammar.
    let number = end - index <= 6 ? Int(String(characters[index..<end])) ?? 0 : Int.max
    add(.number(number, digits: end - index), length: end - index)
  }

  private mutating func word() {
    var end = characters[index...].firstIndex { !$0.startsWord } ?? characters.count
    let isMeridiem = ["a", "p"].contains(characters[index].lowercased()) && end == index + 1
    if isMeridiem, end + 1 < characters.count, characters[end] == ".",
      characters[end + 1].lowercased() == "m"
    {
      end += 2
    }
    let text = String(characters[index..<end].filter { $0 != "." })
    add(.word(text), length: end - index)
  }

  private mutating func comment() throws(HoursError) {
    let start = index
    let isPlain = characters[start] == "\""
    let closing = isPlain ? ["\""] : Self.closingQuotes
    guard let end = characters[(start + 1)...].firstIndex(where: { closing.contains($0) }) else {
      throw HoursError(
        value: value, position: characters.count, expected: "the quote that ends the comment",
        found: "the end")
    }
    if !isPlain { warn("a comment stands between straight double quotes") }
    if end == start + 1 { warn("the comment is empty") }
    add(.comment(String(characters[(start + 1)..<end])), length: end + 1 - start)
  }

  private mutating func add(_ kind: Token.Kind, length: Int) {
    let text = String(characters[index..<index + length])
    tokens.append(Token(kind: kind, position: index, text: text))
    index += length
  }

  private mutating func warn(_ message: String) {
    warnings.append(HoursWarning(position: index, message: message))
  }

  private var endsWord: Bool { index > 0 && characters[index - 1].startsWord }
  private var endsNumber: Bool { index > 0 && characters[index - 1].isDigit }
  private var nextIsDigit: Bool {
    index + 1 < characters.count && characters[index + 1].isDigit
  }

  private static let symbols: Set<Character> = ["-", "+", ",", ";", ":", "/", "[", "]", "(", ")"]
  /// Signs that are taken for another.
  private static let alike: [Character: Character] = [
    "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-", "－": "-", "~": "-",
    "～": "-", "→": "-", "：": ":", "，": ",", "、": ",", "&": ",", "；": ";", "＋": "+",
  ]
  private static let openingQuotes: [Character] = [
    "\"", "“", "”", "„", "«", "»", "‘", "’", "'", "「", "『",
  ]
  private static let closingQuotes: [Character] = [
    "\"", "“", "”", "«", "»", "‘", "’", "'", "」", "』",
  ]
}

extension Character {
  // Most characters of values are ASCII; asking Unicode about them takes half the time of reading.
  fileprivate var isDigit: Bool { asciiValue.map { (48...57).contains($0) } ?? false }

  fileprivate var startsWord: Bool {
    guard let code = asciiValue else { return isLetter }
    return (65...90).contains(code & 0xDF)
  }

  fileprivate var isBlank: Bool {
    guard let code = asciiValue else { return isWhitespace || self == "␣" }
    return code == 32 || (9...13).contains(code)
  }
}
