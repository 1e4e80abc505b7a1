/// Words that stand for one another: "Boulevard" and "Blvd".
///
/// Both ways, for what people type and for what mappers wrote. The tables are written by hand, one
/// file a language family; `EnglishAbbreviations`, `EuropeanAbbreviations`.
enum Abbreviations {
  /// What a row's words are used for.
  enum Use: Sendable {
    /// Tells little about which street is meant: "Street", "Rue".
    case streetType
    /// "North", "First", "Saint".
    case other
  }

  /// One meaning: the full word first, then its short forms.
  struct Row: Sendable {
    let use: Use
    let words: [String]

    /// - Parameter words: separated by spaces, the full word first.
    init(_ words: String, _ use: Use = .other) {
      self.use = use
      self.words = words.split(separator: " ").map(String.init)
    }
  }

  /// Other spellings of a folded word, the likelier first; without the word itself.
  static func others(of word: String) -> [String] { othersByWord[word] ?? [] }

  /// Whether the word is a kind of street, in full or short.
  static func isStreetType(_ word: String) -> Bool { streetTypes.contains(word) }

  /// The full word for an abbreviation, else the word. "st" is "saint" where a word follows that
  /// it could be the saint of.
  static func full(_ word: String, isLast: Bool) -> String {
    if word == "st" { return isLast ? "street" : "saint" }
    return fullByWord[word] ?? word
  }

  private static let rows = EnglishAbbreviations.rows + EuropeanAbbreviations.rows

  private static let othersByWord: [String: [String]] = {
    var table: [String: [String]] = [:]
    for row in rows {
      for word in row.words {
        for other in row.words where other != word && table[word]?.contains(other) != true {
          table[word, default: []].append(other)
        }
      }
    }
    return table
  }()

  private static let fullByWord: [String: String] = {
    var table: [String: String] = [:]
    for row in rows {
      for word in row.words where table[word] == nil { table[word] = row.words[0] }
    }
    return table
  }()

  private static let streetTypes = Set(
    rows.filter { $0.use == .streetType }.flatMap(\.words))
}
