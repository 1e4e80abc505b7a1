/// Finds what the words of a value mean.
///
/// The grammar's own words count first, then English ones, then names of days and months in other
/// languages. A foreign name is understood only where all foreign names of the value belong to one
/// language, or to several that agree: “ma” is Monday in Finnish and Tuesday in French, so “ma”
/// alone is refused and “ma-pe” is read.
struct WordReader {
  private let text: HoursText
  private let tokens: [Token]
  private(set) var warnings: [HoursWarning] = []
  private var index = 0
  private var result: [Token] = []
  /// The languages of the foreign names, once there was one.
  private var languages: Set<Language>?

  init(_ text: HoursText, _ tokens: [Token]) {
    self.text = text
    self.tokens = tokens
    result.reserveCapacity(tokens.count)
  }

  /// The tokens with each word replaced by its meaning; words that say nothing are gone. A word
  /// that nobody knows stays, for the parser to refuse.
  mutating func run() -> [Token] {
    while index < tokens.count {
      if canSpeak, let entry = Vocabulary.entries[key(index)] {
        read(entry)
      } else {
        readUnknown()
      }
    }
    return result
  }

  /// Whether a word or phrase begins here.
  private var canSpeak: Bool {
    switch tokens[index].kind {
    case .word, .number(24, _), .number(7, _): true
    default: false
    }
  }

  private func key(_ index: Int) -> WordKey { WordKey(text.bytes[tokens[index].range]) }

  private mutating func read(_ entry: Vocabulary.Entry) {
    if let phrase = entry.phrases.first(where: isHere) {
      replace(count: phrase.words.count, by: phrase.reading)
    } else if let reading = entry.reading {
      replace(count: 1, by: reading)
    } else {
      readUnknown()
    }
  }

  private func isHere(_ phrase: Vocabulary.Phrase) -> Bool {
    index + phrase.words.count <= tokens.count
      && phrase.words.indices.allSatisfy { phrase.words[$0] == key(index + $0) }
  }

  /// Reads what the vocabulary does not have.
  private mutating func readUnknown() {
    guard tokens[index].kind == .word else { return keep() }
    let key = key(index)
    if key == Self.to, isBetweenValues(index) {
      replace(count: 1, by: .symbol("-"))
    } else if Self.hours.contains(key) {
      replace(count: 1, by: isHourSign ? .symbol(":") : .nothing)
    } else if let reading = foreign(key) {
      replace(count: 1, by: reading)
    } else {
      keep()
    }
  }

  private mutating func keep() {
    result.append(tokens[index])
    index += 1
  }

  private static let to = WordKey("to")
  private static let hours: Set<WordKey> = [WordKey("h"), WordKey("hrs"), WordKey("hours")]

  /// “to” between two numbers or names says “until”; elsewhere it is a Finn's or Swede's Thursday.
  private func isBetweenValues(_ index: Int) -> Bool {
    guard index > 0, index + 1 < tokens.count else { return false }
    return [tokens[index - 1], tokens[index + 1]].allSatisfy { token in
      switch token.kind {
      case .number, .word: true
      default: false
      }
    }
  }

  /// Whether this is the sign of `8h30`.
  private var isHourSign: Bool {
    guard index > 0, index + 1 < tokens.count else { return false }
    let (before, next) = (tokens[index - 1], tokens[index + 1])
    guard case .number = before.kind, case .number(_, digits: 2) = next.kind else { return false }
    return next.range.lowerBound == tokens[index].range.upperBound
  }

  private mutating func replace(count: Int, by reading: Vocabulary.Reading) {
    let start = tokens[index].range.lowerBound
    let range = start..<tokens[index + count - 1].range.upperBound
    switch reading {
    case .official(let meaning, let spelling):
      add(.meaning(meaning), range)
      if !spelling.utf8.elementsEqual(text.bytes[range]) { warn(spelling, isMeantBy: range) }
    case .meant(let meaning, let spelling):
      add(.meaning(meaning), range)
      warn(spelling, isMeantBy: range)
    case .symbol(let sign):
      add(.symbol(sign), range)
      warn(String(sign), isMeantBy: range)
    case .comment:
      add(.comment(range), range)
      warn("\"\(text[range])\"", isMeantBy: range)
    case .nothing:
      warnings.append(text.warning("“\(text[range])” is not needed", at: start))
    }
    index += count
  }

  private mutating func add(_ kind: Token.Kind, _ range: Range<Int>) {
    result.append(Token(kind: kind, range: range))
  }

  private mutating func warn(_ spelling: String, isMeantBy range: Range<Int>) {
    warnings.append(
      text.warning("“\(spelling)” is meant by “\(text[range])”", at: range.lowerBound))
  }

  // MARK: Foreign names

  private mutating func foreign(_ word: WordKey) -> Vocabulary.Reading? {
    guard let names = Language.names[word] else { return nil }
    let fitting = languages ?? fittingLanguages()
    languages = fitting
    let meanings = Set(names.filter { fitting.contains($0.key) }.values)
    guard meanings.count == 1, let meaning = meanings.first else { return nil }
    return .meant(meaning, meaning.spelling)
  }

  /// The languages that know all foreign names of the value; of these, where there are any, those
  /// that also know its English-looking names of days.
  private func fittingLanguages() -> Set<Language> {
    var all = Set(Language.allCases)
    var own = all
    for index in tokens.indices where tokens[index].kind == .word {
      let word = key(index)
      let knowing = Set((Language.names[word] ?? [:]).keys)
      switch Vocabulary.entries[word]?.reading {
      case nil where !knowing.isEmpty && !(word == Self.to && isBetweenValues(index)):
        all.formIntersection(knowing)
        own.formIntersection(knowing)
      case .official(.weekday, _): own.formIntersection(knowing)
      default: break
      }
    }
    return own.isEmpty ? all : own
  }
}

extension Meaning {
  /// As the grammar writes it.
  fileprivate var spelling: String {
    switch self {
    case .weekday(let day): day.abbreviation
    case .month(let month): Vocabulary.months[month - 1]
    default: ""
    }
  }
}
