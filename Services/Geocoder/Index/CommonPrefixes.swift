import Messages

/// For every prefix that very many names contain, the most important of those names. Completing the
/// first letter of a text then costs no more than completing the tenth. Immutable.
struct CommonPrefixes: Sendable {
  private var names: [ClosedRange<UInt32>: [UInt32]] = [:]

  /// Visits the postings of every common prefix once per letter of the prefix.
  init(_ dictionary: TermDictionary, _ names: NameTable) {
    let importances = (0..<names.count).map { names.importance(of: names.entries[$0]) }
    // Names are represented by their rank in this order, so that sorting compares plain numbers.
    let order = (0..<UInt32(names.count)).sorted {
      (importances[Int($1)], $0) < (importances[Int($0)], $1)
    }
    var ranks = [UInt32](repeating: 0, count: order.count)
    for (rank, name) in order.enumerated() { ranks[Int(name)] = UInt32(rank) }
    var pending: [(terms: ClosedRange<UInt32>, length: Int)] = []
    if dictionary.count > 0 { pending.append((0...UInt32(dictionary.count - 1), 0)) }
    while let (terms, length) = pending.popLast() {
      let postings = dictionary.postings(of: terms)
      guard postings.count > GeocoderLimits.maximumPrefixPostings else { continue }
      if length > 0, self.names[terms] == nil {
        let sorted = dictionary.postings.items[postings].map { ranks[Int($0)] }.sorted()
        self.names[terms] = sorted.prefix(GeocoderLimits.maximumImportant)
          .map { order[Int($0)] }
      }
      var first = terms.lowerBound
      while first <= terms.upperBound {
        let letters = dictionary.terms[Int(first)]
        // A whole term is also a prefix, if longer terms start with it.
        guard letters.count > length else {
          if terms.count > 1 { pending.append((first...first, length)) }
          first += 1
          continue
        }
        guard let next = dictionary.terms(withPrefix: letters.prefix(length + 1)) else { break }
        pending.append((next, length + 1))
        first = next.upperBound + 1
      }
    }
  }

  /// The most important names that contain one of these terms, which share a prefix; `nil` where
  /// few names do.
  func names(of terms: ClosedRange<UInt32>) -> [UInt32]? { names[terms] }
}
