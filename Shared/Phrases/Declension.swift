/// How a language changes a name in a case, "Тверская улица" → "Тверскую улицу", or which word it
/// has before it by its beginning, "y Madrid", "e Ibiza".
///
/// In a case only a name that contains one of the nouns changes, as the ending of other names does
/// not tell whether they are declined: the noun, and the adjectives before it, by their endings.
struct Declension: Sendable {
  private var nouns: [String: String] = [:]
  private var endings: [(from: String, to: String)] = []
  private var leads: [(beginning: String, word: String)] = []

  /// - Parameter rules: "улица>улицу -ая>-ую" or "i->e ->y", of which the first that fits counts,
  ///   separated by spaces; malformed ones are skipped.
  init(_ rules: some StringProtocol) {
    for rule in rules.split(separator: " ") {
      let sides = rule.split(separator: ">", omittingEmptySubsequences: false)
      guard sides.count == 2 else { continue }
      if sides.allSatisfy({ $0.hasPrefix("-") }) {
        endings.append((String(sides[0].dropFirst()), String(sides[1].dropFirst())))
      } else if sides[0].hasSuffix("-") {
        leads.append((String(sides[0].dropLast()), String(sides[1])))
      } else {
        nouns[String(sides[0])] = String(sides[1])
      }
    }
  }

  func applied(to name: String) -> String {
    let start = name.lowercased()
    if let rule = leads.first(where: { start.hasPrefix($0.beginning) }) {
      return "\(rule.word) \(name)"
    }
    var words = name.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard let noun = words.firstIndex(where: { nouns[$0.lowercased()] != nil }) else { return name }
    let declined = nouns[words[noun].lowercased()] ?? words[noun]
    words[noun] = words[noun].first?.isUppercase == true ? declined.capitalizedFirst : declined
    for index in words[..<noun].indices {
      guard let (from, to) = endings.first(where: { words[index].hasSuffix($0.from) }) else {
        continue
      }
      words[index] = words[index].dropLast(from.count) + to
    }
    return words.joined(separator: " ")
  }
}

extension String {
  /// With its first letter as a capital.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
  /// With its first letter small.
  var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
