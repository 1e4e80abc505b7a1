/// Words that stand for one another: "Boulevard" and "Blvd".
///
/// Both ways, for what people type and for what mappers wrote. The tables are
/// `EnglishAbbreviations` and `EuropeanAbbreviations`.
enum Abbreviations {
  /// What a row's words are used for.
  enum Use: Sendable {
    /// Tells little about which street is meant: "Street", "Rue".
    case streetType
    /// "North", "First", "Saint": so usual that two names which differ in it are one name.
    case usual
    /// "Heights", "Park".
    case rare
  }

  /// One meaning: the full word first, then its short forms.
  struct Row: Sendable {
    let use: Use
    let words: [String]
  }

  /// Reads a table: rows end with a semicolon, words with a space.
  static func rows(_ table: String, _ use: Use) -> [Row] {
    table.split(separator: ";").map { row in
      Row(use: use, words: row.split(whereSeparator: \.isWhitespace).map(String.init))
    }
  }

  /// Other spellings of a folded word, the likelier first; without the word itself.
  static func others(of word: String) -> [String] { othersByWord[word] ?? [] }

  /// What a full word is shortened to; of one letter only for directions.
  static func shortForms(of word: String) -> [String] {
    rows.first { $0.words[0] == word }?.words.dropFirst()
      .filter { $0.count > 1 || directions.contains(word) } ?? []
  }

  /// Whether the word is a kind of street, in full or short.
  static func isStreetType(_ word: String) -> Bool { streetTypes.contains(word) }

  /// The full word for a usual abbreviation, else the word. "st" is "saint" where a word follows
  /// that it could be the saint of.
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
    let full = Set(rows.map { $0.words[0] })
    for row in rows where row.use != .rare {
      for word in row.words where table[word] == nil && !full.contains(word) {
        table[word] = row.words[0]
      }
    }
    return table
  }()

  private static let streetTypes = Set(
    rows.filter { $0.use == .streetType }.flatMap(\.words))

  private static let directions: Set<String> = ["north", "south", "east", "west"]
}
