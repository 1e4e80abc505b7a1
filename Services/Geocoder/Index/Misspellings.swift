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

/// Which letters a word has, once and more than once, in 64 bits.
///
/// Each of 32 kinds of letter has a bit that says whether the word has one of the kind, and one
/// that says whether it has two. An edit that inserts or drops a letter changes the count of one
/// kind by one, so at most one bit; one that replaces a letter at most two; a swap none. Words
/// whose signatures differ in more than 2 × edits bits are farther apart than that.
struct LetterSignature: Sendable, Hashable {
  private let bits: UInt64

  init(_ letters: some Sequence<UInt32>) {
    var bits: UInt64 = 0
    for letter in letters {
      let kind = letter &- 0x61 < 26 ? letter &- 0x61 : 26 + letter % 6
      let one = UInt64(1) << UInt64(kind)
      bits |= bits & one == 0 ? one : one << 32
    }
    self.bits = bits
  }

  @inline(__always)
  func mayBeWithin(_ edits: Int, of other: LetterSignature) -> Bool {
    (bits ^ other.bits).nonzeroBitCount <= 2 * edits
  }

  /// Whether every letter of the other may be among this one's.
  @inline(__always)
  func holds(_ other: LetterSignature) -> Bool { bits & other.bits == other.bits }
}

/// Counts the edits between one word and others; reused, so that comparing allocates nothing.
///
/// Optimal string alignment: Damerau's edits, none of which touches a letter twice. Only the band
/// of the table that can stay within the limit is filled.
struct EditDistance {
  private let typed: [UInt32]
  private let limit: Int
  /// Three rows of the table: of this letter, the one before, and the one before that.
  private var rows: [Int]
  private let width: Int

  init(to typed: [UInt32], within limit: Int) {
    self.typed = typed
    self.limit = limit
    width = typed.count + 1
    rows = Array(repeating: 0, count: 3 * width)
  }

  /// How many edits make the word the typed one; `nil` where they are more than the limit.
  mutating func edits(from word: ArraySlice<UInt32>) -> Int? {
    guard abs(word.count - typed.count) <= limit else { return nil }
    let beyond = limit + 1
    for column in 0...typed.count { rows[column] = min(column, beyond) }
    for depth in 1...max(1, word.count) where depth <= word.count {
      let letter = word[word.startIndex + depth - 1]
      let before = depth > 1 ? word[word.startIndex + depth - 2] : 0
      let this = depth % 3 * width, above = (depth + 2) % 3 * width
      let second = (depth + 1) % 3 * width
      let first = max(1, depth - limit), last = min(typed.count, depth + limit)
      guard first <= last else { return nil }
      rows[this + first - 1] = first == 1 ? min(depth, beyond) : beyond
      var least = rows[this + first - 1]
      for column in first...last {
        let isSame = typed[column - 1] == letter
        // Right of the band of the row above nothing was filled.
        let over = column < depth + limit ? rows[above + column] + 1 : beyond
        var cost = min(
          over, rows[this + column - 1] + 1, rows[above + column - 1] + (isSame ? 0 : 1))
        if depth > 1, column > 1, typed[column - 2] == letter, typed[column - 1] == before {
          cost = min(cost, rows[second + column - 2] + 1)
        }
        rows[this + column] = min(cost, beyond)
        least = min(least, cost)
      }
      if least > limit { return nil }
    }
    let edits = rows[word.count % 3 * width + typed.count]
    return edits <= limit ? edits : nil
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
