import FoldedText
import PlaceWords

/// Equivalent words, such as "Boulevard" and "Blvd".
///
/// Used in both directions, because both typed text and map data contain either form. The tables
/// are `EnglishAbbreviations`, `EuropeanAbbreviations` and, for other languages, `AddressWords`.
package enum Abbreviations {
  /// How a row is used.
  enum Category: Sendable {
    /// "Street", "Rue": distinguishes streets poorly, so it has a low weight.
    case streetType
    /// "North", "First", "Saint": abbreviated so often that names which differ only in it are
    /// equal.
    case common
    /// "Heights", "Park".
    case rare
  }

  /// One word: the full form first, then its short forms.
  struct Row: Sendable {
    let category: Category
    let words: [String]
  }

  /// Parses a table: rows are separated by semicolons, words by spaces.
  static func rows(_ table: String, _ category: Category) -> [Row] {
    table.split(separator: ";").map { row in
      Row(category: category, words: row.split(whereSeparator: \.isWhitespace).map(String.init))
    }
  }

  /// Equivalent forms of a folded word, without the word itself, the more common first.
  static func alternatives(of word: String) -> [String] { alternativesByWord[word] ?? [] }

  /// The short forms of a full word; one-letter forms only for directions.
  package static func shortForms(of word: String) -> [String] {
    rows.first { $0.words[0] == word }?.words.dropFirst()
      .filter { $0.count > 1 || directions.contains(word) } ?? []
  }

  /// Whether the word is a street type, in full or abbreviated.
  static func isStreetType(_ word: String) -> Bool { streetTypes.contains(word) }

  /// The full form of a common abbreviation, else the word itself. "st" is "street" as the last
  /// word of a name and "saint" elsewhere.
  static func full(_ word: String, isLast: Bool) -> String {
    if word == "st" { return isLast ? "street" : "saint" }
    return fullByWord[word] ?? word
  }

  private static let rows =
    EnglishAbbreviations.rows + EuropeanAbbreviations.rows
    + rows(of: .street, .streetType) + rows(of: .same, .streetType)
    + rows(of: .numeral, .rare) + rows(of: .institution, .rare)

  /// The words of a section of one word each, without forms of one Latin letter.
  private static func rows(of section: AddressWords.Section, _ category: Category) -> [Row] {
    AddressWords.all.words(section).compactMap { forms in
      let words = forms.map(FoldedWords.of).filter { $0.count == 1 }.compactMap(\.first)
        .filter { $0.count > 1 || $0.allSatisfy { $0 > 0x7F || Letters.isDigit($0) } }
        .map { String(letters: $0) }
      return words.count > 1 ? Row(category: category, words: words) : nil
    }
  }

  private static let alternativesByWord: [String: [String]] = {
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
    for row in rows where row.category != .rare {
      for word in row.words where table[word] == nil && !full.contains(word) {
        table[word] = row.words[0]
      }
    }
    return table
  }()

  private static let streetTypes = Set(
    rows.filter { $0.category == .streetType }.flatMap(\.words))

  private static let directions: Set<String> = ["north", "south", "east", "west"]
}
