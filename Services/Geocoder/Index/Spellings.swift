/// The different lists of terms that names have, each once: many streets, stops and shops share a
/// name. Immutable.
struct Spellings: Sendable {
  /// The terms of each spelling.
  let terms: PackedLists
  /// The sum of the weights of each one's terms.
  let weights: [Float]
  /// The names with each spelling, ascending.
  let names: PackedLists
  /// The spellings with each term, ascending.
  let postings: PackedLists
  /// The spelling of each name.
  let ofNames: [UInt32]

  /// - Parameter names: the terms of each name.
  init(of names: PackedLists, _ dictionary: TermDictionary) {
    var known: [ArraySlice<UInt32>: UInt32] = [:]
    var lists = PackedListsBuilder()
    ofNames = (0..<names.count).map { name in
      let terms = names[name]
      if let spelling = known[terms] { return spelling }
      let spelling = UInt32(known.count)
      known[terms] = spelling
      lists.append(terms)
      return spelling
    }
    let terms = lists.packed
    self.terms = terms
    weights = (0..<terms.count).map { spelling in
      terms[spelling].reduce(0) { $0 + dictionary.weights[Int($1)] }
    }
    self.names = PackedLists(positionsOf: ofNames, below: terms.count)
    postings = lists.inverted(count: dictionary.count).packed
  }
}

extension PackedListsBuilder {
  var packed: PackedLists { PackedLists(starts: starts, items: items) }
}

extension PackedLists {
  /// For each number below `count` its positions in `numbers`, ascending.
  init(positionsOf numbers: [UInt32], below count: Int) {
    var starts = [UInt32](repeating: 0, count: count + 1)
    for number in numbers { starts[Int(number) + 1] += 1 }
    for number in 0..<count { starts[number + 1] += starts[number] }
    var next = starts
    var items = [UInt32](repeating: 0, count: numbers.count)
    for (position, number) in numbers.enumerated() {
      items[Int(next[Int(number)])] = UInt32(position)
      next[Int(number)] += 1
    }
    self.init(starts: starts, items: items)
  }
}
