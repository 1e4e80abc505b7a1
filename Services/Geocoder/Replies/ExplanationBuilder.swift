import FoldedText
import Messages
import Phrases

/// Explains how a query was understood: word by word, and as one sentence without a full stop,
/// "house number 1 of Telegraph Hill Boulevard; telegraf → Telegraph, 1 edit; city assumed".
struct ExplanationBuilder {
  private let phrases: Phrases
  private(set) var text: String
  /// What each token means; empty where only the sentence is asked for.
  private(set) var words: [WordExplanation] = []
  private let hasWords: Bool

  /// - Parameters:
  ///   - summary: the start of the sentence, what was found.
  ///   - hasWords: whether `words` are asked for, too.
  ///   - phrases: of the sentence's language.
  init(_ summary: String, _ phrases: Phrases, hasWords: Bool) {
    text = summary
    self.phrases = phrases
    self.hasWords = hasWords
  }

  /// Adds a part of the sentence by its phrase, about `count` edits where it is about some.
  mutating func add(_ key: String, _ slots: [String: String] = [:], count: Int? = nil) {
    let part = count.map { phrases(key, count: $0, slots) } ?? phrases(key, slots)
    text = phrases("also", ["text": text, "more": part])
  }

  /// Adds how the match corrected each token, and which tokens it could not explain.
  ///
  /// - Parameter texts: the name and address of the hit; terms are shown as written there.
  mutating func addTokens(
    _ match: NameMatch, _ query: ParsedQuery, numberBits: UInt32, _ dictionary: TermDictionary,
    _ texts: [String?]
  ) {
    let expansions = match.matched.compactMap { $0 } + match.inexactContext
    var unexplained: [String] = []
    for (position, word) in query.tokens.enumerated() {
      let bit = UInt32(1) << position
      let isExplained = (match.inName | match.inContext | numberBits) & bit != 0
      var meant: String?
      let expansion = expansions.first { $0.bits & bit != 0 }
      if let expansion, expansion.kind != .exact {
        let written = Self.written(dictionary.terms[Int(expansion.term)], in: texts)
        if expansion.position == position { add(expansion, query, written) }
        meant = written
      }
      let isIgnored = query.roles[position] != .word && query.roles[position] != .number
      if !isExplained, !isIgnored { unexplained.append(phrases("quoted", ["word": word.typed])) }
      guard hasWords else { continue }
      words.append(
        WordExplanation(
          typed: word.typed,
          part: numberBits & bit != 0
            ? .houseNumber
            : match.inName & bit != 0
              ? .name
              : match.inContext & bit != 0
                ? .surroundings : isIgnored ? .setAside : .notUnderstood,
          meant: meant,
          change: expansion?.kind.change ?? (word.isSplitOff ? .spacing : nil),
          edits: expansion?.kind.edits))
    }
    if !unexplained.isEmpty { add("unclear", ["words": unexplained.joined(separator: ", ")]) }
  }

  /// A folded word in the way that the first of the texts with it writes it.
  private static func written(_ term: ArraySlice<UInt32>, in texts: [String?]) -> String {
    for case let text? in texts {
      let words = WordTokenizer.tokens(in: text)
      if let word = words.first(where: { $0.letters.elementsEqual(term) }) { return word.typed }
    }
    return String(letters: term)
  }

  private mutating func add(_ expansion: TermExpansion, _ query: ParsedQuery, _ meant: String) {
    let typed = query.tokens[expansion.position].typed
    switch expansion.kind {
    case .exact, .prefix: return
    case .variant: if typed != meant { add("spelling", ["typed": typed, "meant": meant]) }
    case .joined:
      let both = "\(typed) \(query.tokens[expansion.position + 1].typed)"
      add("spelling", ["typed": both, "meant": meant])
    case .edits(let count): add("edits", ["typed": typed, "meant": meant], count: count)
    }
  }
}

extension TermExpansion.Kind {
  fileprivate var change: WordExplanation.Change? {
    switch self {
    case .exact, .prefix: nil
    case .variant: .spelling
    case .joined: .spacing
    case .edits: .misspelt
    }
  }

  fileprivate var edits: Int? { if case .edits(let count) = self { count } else { nil } }
}

extension HouseMatch {
  /// "house number 12 of Main Street", or the position that stands in for it.
  func summary(asked: HouseNumber, street: String, _ phrases: Phrases) -> String {
    let number = "\(asked.number)\(asked.suffix)"
    func text(_ key: String, _ slots: [String: String]) -> String {
      phrases("house" + key, ["street": street, "asked": number].merging(slots) { $1 })
    }
    return switch method {
    case .exact: text("", ["number": self.text])
    case .inRange, .acrossRange: text(".inRange", ["range": self.text])
    case .otherSuffix: text(".otherSuffix", ["number": self.text])
    case .onLine(let low, let high): text(".interpolated", ["low": "\(low)", "high": "\(high)"])
    case .between(let low, let high, _):
      text(".interpolated", ["low": "\(low)", "high": "\(high)"])
    case .nearest(let near, _): text(".nearest", ["number": "\(near)"])
    case .unknown: text(".unknown", [:])
    }
  }
}
