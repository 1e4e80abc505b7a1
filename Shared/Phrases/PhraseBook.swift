/// The phrases of every language of a module. English is the one that is always there, and has what
/// another language lacks.
package struct PhraseBook: Sendable {
  private let byLanguage: [String: Phrases]
  private let english: Phrases

  /// - Parameter texts: the files by language, as the plugin `EmbedPhrases` has them; without
  ///   English each phrase is its key.
  package init(_ texts: [(language: String, text: String)]) {
    let english = Phrases(language: "en", texts.first { $0.language == "en" }?.text ?? "")
    let others = texts.filter { $0.language != "en" }
      .map { Phrases(language: $0.language, $0.text, or: english) }
    let hasEnglish = others.count < texts.count
    byLanguage = Dictionary(
      (others + (hasEnglish ? [english] : [])).map { ($0.language.lowercased(), $0) },
      uniquingKeysWith: { first, _ in first })
    self.english = english
  }

  /// Every language, in order of the tags.
  package var all: [Phrases] {
    byLanguage.keys.sorted().compactMap { byLanguage[$0] }
  }

  /// The phrases of the language that suits best, English where none does.
  ///
  /// - Parameter wanted: as `Accept-Language` (RFC 9110, 12.5.4) has it, such as
  ///   `de-AT, fr;q=0.8`, or as the environment's `LANG` does, `de_AT.UTF-8`. Languages with the
  ///   same weight count in their order; of a tag that is unknown its first part counts.
  package func phrases(for wanted: String?) -> Phrases {
    guard let wanted else { return english }
    let ranges = wanted.split(separator: ",").prefix(16).enumerated()
      .compactMap { index, range -> (tag: String, weight: Double, index: Int)? in
        let fields = range.split(separator: ";").map { $0.filter { $0 != " " } }
        guard let name = fields.first?.split(whereSeparator: { ".@".contains($0) }).first else {
          return nil
        }
        let weight = fields.dropFirst().first { $0.hasPrefix("q=") }.map {
          Double($0.dropFirst(2)) ?? 0
        }
        return (name.lowercased().replacing("_", with: "-"), weight ?? 1, index)
      }
    let best = ranges.sorted { ($1.weight, $0.index) < ($0.weight, $1.index) }
    for range in best where range.weight > 0 {
      if let found = byLanguage[range.tag] ?? byLanguage[String(range.tag.prefix { $0 != "-" })] {
        return found
      }
    }
    return english
  }
}
