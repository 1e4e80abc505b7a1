import FoldedText

/// One token of a text: the letters and digits between spaces and punctuation.
package struct WordToken: Sendable, Hashable {
  /// Folded; see `LetterFolding`.
  var letters: [UInt32]
  /// The folded letters in the script that was typed, where `letters` are in another.
  var written: [UInt32]?
  /// The original text.
  let typed: String
  /// The separators between the previous token and this one: "&", "," or "-".
  var separatorsBefore: Separators
  /// The address component that the caller states.
  var component: Component = .any
  /// Whether it was split off the token before it: "hill" of "telegraphhill".
  var isSplitOff = false
  /// Whether it is still being typed.
  var isUnfinished = false

  /// A component of an address, as in libpostal.
  enum Component: Sendable, Hashable {
    /// Unknown: the token is from free text.
    case any
    case houseNumber, street, city, postcode
  }

  /// Characters between tokens that affect how they are combined.
  struct Separators: OptionSet, Sendable, Hashable {
    let rawValue: UInt8
    static let and = Separators(rawValue: 1)
    static let at = Separators(rawValue: 2)
    static let slash = Separators(rawValue: 4)
    static let hyphen = Separators(rawValue: 8)
    static let comma = Separators(rawValue: 16)
    static let number = Separators(rawValue: 32)
    static let space = Separators(rawValue: 64)
  }

  /// The folded letters as text.
  package var folded: String { String(folded: letters) }

  /// The folded word in the script that was typed.
  var writtenWord: String { String(folded: written ?? letters) }

  /// Whether it was typed with other letters than plain Latin ones.
  var hasAccents: Bool { typed.utf8.contains { $0 > 0x7F } }

  var startsWithDigit: Bool { letters.first.map(Letters.isDigit) ?? false }
}

extension String {
  /// As `init(letters:)`, and several times as fast for plain Latin letters, as most folded ones
  /// are.
  init(folded letters: [UInt32]) {
    guard letters.allSatisfy({ $0 < 0x80 }) else {
      self.init(letters: letters)
      return
    }
    self.init(decoding: letters.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }
}

/// Splits text into folded tokens.
package enum WordTokenizer {
  /// The tokens of `text`, in order; linear in its length.
  ///
  /// An apostrophe is part of its token ("O'Farrell" is "ofarrell"); any other punctuation ends it.
  /// Control characters, emoji and direction marks count as punctuation.
  ///
  /// - Parameter limit: the maximum number of tokens; the rest of the text is ignored.
  package static func tokens(in text: some StringProtocol, limit: Int = .max) -> [WordToken] {
    var words: [WordToken] = []
    var letters: [UInt32] = []
    var typed = String.UnicodeScalarView()
    var before: WordToken.Separators = []
    var pending: WordToken.Separators = []
    func finish() {
      guard !letters.isEmpty else { return }
      words.append(WordToken(letters: letters, typed: String(typed), separatorsBefore: before))
      letters.removeAll(keepingCapacity: true)
      typed.removeAll()
    }
    for scalar in text.unicodeScalars {
      if Letters.isPartOfWord(scalar) {
        if letters.isEmpty, scalar == "º" || scalar == "ª", pending.isEmpty,
          let number = words.last, number.startsWithDigit
        {
          // "4.º" is one word.
          words.removeLast()
          (letters, before) = (number.letters, number.separatorsBefore)
          typed.append(contentsOf: number.typed.unicodeScalars)
        } else if letters.isEmpty {
          before = pending
          pending = []
        }
        LetterFolding.append(scalar, to: &letters)
        typed.append(scalar)
      } else if !Letters.isApostrophe(scalar) && !LetterFolding.isMark(scalar) {
        finish()
        pending.formUnion(separator(scalar))
        if words.count == limit { return words }
      }
    }
    finish()
    return words
  }

  /// The tokens of a text that is being typed: the last one is unfinished unless a separator
  /// follows.
  static func tokens(inUnfinished text: String) -> [WordToken] {
    var words = tokens(in: text)
    guard let last = text.unicodeScalars.last, !words.isEmpty,
      Letters.isPartOfWord(last) || LetterFolding.isMark(last) || Letters.isApostrophe(last)
    else { return words }
    words[words.count - 1].isUnfinished = true
    return words
  }

  private static func separator(_ scalar: Unicode.Scalar) -> WordToken.Separators {
    switch scalar {
    case "&", "+": .and
    case "@": .at
    case "/", "|": .slash
    case "-", "–", "—": .hyphen
    case ",", ";": .comma
    case "#": .number
    case " ", "\t", "\n", "\u{A0}": .space
    default: []
    }
  }
}
