/// Finds what the words of a value mean.
///
/// The grammar's own words count first, then English ones, then names of days and months in other
/// languages. A foreign name is understood only where all foreign names of the value belong to one
/// language, or to several that agree: “ma” is Monday in Finnish and Tuesday in French, so “ma”
/// alone is refused and “ma-pe” is read.
struct WordReader {
  private let tokens: [Token]
  private(set) var warnings: [HoursWarning] = []
  private var index = 0
  private var result: [Token] = []
  /// The languages of the foreign names, once there was one.
  private var languages: Set<Language>?

  init(_ tokens: [Token]) {
    self.tokens = tokens
    result.reserveCapacity(tokens.count)
  }

  /// The tokens with each word replaced by its meaning; words that say nothing are gone. A word
  /// that nobody knows stays, for the parser to refuse.
  mutating func run() -> [Token] {
    while index < tokens.count {
      if let phrase = phrase() {
        replace(count: phrase.words.count, by: phrase.reading)
        continue
      }
      guard case .word(let text) = tokens[index].kind else {
        result.append(tokens[index])
        index += 1
        continue
      }
      let word = text.lowercased()
      if isRangeWord(word) {
        replace(count: 1, by: .symbol("-"))
      } else if let reading = Vocabulary.words[word] {
        replace(count: 1, by: reading)
      } else if ["h", "hrs", "hours"].contains(word) {
        replace(count: 1, by: isHourSign ? .symbol(":") : .nothing)
      } else if let reading = foreign(word) {
        replace(count: 1, by: reading)
      } else {
        result.append(tokens[index])
        index += 1
      }
    }
    return result
  }

  /// “to” between two numbers or names says “until”; elsewhere it is a Finn's or Swede's Thursday.
  private func isRangeWord(_ word: String) -> Bool {
    guard word == "to", index > 0, index + 1 < tokens.count else { return false }
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
    return next.position == tokens[index].position + 1
  }

  private func phrase() -> Vocabulary.Phrase? {
    switch tokens[index].kind {
    case .word, .number(24, _), .number(7, _): break
    default: return nil
    }
    guard let phrases = Vocabulary.phrases[tokens[index].text.lowercased()] else { return nil }
    return phrases.first { phrase in
      index + phrase.words.count <= tokens.count
        && zip(phrase.words, tokens[index...]).allSatisfy { $0 == $1.text.lowercased() }
    }
  }

  private mutating func replace(count: Int, by reading: Vocabulary.Reading) {
    let token = tokens[index]
    let text = tokens[index..<index + count].map(\.text).joined(separator: " ")
    let kind: Token.Kind?
    var written: String? = nil
    switch reading {
    case .official(let meaning, let spelling):
      kind = .meaning(meaning)
      written = text == spelling ? nil : spelling
    case .meant(let meaning, let spelling):
      kind = .meaning(meaning)
      written = spelling
    case .symbol(let sign):
      kind = .symbol(sign)
      written = String(sign)
    case .comment:
      kind = .comment(text)
      written = "\"\(text)\""
    case .nothing:
      kind = nil
      warn("“\(text)” is not needed")
    }
    if let written { warn("“\(written)” is meant by “\(text)”") }
    if let kind { result.append(Token(kind: kind, position: token.position, text: text)) }
    index += count
  }

  private mutating func warn(_ message: String) {
    warnings.append(HoursWarning(position: tokens[index].position, message: message))
  }

  // MARK: Foreign names

  private mutating func foreign(_ word: String) -> Vocabulary.Reading? {
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
    for (position, token) in tokens.enumerated() {
      guard case .word(let text) = token.kind else { continue }
      let word = text.lowercased()
      let knowing = Set((Language.names[word] ?? [:]).keys)
      switch Vocabulary.words[word] {
      case nil where !knowing.isEmpty && !(word == "to" && isBetweenValues(position)):
        all.formIntersection(knowing)
        own.formIntersection(knowing)
      case .official(.weekday, _): own.formIntersection(knowing)
      default: break
      }
    }
    return own.isEmpty ? all : own
  }

  private func isBetweenValues(_ position: Int) -> Bool {
    var reader = self
    reader.index = position
    return reader.isRangeWord("to")
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
