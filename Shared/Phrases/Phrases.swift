/// The phrases of one language, by key.
///
/// A file has one phrase a line, `key = phrase`, with slots as in `PhraseTemplate`; lines that
/// begin with `#` are comments. A row `form.NAME = …` is a `Declension`, `plural.NAME = …` one of
/// the `PluralRules`: the phrase `stops.one` is that of `stops` for the numbers of `plural.one`.
package struct Phrases: Sendable {
  /// The language's BCP 47 tag, such as `de` or `pt-BR`.
  package let language: String
  private var templates: [String: PhraseTemplate] = [:]
  private var declensions: [String: Declension] = [:]
  private var plurals = PluralRules()
  /// Those of English, where this language lacks some; at most one.
  private let fallback: [Phrases]
  /// The lines that cannot be read; empty in a file that is right.
  package private(set) var malformed: [String] = []

  /// - Parameters:
  ///   - text: a file in the form above.
  ///   - fallback: what has the phrases that the file lacks.
  package init(language: String, _ text: String, or fallback: Phrases? = nil) {
    self.language = language
    self.fallback = fallback.map { [$0] } ?? []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      guard let equals = line.firstRange(of: " = ") else {
        malformed.append(String(line))
        continue
      }
      let (key, phrase) = (String(line[..<equals.lowerBound]), line[equals.upperBound...])
      if key.hasPrefix("form.") {
        declensions[String(key.dropFirst(5))] = Declension(phrase)
      } else if key.hasPrefix("plural.") {
        if !plurals.add(String(key.dropFirst(7)), String(phrase)) { malformed.append(String(line)) }
      } else if templates[key] == nil, let template = PhraseTemplate(phrase) {
        templates[key] = template
      } else {
        malformed.append(String(line))
      }
    }
  }

  /// All keys, each with the names of its slots.
  package var slots: [String: Set<String>] { templates.mapValues(\.slots) }

  /// The phrase of a key with its slots filled; that of English where the language lacks it, and
  /// the key itself where nobody has it.
  ///
  /// - Parameter slots: by name; an empty text is as none.
  package func callAsFunction(_ key: String, _ slots: [String: String] = [:]) -> String {
    optional(key, slots) ?? fallback.first?(key, slots) ?? key
  }

  /// The phrase of a key about a number, which is the slot `n`: in the form of the number, else in
  /// that of `other`, else the one without forms.
  package func callAsFunction(
    _ key: String, count: Int, _ slots: [String: String] = [:]
  ) -> String {
    let all = slots.merging(["n": "\(count)"]) { own, _ in own }
    return ["." + form(of: count), ".other", ""].lazy.compactMap { optional(key + $0, all) }.first
      ?? fallback.first?(key, count: count, slots) ?? key
  }

  /// `one`, `few`, `other` …: the form that goes with a number.
  package func form(of number: Int) -> String { plurals.form(of: number) }

  /// The phrase of a key; `nil` where the language has none, such as a word for a large number.
  package func optional(_ key: String, _ slots: [String: String] = [:]) -> String? {
    templates[key]?.filled(slots, declined: declined)
  }

  private func declined(_ word: String, _ form: String) -> String {
    switch form {
    case "lower": word.lowercasedFirst
    case "upper": word.capitalizedFirst
    default: declensions[form]?.applied(to: word) ?? word
    }
  }
}
