import FoldedText

/// Other ways to write one word that mean the same, so that they cost nothing or next to nothing.
enum WordVariants {
  /// Spellings of the folded word that an index may hold in its place, without itself:
  /// abbreviations and full words, "muehle" for "muhle", "hauptstr" for "hauptstrasse".
  static func of(_ letters: [UInt32]) -> [[UInt32]] {
    var variants = Abbreviations.others(of: String(letters: letters)).map(Letters.of)
    variants += compounds(letters)
    variants += ordinals(letters)
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

  /// "24" → "24th", and back; larger numbers name no street.
  private static func ordinals(_ letters: [UInt32]) -> [[UInt32]] {
    let digits = letters.prefix(while: Letters.isDigit)
    guard 1...3 ~= digits.count else { return [] }
    let rest = letters.dropFirst(digits.count)
    if rest.isEmpty { return ordinalEnds.map { letters + $0 } }
    return ordinalEnds.contains(Array(rest)) ? [Array(digits)] : []
  }

  private static let ordinalEnds = ["st", "nd", "rd", "th"].map(Letters.of)

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

  /// "telegraf" → "telegraph", and back: one slip, though two letters differ.
  static func soundAlikes(_ letters: [UInt32]) -> [[UInt32]] {
    let (f, ph) = (UInt32(0x66), Letters.of("ph"))
    return letters.indices.compactMap { index in
      if letters[index] == f { return Array(letters[..<index]) + ph + letters[(index + 1)...] }
      guard index + 1 < letters.count, letters[index...index + 1].elementsEqual(ph) else {
        return nil
      }
      return Array(letters[..<index]) + [f] + letters[(index + 2)...]
    }
  }

  private static let digraphs: Set<ArraySlice<UInt32>> = Set(
    ["ae", "oe", "ue", "aa"].map { Letters.of($0)[...] })
}

extension Array where Element: Equatable {
  func ends(with other: [Element]) -> Bool {
    count >= other.count && self[(count - other.count)...].elementsEqual(other)
  }
}
