import FoldedText

/// The words of the venues' names, by row and by word.
///
/// Words are numbered in the order of their letters, so a name is compared with another by the
/// numbers of its words.
struct NameColumns: Sendable {
  let vocabulary: Vocabulary
  /// The rows that have a word.
  let postings: Postings
  private let starts: [Int32]
  private let numbers: [Int32]

  subscript(row: Int) -> ArraySlice<Int32> {
    numbers[Int(starts[row])..<Int(starts[row + 1])]
  }

  /// The name's words, folded, with a blank between them.
  func folded(_ row: Int) -> String { self[row].map(vocabulary.text).joined(separator: " ") }

  /// Whether one name comes before another, or after; 0 for names of the same words.
  func order(_ row: Int, _ other: Int) -> Int { Self.order(self[row], self[other]) }

  static func order(_ one: ArraySlice<Int32>, _ other: ArraySlice<Int32>) -> Int {
    var (left, right) = (one.startIndex, other.startIndex)
    while left < one.endIndex, right < other.endIndex {
      let (mine, theirs) = (one[left], other[right])
      if mine != theirs { return mine < theirs ? -1 : 1 }
      (left, right) = (left + 1, right + 1)
    }
    return one.count == other.count ? 0 : one.count < other.count ? -1 : 1
  }

  /// Collects names row by row.
  struct Builder {
    private var known: [[UInt32]: Int32] = [:]
    private var words: [[UInt32]] = []
    private var starts: [Int32] = [0]
    private var numbers: [Int32] = []
    private var letters: [UInt32] = []

    mutating func append(_ name: String) {
      FoldedWords.forEach(of: name, using: &letters) { word in
        if let number = known[word] {
          numbers.append(number)
        } else {
          numbers.append(Int32(words.count))
          known[word] = Int32(words.count)
          words.append(word)
        }
      }
      starts.append(Int32(numbers.count))
    }

    consuming func finish() -> NameColumns {
      let order = words.indices.sorted { words[$0].lexicographicallyPrecedes(words[$1]) }
      var ranks = [Int32](repeating: 0, count: words.count)
      for (rank, word) in order.enumerated() { ranks[word] = Int32(rank) }
      let (starts, ranked) = (starts, numbers.map { ranks[Int($0)] })
      return NameColumns(
        vocabulary: Vocabulary(order.map { words[$0] }),
        postings: Postings(keys: words.count, rows: starts.count - 1) { row, body in
          let words = ranked[Int(starts[row])..<Int(starts[row + 1])]
          // A name may have a word twice.
          for place in words.indices where !words[..<place].contains(words[place]) {
            body(words[place])
          }
        }, starts: starts, numbers: ranked)
    }
  }
}
