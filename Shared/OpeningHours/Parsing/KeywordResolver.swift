/// Replaces the words of a value by keywords.
///
/// The grammar's own words come first, then English ones, then names of days and months in other
/// languages. A foreign name is accepted only if all foreign names of the value belong to one
/// language, or to several that agree: “ma” is Monday in Finnish and Tuesday in French, so “ma”
/// alone is refused and “ma-pe” is accepted. Where they disagree, the country's languages decide.
struct KeywordResolver {
  private let text: HoursText
  /// The languages to prefer where the names of a value fit several that disagree.
  private let preferred: Set<Language>
  private var tokens: [HoursToken]
  private(set) var warnings: [HoursWarning] = []
  private var index = 0
  private var result: [HoursToken] = []
  /// The languages that the foreign names of the value may be in; `nil` before the first one.
  private var languages: Set<Language>?

  init(_ text: HoursText, _ tokens: [HoursToken], preferred: Set<Language>) {
    self.text = text
    self.preferred = preferred
    self.tokens = tokens
    result.reserveCapacity(tokens.count)
  }

  /// The tokens with each word replaced by its keyword; needless words are dropped. An unknown word
  /// is kept, and the parser refuses it.
  mutating func run() -> [HoursToken] {
    while index < tokens.count {
      if mayStartEntry, let entry = HoursVocabulary.entries[key(index)] {
        read(entry)
      } else {
        readUnknown()
      }
    }
    return result
  }

  /// Whether the next token may begin a word or phrase of the vocabulary.
  private var mayStartEntry: Bool {
    switch tokens[index].kind {
    case .word, .number(24, _), .number(7, _): true
    default: false
    }
  }

  private func key(_ index: Int) -> WordKey { WordKey(text.bytes[tokens[index].range]) }

  private mutating func read(_ entry: HoursVocabulary.Entry) {
    if let phrase = entry.phrases.first(where: matches) {
      replace(count: phrase.words.count, by: phrase.interpretation)
    } else if let interpretation = entry.interpretation {
      replace(count: 1, by: interpretation)
    } else {
      readUnknown()
    }
  }

  private func matches(_ phrase: HoursVocabulary.Phrase) -> Bool {
    index + phrase.words.count <= tokens.count
      && phrase.words.indices.allSatisfy { phrase.words[$0] == key(index + $0) }
  }

  /// Resolves a word that is not in the vocabulary.
  private mutating func readUnknown() {
    guard tokens[index].kind == .word else { return keep() }
    let key = key(index)
    if key == Self.to, isBetweenValues(index) {
      replace(count: 1, by: .symbol("-"))
    } else if Self.hours.contains(key) {
      replace(count: 1, by: isHourSign ? .symbol(":") : .ignored)
    } else if let interpretation = foreign(key) {
      replace(count: 1, by: interpretation)
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

  /// “to” between two numbers or names means “until”; elsewhere it is Thursday in Finnish or
  /// Swedish.
  private func isBetweenValues(_ index: Int) -> Bool {
    guard index > 0, index + 1 < tokens.count else { return false }
    return [tokens[index - 1], tokens[index + 1]].allSatisfy { token in
      switch token.kind {
      case .number, .word: true
      default: false
      }
    }
  }

  /// Whether the token is the “h” of `8h30`.
  private var isHourSign: Bool {
    guard index > 0, index + 1 < tokens.count else { return false }
    let (before, next) = (tokens[index - 1], tokens[index + 1])
    guard case .number = before.kind, case .number(_, digits: 2) = next.kind else { return false }
    return next.range.lowerBound == tokens[index].range.upperBound
  }

  private mutating func replace(count: Int, by interpretation: HoursVocabulary.Interpretation) {
    let start = tokens[index].range.lowerBound
    let range = start..<tokens[index + count - 1].range.upperBound
    switch interpretation {
    case .official(let keyword, let spelling):
      add(.keyword(keyword), range)
      if !spelling.utf8.elementsEqual(text.bytes[range]) { warn(spelling, writtenAs: range) }
    case .synonym(let keyword, let spelling):
      add(.keyword(keyword), range)
      warn(spelling, writtenAs: range)
    case .symbol(let sign):
      add(.symbol(sign), range)
      warn(String(sign), writtenAs: range)
    case .comment:
      add(.comment(range), range)
      warn("\"\(text[range])\"", writtenAs: range)
    case .ignored:
      skipColon(after: index + count)
      warnings.append(text.warning("“\(text[range])” is not needed", at: start))
    }
    index += count
  }

  /// Drops the colon behind words that precede the value: “Öffnungszeiten: …”.
  private mutating func skipColon(after next: Int) {
    guard result.isEmpty, next < tokens.count, tokens[next].kind == .symbol(":") else { return }
    tokens.remove(at: next)
  }

  private mutating func add(_ kind: HoursToken.Kind, _ range: Range<Int>) {
    result.append(HoursToken(kind: kind, range: range))
  }

  private mutating func warn(_ spelling: String, writtenAs range: Range<Int>) {
    warnings.append(
      text.warning("“\(spelling)” is meant by “\(text[range])”", at: range.lowerBound))
  }

  // MARK: Foreign names

  private mutating func foreign(_ word: WordKey) -> HoursVocabulary.Interpretation? {
    guard let names = Language.names[word] else { return nil }
    let fitting = languages ?? fittingLanguages()
    languages = fitting
    var keywords = Set(names.filter { fitting.contains($0.key) }.values)
    if keywords.count > 1 {
      keywords = Set(names.filter { fitting.intersection(preferred).contains($0.key) }.values)
    }
    guard keywords.count == 1, let keyword = keywords.first else { return nil }
    return .synonym(keyword, keyword.spelling)
  }

  /// The languages that have all foreign names of the value; of these, if there are any, only those
  /// that also have its English-looking names of days.
  private func fittingLanguages() -> Set<Language> {
    var all = Set(Language.allCases)
    var own = all
    for index in tokens.indices where tokens[index].kind == .word {
      let word = key(index)
      let knowing = Set((Language.names[word] ?? [:]).keys)
      switch HoursVocabulary.entries[word]?.interpretation {
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

extension Keyword {
  /// The official spelling.
  fileprivate var spelling: String {
    switch self {
    case .weekday(let day): day.abbreviation
    case .month(let month): HoursVocabulary.months[month - 1]
    default: ""
    }
  }
}
