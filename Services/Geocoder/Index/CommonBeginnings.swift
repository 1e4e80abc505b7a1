/// For every beginning of words that very many names hold, the most important of those names, so
/// that the first letter of a text costs no more than the tenth. Immutable.
struct CommonBeginnings: Sendable {
  private var names: [ClosedRange<UInt32>: [UInt32]] = [:]

  /// Takes time in proportion to the postings of common beginnings, each once a letter.
  init(_ vocabulary: Vocabulary, _ names: NameTable) {
    let importances = (0..<names.count).map { names.importance(of: names.entries[$0]) }
    // A name's place in this order stands for it, so that sorting compares plain numbers.
    let order = (0..<UInt32(names.count)).sorted {
      (importances[Int($1)], $0) < (importances[Int($0)], $1)
    }
    var places = [UInt32](repeating: 0, count: order.count)
    for (place, name) in order.enumerated() { places[Int(name)] = UInt32(place) }
    var pending: [(words: ClosedRange<UInt32>, length: Int)] = []
    if vocabulary.count > 0 { pending.append((0...UInt32(vocabulary.count - 1), 0)) }
    while let (words, length) = pending.popLast() {
      let postings = vocabulary.postings(of: words)
      guard postings.count > GeocoderBounds.maximumBeginningPostings else { continue }
      if length > 0, self.names[words] == nil {
        let sorted = vocabulary.postings.items[postings].map { places[Int($0)] }.sorted()
        self.names[words] = sorted.prefix(GeocoderBounds.maximumImportant)
          .map { order[Int($0)] }
      }
      var first = words.lowerBound
      while first <= words.upperBound {
        let letters = vocabulary.words[Int(first)]
        // The whole word is a beginning of its own, where longer words begin with it too.
        guard letters.count > length else {
          if words.count > 1 { pending.append((first...first, length)) }
          first += 1
          continue
        }
        guard let next = vocabulary.words(beginning: letters.prefix(length + 1)) else { break }
        pending.append((next, length + 1))
        first = next.upperBound + 1
      }
    }
  }

  /// The most important names that hold one of these words, which begin alike; `nil` where few
  /// names do.
  func names(of words: ClosedRange<UInt32>) -> [UInt32]? { names[words] }
}
