import FoldedText

/// The names of the venues as lists of term numbers by row, and the posting list of each term.
///
/// Terms are numbered in lexicographic order, so names are compared by the numbers of their terms.
struct NameColumns: Sendable {
  let dictionary: NameTermDictionary
  /// The rows of each term.
  let postings: Postings
  private let starts: [Int32]
  private let numbers: [Int32]

  subscript(row: Int) -> ArraySlice<Int32> {
    numbers[Int(starts[row])..<Int(starts[row + 1])]
  }

  /// The folded name, its terms separated by spaces.
  func folded(_ row: Int) -> String { self[row].map(dictionary.text).joined(separator: " ") }

  /// Negative where the first name comes before the second, 0 where their terms are equal.
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

  /// Builds the columns row by row.
  struct Builder {
    private var known: [[UInt32]: Int32] = [:]
    private var terms: [[UInt32]] = []
    private var starts: [Int32] = [0]
    private var numbers: [Int32] = []
    private var letters: [UInt32] = []

    mutating func append(_ name: String) {
      FoldedWords.forEach(of: name, using: &letters) { term in
        if let number = known[term] {
          numbers.append(number)
        } else {
          numbers.append(Int32(terms.count))
          known[term] = Int32(terms.count)
          terms.append(term)
        }
      }
      starts.append(Int32(numbers.count))
    }

    consuming func finish() -> NameColumns {
      let order = terms.indices.sorted { terms[$0].lexicographicallyPrecedes(terms[$1]) }
      var ranks = [Int32](repeating: 0, count: terms.count)
      for (rank, term) in order.enumerated() { ranks[term] = Int32(rank) }
      let (starts, ranked) = (starts, numbers.map { ranks[Int($0)] })
      return NameColumns(
        dictionary: NameTermDictionary(order.map { terms[$0] }),
        postings: Postings(keys: terms.count, rows: starts.count - 1) { row, body in
          let terms = ranked[Int(starts[row])..<Int(starts[row + 1])]
          // A name may contain a term twice.
          for index in terms.indices where !terms[..<index].contains(terms[index]) {
            body(terms[index])
          }
        }, starts: starts, numbers: ranked)
    }
  }
}
