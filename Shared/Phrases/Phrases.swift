/// The phrases of one language, by key.
///
/// A file has one phrase a line, `key = phrase`, with slots as in `PhraseTemplate`; lines that
/// begin with `#` are comments. A row `form.NAME = …` is a `Declension`.
package struct Phrases: Sendable {
  /// The language's BCP 47 tag, such as `de` or `pt-BR`.
  package let language: String
  private var templates: [String: PhraseTemplate] = [:]
  private var declensions: [String: Declension] = [:]
  /// The lines that cannot be read; empty in a file that is right.
  package private(set) var malformed: [String] = []

  /// - Parameter text: a file in the form above.
  package init(language: String, _ text: String) {
    self.language = language
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      guard let equals = line.firstRange(of: " = ") else {
        malformed.append(String(line))
        continue
      }
      let (key, phrase) = (String(line[..<equals.lowerBound]), line[equals.upperBound...])
      if key.hasPrefix("form.") {
        declensions[String(key.dropFirst(5))] = Declension(phrase)
      } else if templates[key] == nil, let template = PhraseTemplate(phrase) {
        templates[key] = template
      } else {
        malformed.append(String(line))
      }
    }
  }

  /// All keys, each with the names of its slots.
  package var slots: [String: Set<String>] { templates.mapValues(\.slots) }

  /// The phrase of a key with its slots filled; the key itself where the language lacks it.
  ///
  /// - Parameter slots: by name; an empty text is as none.
  package func callAsFunction(_ key: String, _ slots: [String: String] = [:]) -> String {
    guard let template = templates[key] else { return key }
    return template.filled(slots, declined: declined)
  }

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
