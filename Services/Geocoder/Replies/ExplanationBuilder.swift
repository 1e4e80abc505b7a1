import FoldedText
import Messages

/// Explains how a query was understood: word by word, and as one sentence without a full stop,
/// "house number 1 of Telegraph Hill Boulevard; telegraf → Telegraph, 1 edit; city assumed".
struct ExplanationBuilder {
  private var parts: [String]
  /// What each token means; empty where only the sentence is asked for.
  private(set) var words: [WordExplanation] = []
  private let hasWords: Bool

  /// - Parameters:
  ///   - summary: the start of the sentence, what was found.
  ///   - hasWords: whether `words` are asked for, too.
  init(_ summary: String, hasWords: Bool) {
    parts = [summary]
    self.hasWords = hasWords
  }

  var text: String { parts.joined(separator: "; ") }

  mutating func add(_ part: String) { parts.append(part) }

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
      if !isExplained, !isIgnored { unexplained.append("“\(word.typed)”") }
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
    if !unexplained.isEmpty { add("\(unexplained.joined(separator: ", ")) not understood") }
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
    case .variant: if typed != meant { add("\(typed) = \(meant)") }
    case .joined: add("\(typed) \(query.tokens[expansion.position + 1].typed) = \(meant)")
    case .edits(let count): add("\(typed) → \(meant), \(count) \(count == 1 ? "edit" : "edits")")
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
  func summary(asked: HouseNumber, street: String) -> String {
    let number = "\(asked.number)\(asked.suffix)"
    return switch method {
    case .exact: "house number \(text) of \(street)"
    case .inRange, .acrossRange:
      "house number \(number) of \(street), which lies in \(text)"
    case .otherSuffix: "house number \(text) of \(street), for \(number) that is not known"
    case .onLine(let low, let high):
      "house number \(number) of \(street), interpolated between \(low) and \(high)"
    case .between(let low, let high, _):
      "house number \(number) of \(street), interpolated between \(low) and \(high)"
    case .nearest(let near, _):
      "house number \(near) of \(street), the nearest to \(number) that is known"
    case .unknown: "street \(street); house number \(number) is not known"
    }
  }
}
