extension Vocabulary {
  /// A word of the index that differs from what was typed by a few edits.
  struct Misspelling: Sendable, Hashable {
    let word: UInt32
    let edits: Int
  }

  /// How many edits a typed word of this length is allowed: none under four letters, one under
  /// eight, else two.
  static func allowedEdits(_ letterCount: Int) -> Int {
    letterCount < 4 ? 0 : letterCount < 8 ? 1 : 2
  }

  /// The words within `limit` edits of `typed`, without itself: fewest edits first, at most
  /// `GeocoderBounds.maximumMisspellings`.
  ///
  /// An edit inserts, drops or replaces a letter, or swaps two neighbours (optimal string
  /// alignment distance). The words are walked in order; a row of the distance table is kept for
  /// each letter of the current word, so that words with a common beginning share its rows, and all
  /// words of a beginning that is already too far are passed over.
  func misspellings(of typed: [UInt32], within limit: Int) -> [Misspelling] {
    let width = typed.count + 1
    let deepest = typed.count + limit
    guard limit > 0, typed.count <= GeocoderBounds.maximumMisspeltLetters else { return [] }
    var rows = [Int](repeating: 0, count: width * (deepest + 2))
    for column in 0..<width { rows[column] = column }
    var found: [Misspelling] = []
    // How many letters of the last walked word have a row; a word that shares more is hopeless.
    var known = 0
    var isDead = false
    for word in 0..<count {
      let common = Int(shared[word])
      if isDead, common >= known { continue }
      let letters = words.range(word)
      var depth = min(common, known)
      isDead = false
      while depth < letters.count, !isDead {
        depth += 1
        isDead =
          depth > deepest
          || fillRow(depth, letters, typed, &rows, width) > limit
      }
      known = depth
      guard !isDead, depth == letters.count else { continue }
      let edits = rows[depth * width + width - 1]
      if 1...limit ~= edits { found.append(Misspelling(word: UInt32(word), edits: edits)) }
    }
    found.sort {
      ($0.edits, postings[Int($1.word)].count) < ($1.edits, postings[Int($0.word)].count)
    }
    return Array(found.prefix(GeocoderBounds.maximumMisspellings))
  }

  /// Fills the distances after `depth` letters of a word; answers the least of them.
  @inline(__always)
  private func fillRow(
    _ depth: Int, _ letters: Range<Int>, _ typed: [UInt32], _ rows: inout [Int], _ width: Int
  ) -> Int {
    let letter = words.items[letters.lowerBound + depth - 1]
    let before = depth > 1 ? words.items[letters.lowerBound + depth - 2] : 0
    let row = depth * width
    let above = row - width
    rows[row] = depth
    var least = depth
    for column in 1..<width {
      let isSame = typed[column - 1] == letter
      var cost = min(
        rows[above + column] + 1, rows[row + column - 1] + 1,
        rows[above + column - 1] + (isSame ? 0 : 1))
      if depth > 1, column > 1, typed[column - 2] == letter, typed[column - 1] == before {
        cost = min(cost, rows[above - width + column - 2] + 1)
      }
      rows[row + column] = cost
      least = min(least, cost)
    }
    return least
  }
}
