/// Assigns numbers to terms in insertion order; `ranks` renumbers them in lexicographic order.
struct TermTable {
  private var ids: [[UInt32]: UInt32] = [:]
  private(set) var terms: [[UInt32]] = []

  mutating func id(of letters: [UInt32]) -> UInt32 {
    if let known = ids[letters] { return known }
    let id = UInt32(terms.count)
    ids[letters] = id
    terms.append(letters)
    return id
  }

  mutating func ids(of text: String, limit: Int) -> [UInt32] {
    WordTokenizer.tokens(in: text, limit: limit).map { id(of: $0.letters) }
  }

  /// The rank of each term in lexicographic order, by its number.
  func ranks() -> [UInt32] {
    let order = terms.indices.sorted { terms[$0].lexicographicallyPrecedes(terms[$1]) }
    var ranks = [UInt32](repeating: 0, count: terms.count)
    for (rank, index) in order.enumerated() { ranks[index] = UInt32(rank) }
    return ranks
  }
}
