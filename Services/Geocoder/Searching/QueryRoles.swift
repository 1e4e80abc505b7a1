import FoldedText

/// Tells the words of a query that name nothing.
enum QueryRoles {
  static func of(_ words: [Word]) -> [Query.Role] {
    var roles = words.map { word -> Query.Role in
      let mayBeNumber = word.part == .any || word.part == .houseNumber
      if mayBeNumber, HouseNumber.parts(of: word.letters) != nil { return .number }
      return fillers.contains(word.folded) ? .filler : .word
    }
    for index in words.indices where words[index].part == .any {
      markUnit(index, words, &roles)
    }
    return roles
  }

  /// Marks "suite 300", "#300", "3rd floor" where another word remains to be found.
  private static func markUnit(_ index: Int, _ words: [Word], _ roles: inout [Query.Role]) {
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
    } else if word.before.contains(.number), index > 1, roles[..<index].contains(.number) {
      roles[index] = .unit
    }
  }

  private static func isUnitName(_ word: Word) -> Bool {
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

  private static let fillers: Set<String> = [
    "the", "of", "at", "in", "near", "and", "corner", "on", "de", "la", "le", "du", "des", "der",
    "die", "das", "an", "am", "im", "und", "et", "ecke", "to",
    "usa", "us", "united", "states", "america", "uk", "england", "germany", "deutschland",
    "finland", "suomi", "france", "monaco", "malta", "liechtenstein", "california", "maryland",
    "bayern", "bavaria", "ca", "md", "ny", "tx", "wa", "or", "il", "ma", "pa", "fl", "ga", "oh",
    "mi", "nj", "va", "co", "az", "nc", "sc", "tn", "dc",
  ]
}
