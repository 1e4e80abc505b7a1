/// Suggests the word that was probably meant by a misspelt one.
package enum Spelling {
  /// The candidate most similar to `word`, or `nil` if none is similar.
  ///
  /// A third of the word's letters, but at least one, may be wrong; a prefix of at least three
  /// letters matches, too.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    nearest(to: word, among: candidates, limit: 1).first
  }

  /// Up to `limit` candidates similar to `word`, each once, most similar first, ties in the order
  /// given.
  package static func nearest(
    to word: String, among candidates: [String], limit: Int
  ) -> [String] {
    let typed = Array(word.lowercased().prefix(maximumLetters))
    let letters = typed.drop { $0 == "-" }
    let allowed = max(1, letters.count / 3)
    let ranked = candidates.enumerated().compactMap { index, candidate -> (Int, Int, String)? in
      let other = Array(candidate.lowercased().prefix(maximumLetters))
      let edits = edits(from: typed, to: other)
      if edits <= allowed { return (edits, index, candidate) }
      let isPrefix = letters.count >= 3 && other.starts(with: typed)
      return isPrefix ? (allowed + 1, index, candidate) : nil
    }
    var known: Set<String> = []
    return Array(
      ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
        .filter { known.insert($0).inserted }.prefix(limit))
  }

  /// The candidates that `word` is a typing error of: those with the fewest wrong letters, at most
  /// one from four letters on, two from eight.
  package static func meant(by word: String, among candidates: [String]) -> [String] {
    let typed = Array(word.lowercased().prefix(maximumLetters))
    let allowed = typed.count < 4 ? 0 : typed.count < 8 ? 1 : 2
    let near = candidates.compactMap { candidate -> (edits: Int, text: String)? in
      // Most words differ too much in length to be compared.
      guard abs(candidate.count - typed.count) <= allowed else { return nil }
      let edits = edits(from: typed, to: Array(candidate.lowercased()))
      return edits <= allowed ? (edits, candidate) : nil
    }
    let least = near.map(\.edits).min()
    return near.filter { $0.edits == least }.map(\.text)
  }

  /// Longer words are truncated before they are compared.
  private static let maximumLetters = 64

  /// The edit distance: how many letters to insert, delete, change or swap with their neighbour.
  ///
  /// Source: optimal string alignment, the restricted Damerau–Levenshtein distance.
  static func edits(from first: [Character], to second: [Character]) -> Int {
    var beforeLast = [Int](repeating: 0, count: second.count + 1)
    var last = Array(0...second.count)
    for row in 1..<(first.count + 1) {
      var current = [row] + [Int](repeating: 0, count: second.count)
      for column in 1..<(second.count + 1) {
        let change = first[row - 1] == second[column - 1] ? 0 : 1
        var best = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + change)
        if row > 1, column > 1, first[row - 1] == second[column - 2],
          first[row - 2] == second[column - 1]
        {
          best = min(best, beforeLast[column - 2] + 1)
        }
        current[column] = best
      }
      beforeLast = last
      last = current
    }
    return last[second.count]
  }
}
