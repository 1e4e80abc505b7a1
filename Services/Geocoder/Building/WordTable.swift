/// Numbers words as they come, and renumbers them in order of their letters at the end.
struct WordTable {
  private var ids: [[UInt32]: UInt32] = [:]
  private(set) var words: [[UInt32]] = []

  mutating func id(of letters: [UInt32]) -> UInt32 {
    if let known = ids[letters] { return known }
    let id = UInt32(words.count)
    ids[letters] = id
    words.append(letters)
    return id
  }

  mutating func ids(of text: String, limit: Int) -> [UInt32] {
    Words.of(text, limit: limit).map { id(of: $0.letters) }
  }

  /// For each word's number its place in the order of letters.
  func ranks() -> [UInt32] {
    let order = words.indices.sorted { words[$0].lexicographicallyPrecedes(words[$1]) }
    var ranks = [UInt32](repeating: 0, count: words.count)
    for (rank, index) in order.enumerated() { ranks[index] = UInt32(rank) }
    return ranks
  }
}

/// Lists of numbers, stored one after another.
struct PackedLists {
  private(set) var starts: [UInt32] = [0]
  private(set) var items: [UInt32] = []

  mutating func append(_ list: some Sequence<UInt32>) {
    items.append(contentsOf: list)
    starts.append(UInt32(items.count))
  }

  /// The lists turned round: for each item below `count`, the numbers of the lists that hold it.
  func inverted(count: Int) -> PackedLists {
    var lists = [[UInt32]](repeating: [], count: count)
    for list in 0..<(starts.count - 1) {
      for item in items[Int(starts[list])..<Int(starts[list + 1])]
      where lists[Int(item)].last != UInt32(list) {
        lists[Int(item)].append(UInt32(list))
      }
    }
    var inverted = PackedLists()
    for list in lists { inverted.append(list) }
    return inverted
  }
}

extension PackedLists {
  func list(_ number: Int) -> ArraySlice<UInt32> {
    items[Int(starts[number])..<Int(starts[number + 1])]
  }
}
