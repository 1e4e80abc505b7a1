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

/// Builds lists of numbers that are stored concatenated.
struct PackedListsBuilder {
  private(set) var starts: [UInt32] = [0]
  private(set) var items: [UInt32] = []

  mutating func append(_ list: some Sequence<UInt32>) {
    items.append(contentsOf: list)
    starts.append(UInt32(items.count))
  }

  /// The inverse relation: for each item below `count`, the numbers of the lists that contain it.
  func inverted(count: Int) -> PackedListsBuilder {
    var lists = [[UInt32]](repeating: [], count: count)
    for list in 0..<(starts.count - 1) {
      for item in items[Int(starts[list])..<Int(starts[list + 1])]
      where lists[Int(item)].last != UInt32(list) {
        lists[Int(item)].append(UInt32(list))
      }
    }
    var inverted = PackedListsBuilder()
    for list in lists { inverted.append(list) }
    return inverted
  }
}

extension PackedListsBuilder {
  func list(_ number: Int) -> ArraySlice<UInt32> {
    items[Int(starts[number])..<Int(starts[number + 1])]
  }
}
