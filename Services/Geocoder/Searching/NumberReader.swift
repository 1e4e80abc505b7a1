/// Tells which words of a query are the house number on a street that was found in it.
enum NumberReader {
  struct Candidate {
    let number: HouseNumber
    /// Bits of the words it was read from.
    let bits: UInt32
  }

  /// The ways to read a house number, the likeliest first: the number nearest to the street's
  /// name, first with a suffix or the end of a range ("12 a", "48-50"), then alone.
  ///
  /// - Parameter taken: bits of words that the street's name or its surroundings explain.
  static func candidates(in query: Query, taken: UInt32, street: UInt32) -> [Candidate] {
    let free = query.words.indices.filter {
      query.roles[$0] == .number && taken & (1 << $0) == 0
    }
    let nearest = free.min { distance($0, to: street) < distance($1, to: street) }
    guard var nearest else { return [] }
    // "48-50 Main Street": the number starts at 48.
    while nearest > 0, query.roles[nearest - 1] == .number, belongs(query, nearest) { nearest -= 1 }
    var candidates: [Candidate] = []
    for length in [2, 1] {
      let end = nearest + length
      guard end <= query.words.count else { continue }
      let bits = (nearest..<end).reduce(UInt32(0)) { $0 | 1 << $1 }
      guard bits & taken == 0, length == 1 || belongs(query, nearest + 1),
        let number = HouseNumber(words: query.words[nearest..<end])
      else { continue }
      candidates.append(Candidate(number: number, bits: bits))
    }
    return candidates
  }

  /// Whether the word goes on with the number before it.
  private static func belongs(_ query: Query, _ position: Int) -> Bool {
    let word = query.words[position]
    if query.roles[position] == .number {
      return word.before.contains(.hyphen) || word.before.contains(.slash)
    }
    return query.isSuffix(position) || word.folded == "bis"
  }

  /// How many words lie between; a number after the name is a little nearer than one before it
  /// only where both touch.
  private static func distance(_ position: Int, to street: UInt32) -> Int {
    var least = Int.max
    for other in 0..<UInt32.bitWidth where street & (1 << other) != 0 {
      least = min(least, abs(other - position))
    }
    return least
  }
}
