import FoldedText

/// Assigns roles to the tokens of a query: number, unit, stop word, or ordinary word.
enum TokenClassifier {
  static func roles(of words: [WordToken]) -> [ParsedQuery.Role] {
    var roles = words.map { word -> ParsedQuery.Role in
      let mayBeNumber = word.component == .any || word.component == .houseNumber
      if mayBeNumber, HouseNumber.parts(of: word.letters) != nil { return .number }
      return stopWords.contains(word.folded) ? .stopWord : .word
    }
    for index in words.indices where words[index].component == .any {
      markUnit(index, words, &roles)
    }
    return roles
  }

  /// Marks "suite 300", "#300" and "3rd floor", unless nothing else would be left of the query.
  private static func markUnit(
    _ index: Int, _ words: [WordToken], _ roles: inout [ParsedQuery.Role]
  ) {
    let word = words[index]
    let next = index + 1 < words.count ? words[index + 1] : nil
    if units.contains(word.folded), index > 0 {
      if let next, isUnitName(next) {
        roles[index] = .unit
        roles[index + 1] = .unit
      } else if floors.contains(word.folded), words[index - 1].startsWithDigit, index > 1 {
        roles[index] = .unit
        roles[index - 1] = .unit
      }
    } else if word.separatorsBefore.contains(.number), index > 1, roles[..<index].contains(.number)
    {
      roles[index] = .unit
    }
  }

  private static func isUnitName(_ word: WordToken) -> Bool {
    word.letters.count <= 5 && (word.startsWithDigit || word.letters.count <= 2)
      || word.letters.count <= 5 && word.letters.contains(where: Letters.isDigit)
  }

  private static let floors: Set<String> = [
    "floor", "floors", "fl", "level", "etage", "stock", "og", "krs", "kerros", "piso",
  ]
  private static let units: Set<String> = floors.union([
    "suite", "ste", "apt", "apartment", "unit", "room", "rm", "bldg", "building", "flat", "top",
    "lot", "box", "as", "lokal", "zimmer", "whg", "wohnung", "appartement", "porte",
  ])

  private static let stopWords: Set<String> = [
    "the", "of", "at", "in", "near", "and", "corner", "on", "de", "la", "le", "du", "des", "der",
    "die", "das", "an", "am", "im", "und", "et", "ecke", "to",
    "usa", "us", "united", "states", "america", "uk", "england", "germany", "deutschland",
    "finland", "suomi", "france", "monaco", "malta", "liechtenstein", "california", "maryland",
    "bayern", "bavaria", "ca", "md", "ny", "tx", "wa", "or", "il", "ma", "pa", "fl", "ga", "oh",
    "mi", "nj", "va", "co", "az", "nc", "sc", "tn", "dc",
  ]
}
