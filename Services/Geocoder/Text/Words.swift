import FoldedText

/// One word of a text: letters and digits between spaces and punctuation.
struct Word: Sendable, Hashable {
  /// Folded; see `LetterFolding`.
  let letters: [UInt32]
  /// As it was typed.
  let typed: String
  /// The punctuation that stands before it, spaces left out: "&", "," or "-".
  let before: Separators
  /// What the caller says that the word belongs to.
  var part: Part = .any
  /// Whether it was typed together with the word before it: "telegraphhill".
  var isSplitOff = false
  /// Whether more letters may follow.
  var isUnfinished = false

  /// The part of an address that a word was given as.
  enum Part: Sendable, Hashable {
    /// A text was given, of which any word may be anything.
    case any
    case houseNumber, street, city, postcode
  }

  /// What punctuation may say about how words belong together.
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
  var folded: String { String(letters: letters) }

  var startsWithDigit: Bool { letters.first.map(Letters.isDigit) ?? false }
}

/// Reads words out of text.
package enum Words {
  /// The words of `text`, in order; linear in its length.
  ///
  /// An apostrophe is part of its word ("O'Farrell" is "ofarrell"), any other punctuation ends it.
  /// Control characters, emoji and direction marks are punctuation.
  ///
  /// - Parameter limit: how many words are taken; the rest of the text is passed over.
  static func of(_ text: some StringProtocol, limit: Int = .max) -> [Word] {
    var words: [Word] = []
    var letters: [UInt32] = []
    var typed = String.UnicodeScalarView()
    var before: Word.Separators = []
    var next: Word.Separators = []
    func finish() {
      guard !letters.isEmpty else { return }
      words.append(Word(letters: letters, typed: String(typed), before: before))
      letters.removeAll(keepingCapacity: true)
      typed.removeAll()
    }
    for scalar in text.unicodeScalars {
      if Letters.isPartOfWord(scalar) {
        if letters.isEmpty {
          before = next
          next = []
        }
        LetterFolding.append(scalar, to: &letters)
        typed.append(scalar)
      } else if !Letters.isApostrophe(scalar) && !LetterFolding.isMark(scalar) {
        finish()
        next.formUnion(separator(scalar))
        if words.count == limit { return words }
      }
    }
    finish()
    return words
  }

  /// The words of a text that is being typed: the last is unfinished unless something follows it.
  static func ofUnfinished(_ text: String) -> [Word] {
    var words = of(text)
    guard let last = text.unicodeScalars.last, !words.isEmpty,
      Letters.isPartOfWord(last) || LetterFolding.isMark(last) || Letters.isApostrophe(last)
    else { return words }
    words[words.count - 1].isUnfinished = true
    return words
  }

  private static func separator(_ scalar: Unicode.Scalar) -> Word.Separators {
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
