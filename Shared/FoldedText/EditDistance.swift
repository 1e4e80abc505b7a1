/// Counts the edits between one word and others; reused, so that comparing allocates nothing.
///
/// Optimal string alignment: Damerau's edits, none of which touches a letter twice. Only the band
/// of the table that can stay within the limit is filled.
package struct EditDistance {
  private let typed: [UInt32]
  private let limit: Int
  /// Three rows of the table: of this letter, the one before, and the one before that.
  private var rows: [Int]
  private let width: Int

  package init(to typed: [UInt32], within limit: Int) {
    self.typed = typed
    self.limit = limit
    width = typed.count + 1
    rows = Array(repeating: 0, count: 3 * width)
  }

  /// How many edits turn the word into the typed one; `nil` if they are more than the limit.
  package mutating func edits(from word: ArraySlice<UInt32>) -> Int? {
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
        // Cells to the right of the band of the row above were not filled.
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
