import FoldedText
import PlaceWords

/// Finds the tokens of a query that are the house number on a street already matched in it.
enum HouseNumberParser {
  struct Candidate {
    let number: HouseNumber
    /// Bits of the tokens it was parsed from.
    let bits: UInt32
  }

  /// The most tokens of a number: "26 а корп 1 стр 5", "Mz B Lt 5".
  private static let maximumLength = 6

  /// The possible house numbers, the most likely first: the number nearest to the street's name,
  /// first with all that may belong to it ("12 a", "48-50", "7 стр 2"), then with less, last alone.
  ///
  /// - Parameters:
  ///   - explained: bits of the tokens that the street's name or context explains.
  ///   - street: bits of the tokens that the street's name explains.
  static func candidates(
    in query: ParsedQuery, excluding explained: UInt32, street: UInt32
  ) -> [Candidate] {
    func isFree(_ position: Int) -> Bool { explained & (1 << position) == 0 }
    let free = query.tokens.indices.filter { query.roles[$0] == .number && isFree($0) }
    guard var nearest = free.min(by: { distance($0, to: street) < distance($1, to: street) }) else {
      return []
    }
    // "48-50 Main Street": the number starts at 48.
    while nearest > 0, query.roles[nearest - 1] == .number, isFree(nearest - 1),
      continuesNumber(query, nearest)
    {
      nearest -= 1
    }
    // "5а стр 8": the number is 5а.
    while nearest > 1, query.roles[nearest - 2] == .number, isFree(nearest - 2),
      AddressVocabulary.buildings.contains(query.tokens[nearest - 1].folded)
    {
      nearest -= 2
    }
    var end = nearest + 1
    while end < query.tokens.count, end - nearest < maximumLength, isFree(end),
      continuesNumber(query, end)
    {
      end += 1
    }
    let start = start(of: nearest, in: query, isFree)
    var ranges = stride(from: end, to: nearest, by: -1).map { start..<$0 }
    if start < nearest { ranges.append(nearest..<(nearest + 1)) }
    return ranges.compactMap { range in
      let bits = range.reduce(UInt32(0)) { $0 | 1 << $1 }
      return HouseNumber(words: query.tokens[range]).map { Candidate(number: $0, bits: bits) }
    }
  }

  /// Whether the token may be part of a house number. Never wrong where it is one.
  static func mayBePart(_ position: Int, of query: ParsedQuery) -> Bool {
    let token = query.tokens[position]
    return query.roles[position] == .number || token.letters.count <= 2
      || token.letters.count <= 5 && token.letters.contains(where: Letters.isDigit)
      || AddressVocabulary.buildings.contains(token.folded)
      || AddressVocabulary.blocks.contains(token.folded)
  }

  /// Where the number begins whose digits are at a position: "F-4", "Mz. B Lt. 5".
  private static func start(
    of position: Int, in query: ParsedQuery, _ isFree: (Int) -> Bool
  ) -> Int {
    var start = position
    var hasBlock = false
    while start > 0, isFree(start - 1), position - start < 3 {
      let word = query.tokens[start - 1]
      let isBlock = AddressVocabulary.blocks.contains(word.folded)
      let isLetter = word.letters.count <= 2 && !word.startsWithDigit
      let isLinked = query.tokens[start].separatorsBefore.contains(.hyphen) || hasBlock
      guard isBlock || isLetter && isLinked else { break }
      hasBlock = hasBlock || isBlock
      start -= 1
      if isLetter, !isBlock, !hasBlock { break }
    }
    return start
  }

  /// Whether the token continues the number that ends before it: its suffix, the end of its range,
  /// a building of it.
  private static func continuesNumber(_ query: ParsedQuery, _ position: Int) -> Bool {
    let word = query.tokens[position]
    let previous = query.tokens[position - 1]
    guard query.roles[position] != .unit || AddressVocabulary.buildings.contains(word.folded) else {
      return false
    }
    if word.startsWithDigit {
      return word.separatorsBefore.contains(.hyphen) || word.separatorsBefore.contains(.slash)
        || AddressVocabulary.buildings.contains(previous.folded)
        || position + 1 < query.tokens.count
          && query.tokens[position + 1].separatorsBefore.contains(.slash)
    }
    if AddressVocabulary.buildings.contains(word.folded) { return true }
    if query.isSuffix(position) { return true }
    guard !word.separatorsBefore.contains(.comma), word.letters.count <= 5 else { return false }
    // "с5", "ак2"; "кб", "HF"; the "c" of "b-c".
    let isBuilding = word.letters.contains(where: Letters.isDigit)
    let isLettered = word.letters.count == 2 && previous.startsWithDigit
    let isSecondLetter = word.letters.count == 1 && word.separatorsBefore.contains(.hyphen)
    return isBuilding || isLettered || isSecondLetter
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

extension ParsedQuery {
  /// Bits of the tokens that may be part of a house number; 0 without any number.
  var numberBits: UInt32 {
    guard roles.contains(.number) else { return 0 }
    return tokens.indices.reduce(0) {
      HouseNumberParser.mayBePart($1, of: self) ? $0 | 1 << $1 : $0
    }
  }
}
