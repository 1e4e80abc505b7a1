import FoldedText

#if canImport(Glibc)
  import Glibc
#endif

/// Every word of the index in order of its letters; a word's number is its place.
struct Vocabulary: Sendable {
  let words: Lists
  /// The words by how many letters they have, and their signatures in that order: what
  /// `misspellings` looks at.
  let wordsByLength: Lists
  let signatures: [LetterSignature]
  /// How much each word tells about which name is meant, 0.15 ... 1: rare words tell more
  /// (inverse document frequency, scaled to 1 for a word of one name), kinds of street little.
  let weights: [Float]
  /// The names that hold each word.
  let postings: Lists

  var count: Int { words.count }

  init(_ blocks: Blocks) throws {
    words = try blocks.lists(.wordStarts, .wordLetters)
    postings = try blocks.lists(.postingStarts, .postingNames)
    let nameCount = try blocks[.nameEntries].count
    guard postings.count == words.count, postings.items.allSatisfy({ $0 < nameCount }) else {
      throw PlaceIndexError.damaged(path: "", reason: "its words and names do not fit")
    }
    let words = words, postings = postings
    weights = (0..<words.count).map {
      Self.weight(words[$0], postings[$0].count, of: nameCount)
    }
    wordsByLength = Self.byLength(words)
    signatures = wordsByLength.items.map { LetterSignature(words[Int($0)]) }
  }

  private static func byLength(_ words: Lists) -> Lists {
    let longest = (0..<words.count).map { words.range($0).count }.max() ?? 0
    var lists = [[UInt32]](repeating: [], count: longest + 1)
    for word in 0..<words.count { lists[words.range(word).count].append(UInt32(word)) }
    return Lists(lists)
  }

  /// The number of the word of exactly these letters.
  func find(_ letters: some RandomAccessCollection<UInt32>) -> UInt32? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if words[middle].lexicographicallyPrecedes(letters) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < count && words[low].elementsEqual(letters) ? UInt32(low) : nil
  }

  /// The words that begin with these letters, which lie together.
  func words(beginning letters: some RandomAccessCollection<UInt32>) -> ClosedRange<UInt32>? {
    /// The first word that is not before the letters, or after all that begin with them.
    func bound(isAfter: Bool) -> Int {
      var low = 0
      var high = count
      while low < high {
        let middle = (low + high) / 2
        let head = words[middle].prefix(letters.count)
        let isBefore =
          head.lexicographicallyPrecedes(letters) || isAfter && head.elementsEqual(letters)
        if isBefore { low = middle + 1 } else { high = middle }
      }
      return low
    }
    let first = bound(isAfter: false), end = bound(isAfter: true)
    return first < end ? UInt32(first)...UInt32(end - 1) : nil
  }

  /// Where the names that hold these words are among the postings; a name may be there twice.
  func postings(of words: ClosedRange<UInt32>) -> Range<Int> {
    postings.range(Int(words.lowerBound))
      .lowerBound..<postings.range(Int(words.upperBound)).upperBound
  }

  func text(_ word: UInt32) -> String { String(letters: words[Int(word)]) }

  /// What a word weighs that only surroundings hold, such as a postcode.
  static let surroundingWeight: Float = 0.5
  static let streetTypeWeight: Float = 0.25

  private static func weight(
    _ letters: ArraySlice<UInt32>, _ occurrences: Int, of names: Int
  ) -> Float {
    guard occurrences > 0 else { return surroundingWeight }
    let rarity = log2(1 + Float(names) / Float(occurrences)) / log2(1 + Float(names))
    let weight = min(1, max(0.15, rarity))
    let isType = Abbreviations.isStreetType(String(letters: letters))
    return isType ? min(streetTypeWeight, weight) : weight
  }
}
