import FoldedText
import PlaceWords

/// Equivalent spellings of a word, which lower the fit only slightly.
enum TermVariants {
  /// Equivalent spellings of the folded word, without the word itself: abbreviations and full
  /// forms, "muhle" for "muehle", "hauptstrasse" for "hauptstr".
  static func of(_ letters: [UInt32]) -> [[UInt32]] {
    var variants = Abbreviations.alternatives(of: String(folded: letters)).map(Letters.of)
    variants += compounds(letters)
    variants += ordinals(letters)
    if let plain = withoutDigraphs(letters) {
      variants.append(plain)
      variants += compounds(plain)
    }
    return variants
  }

  /// What a word may be the declined form of: "krasnaya" of "krasnoy", in the languages of
  /// `AddressWords` and their scripts.
  static func declined(_ letters: [UInt32]) -> [[UInt32]] {
    endings.flatMap { typed, own -> [[UInt32]] in
      let stem = letters.count - typed.count
      guard stem >= shortestStem, letters.ends(with: typed) else { return [] }
      return own.map { letters.prefix(stem) + $0 }
    }
  }

  private static let shortestStem = 3

  /// The ends of declined words, each with those of the word itself.
  private static let endings: [(typed: [UInt32], own: [[UInt32]])] =
    AddressWords.all.words(.ending).compactMap { forms in
      let folded = forms.map { FoldedWords.of($0).first ?? [] }
      return folded.first.map { ($0, Array(folded.dropFirst())) }
    }

  /// "hauptstr" → "hauptstrasse", and back.
  private static func compounds(_ letters: [UInt32]) -> [[UInt32]] {
    var variants: [[UInt32]] = []
    for (full, short) in EuropeanAbbreviations.compoundSuffixes {
      if letters.count > full.count + 1, letters.ends(with: full) {
        variants.append(letters.dropLast(full.count) + short)
      } else if letters.count >= short.count + 2, letters.ends(with: short) {
        variants.append(letters.dropLast(short.count) + full)
      }
    }
    return variants
  }

  /// "24" → "24th", and back; at most three digits, as in street names.
  private static func ordinals(_ letters: [UInt32]) -> [[UInt32]] {
    let digits = letters.prefix(while: Letters.isDigit)
    guard 1...3 ~= digits.count else { return [] }
    let rest = letters.dropFirst(digits.count)
    if rest.isEmpty { return ordinalSuffixes.map { letters + $0 } }
    return ordinalSuffixes.contains(Array(rest)) ? [Array(digits)] : []
  }

  private static let ordinalSuffixes = ["st", "nd", "rd", "th"].map(Letters.of)

  /// "muehle" → "muhle": the index folds "ü" to "u", but some people type "ue".
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

  /// "telegraf" → "telegraph", and back. Counts as one edit, although two letters differ.
  static func homophones(of letters: [UInt32]) -> [[UInt32]] {
    let (f, ph) = (UInt32(0x66), Letters.of("ph"))
    return letters.indices.compactMap { index in
      if letters[index] == f { return Array(letters[..<index]) + ph + letters[(index + 1)...] }
      guard index + 1 < letters.count, letters[index...index + 1].elementsEqual(ph) else {
        return nil
      }
      return Array(letters[..<index]) + [f] + letters[(index + 2)...]
    }
  }

  /// "straße" for "strßae": "ß" is one letter to who types it, and two in the index.
  static func swappedSharpS(in typed: String) -> [[UInt32]] {
    guard typed.contains("ß") else { return [] }
    let letters = Array(typed)
    return letters.indices.dropFirst().compactMap { index in
      guard letters[index] == "ß" || letters[index - 1] == "ß" else { return nil }
      var other = letters
      other.swapAt(index - 1, index)
      return WordTokenizer.tokens(in: String(other)).first?.letters
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
