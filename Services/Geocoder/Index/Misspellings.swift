import FoldedText

extension Vocabulary {
  /// A word of the index that differs from what was typed by a few edits.
  struct Misspelling: Sendable, Hashable {
    let word: UInt32
    let edits: Int
  }

  /// How many edits a typed word of this length is allowed: none under three letters, one under
  /// eight, else two.
  static func allowedEdits(_ letterCount: Int) -> Int {
    letterCount < shortestMisspelling ? 0 : letterCount < 8 ? 1 : 2
  }

  /// In words of three letters only a missing or a swapped letter is put right: everything else
  /// makes of one such word another.
  static let shortestMisspelling = 3

  /// The words within `limit` edits of `typed`, without itself: fewest edits first, then those of
  /// the fewest names, at most `GeocoderBounds.maximumMisspellings`.
  ///
  /// An edit inserts, drops or replaces a letter, or swaps two neighbours (optimal string
  /// alignment distance). Looks at the signature of every word that may be near by its length,
  /// which takes a nanosecond, and compares the few whose signature is near.
  func misspellings(of typed: [UInt32], within limit: Int) -> [Misspelling] {
    guard limit > 0, typed.count >= Self.shortestMisspelling,
      typed.count <= GeocoderBounds.maximumMisspeltLetters
    else { return [] }
    let signature = LetterSignature(typed[...])
    var distance = EditDistance(to: typed, within: limit)
    var found: [Misspelling] = []
    for length in max(1, typed.count - limit)...(typed.count + limit)
    where length < wordsByLength.count {
      for place in wordsByLength.range(length) {
        let near = signatures[place]
        guard signature.mayBeWithin(limit, of: near) else { continue }
        if typed.count == Self.shortestMisspelling, !near.holds(signature) { continue }
        let word = wordsByLength.items[place]
        guard let edits = distance.edits(from: words[Int(word)]), edits > 0 else { continue }
        found.append(Misspelling(word: word, edits: edits))
      }
    }
    found.sort {
      ($0.edits, postings.range(Int($0.word)).count, $0.word)
        < ($1.edits, postings.range(Int($1.word)).count, $1.word)
    }
    return Array(found.prefix(GeocoderBounds.maximumMisspellings))
  }
}

extension Vocabulary {
  /// The beginnings that differ by one edit from a typed one that begins no word, and begin some.
  ///
  /// The slip is where the letters leave the vocabulary, or a few letters before: trying each edit
  /// there costs some two hundred looks.
  func slips(in typed: [UInt32]) -> [[UInt32]] {
    var known = typed.count - 1
    while known > 0, words(beginning: typed.prefix(known)) == nil { known -= 1 }
    let first = max(1, known - GeocoderBounds.maximumSlipReach)
    var tries: [[UInt32]] = []
    for place in first...max(first, known) where place < typed.count {
      let (head, tail) = (Array(typed[..<place]), typed[(place + 1)...])
      tries.append(head + tail)
      if let next = tail.first { tries.append(head + [next, typed[place]] + tail.dropFirst()) }
      for letter in UInt32(0x61)...0x7A where letter != typed[place] {
        tries.append(head + [letter] + tail)
        tries.append(head + [letter, typed[place]] + tail)
      }
    }
    return tries.filter { words(beginning: $0) != nil }
  }
}
