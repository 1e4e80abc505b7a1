/// Other ways to write one word that mean the same, so that they cost nothing or next to nothing.
enum WordVariants {
  /// Spellings of the folded word that an index may hold in its place, without itself:
  /// abbreviations and full words, "muehle" for "muhle", "hauptstr" for "hauptstrasse".
  static func of(_ letters: [UInt32]) -> [[UInt32]] {
    var variants = Abbreviations.others(of: String(letters: letters)).map(Letters.of)
    variants += compounds(letters)
    if let plain = withoutDigraphs(letters) {
      variants.append(plain)
      variants += compounds(plain)
    }
    return variants
  }

  /// "hauptstr" → "hauptstrasse", and back.
  private static func compounds(_ letters: [UInt32]) -> [[UInt32]] {
    var variants: [[UInt32]] = []
    for (full, short) in EuropeanAbbreviations.compoundEnds {
      if letters.count > full.count + 1, letters.ends(with: full) {
        variants.append(letters.dropLast(full.count) + short)
      } else if letters.count >= short.count + 2, letters.ends(with: short) {
        variants.append(letters.dropLast(short.count) + full)
      }
    }
    return variants
  }

  /// "muehle" → "muhle": the index folds "ä" to "a", some people type "ae".
  private static func withoutDigraphs(_ letters: [UInt32]) -> [UInt32]? {
    var plain: [UInt32] = []
    var index = 0
    while index < letters.count {
      plain.append(letters[index])
      let isDigraph = index + 1 < letters.count && digraphs.contains(letters[index...index + 1])
      index += isDigraph ? 2 : 1
    }
    return plain.count < letters.count ? plain : nil
  }

  private static let digraphs: Set<ArraySlice<UInt32>> = Set(
    ["ae", "oe", "ue", "aa"].map { Letters.of($0)[...] })
}

extension Array where Element: Equatable {
  func ends(with other: [Element]) -> Bool {
    count >= other.count && self[(count - other.count)...].elementsEqual(other)
  }
}
