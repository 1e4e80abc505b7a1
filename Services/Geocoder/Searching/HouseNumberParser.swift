/// Finds the tokens of a query that are the house number on a street already matched in it.
enum HouseNumberParser {
  struct Candidate {
    let number: HouseNumber
    /// Bits of the tokens it was parsed from.
    let bits: UInt32
  }

  /// The possible house numbers, the most likely first: the number nearest to the street's name,
  /// first with a suffix or the end of a range ("12 a", "48-50"), then alone.
  ///
  /// - Parameters:
  ///   - explained: bits of the tokens that the street's name or context explains.
  ///   - street: bits of the tokens that the street's name explains.
  static func candidates(
    in query: ParsedQuery, excluding explained: UInt32, street: UInt32
  ) -> [Candidate] {
    let free = query.tokens.indices.filter {
      query.roles[$0] == .number && explained & (1 << $0) == 0
    }
    let nearest = free.min { distance($0, to: street) < distance($1, to: street) }
    guard var nearest else { return [] }
    // "48-50 Main Street": the number starts at 48.
    while nearest > 0, query.roles[nearest - 1] == .number, continuesNumber(query, nearest) {
      nearest -= 1
    }
    var candidates: [Candidate] = []
    for length in [2, 1] {
      let end = nearest + length
      guard end <= query.tokens.count else { continue }
      let bits = (nearest..<end).reduce(UInt32(0)) { $0 | 1 << $1 }
      guard bits & explained == 0, length == 1 || continuesNumber(query, nearest + 1),
        let number = HouseNumber(words: query.tokens[nearest..<end])
      else { continue }
      candidates.append(Candidate(number: number, bits: bits))
    }
    return candidates
  }

  /// Whether the token is the suffix or the range end of the number before it.
  private static func continuesNumber(_ query: ParsedQuery, _ position: Int) -> Bool {
    let word = query.tokens[position]
    if query.roles[position] == .number {
      return word.separatorsBefore.contains(.hyphen) || word.separatorsBefore.contains(.slash)
    }
    return query.isSuffix(position) || word.folded == "bis"
  }

  /// The distance in tokens to the nearest token of the street's name.
  private static func distance(_ position: Int, to street: UInt32) -> Int {
    var least = Int.max
    for other in 0..<UInt32.bitWidth where street & (1 << other) != 0 {
      least = min(least, abs(other - position))
    }
    return least
  }
}
