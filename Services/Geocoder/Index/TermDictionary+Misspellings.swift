import FoldedText
import Messages

extension TermDictionary {
  /// A term that differs from the typed word by a few edits.
  struct Misspelling: Sendable, Hashable {
    let term: UInt32
    let edits: Int
  }

  /// The allowed edit distance for a typed word of this length: 0 below three letters, 1 below
  /// eight, else 2.
  static func allowedEdits(_ letterCount: Int) -> Int {
    letterCount < shortestMisspelling ? 0 : letterCount < 8 ? 1 : 2
  }

  /// In words of three letters only a missing or swapped letters are corrected. Any other edit
  /// would turn one valid short word into another.
  static let shortestMisspelling = 3

  /// The terms within `limit` edits of `typed`, without `typed` itself: fewest edits first, then
  /// the rarest, at most `GeocoderLimits.maximumMisspellings`.
  ///
  /// An edit inserts, deletes or replaces a letter, or swaps two adjacent ones (optimal string
  /// alignment distance). Terms of a suitable length are filtered by their letter signature, about
  /// a nanosecond each; the distance is computed only for the few that remain.
  func misspellings(of typed: [UInt32], within limit: Int) -> [Misspelling] {
    guard limit > 0, typed.count >= Self.shortestMisspelling,
      typed.count <= GeocoderLimits.maximumFuzzyLetters
    else { return [] }
    let signature = LetterSignature(typed[...])
    var distance = EditDistance(to: typed, within: limit)
    var found: [Misspelling] = []
    for length in max(1, typed.count - limit)...(typed.count + limit)
    where length < termsByLength.count {
      for index in termsByLength.range(length) {
        let other = signatures[index]
        guard signature.mayBeWithin(limit, of: other) else { continue }
        if typed.count == Self.shortestMisspelling, !other.holds(signature) { continue }
        let term = termsByLength.items[index]
        guard let edits = distance.edits(from: terms[Int(term)]), edits > 0 else { continue }
        found.append(Misspelling(term: term, edits: edits))
      }
    }
    found.sort {
      ($0.edits, postings.range(Int($0.term)).count, $0.term)
        < ($1.edits, postings.range(Int($1.term)).count, $1.term)
    }
    return Array(found.prefix(GeocoderLimits.maximumMisspellings))
  }
}

extension TermDictionary {
  /// The prefixes of terms that are one edit from `typed`, which is not the prefix of any term.
  ///
  /// The error is where the typed letters leave the dictionary, or a few letters before. Trying
  /// each edit there costs about two hundred lookups.
  func correctedPrefixes(of typed: [UInt32]) -> [[UInt32]] {
    var known = typed.count - 1
    while known > 0, terms(withPrefix: typed.prefix(known)) == nil { known -= 1 }
    let first = max(1, known - GeocoderLimits.maximumCorrectionReach)
    var tries: [[UInt32]] = []
    for index in first...max(first, known) where index < typed.count {
      let (head, tail) = (Array(typed[..<index]), typed[(index + 1)...])
      tries.append(head + tail)
      if let next = tail.first { tries.append(head + [next, typed[index]] + tail.dropFirst()) }
      for letter in UInt32(0x61)...0x7A where letter != typed[index] {
        tries.append(head + [letter] + tail)
        tries.append(head + [letter, typed[index]] + tail)
      }
    }
    return tries.filter { terms(withPrefix: $0) != nil }
  }
}
