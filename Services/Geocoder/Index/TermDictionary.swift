import Algorithms
import FoldedText

#if canImport(Glibc)
  import Glibc
#endif

/// Every term of the index in lexicographic order; a term's number is its index here.
///
/// A term is a folded word, as in Lucene: the unit that names are indexed by.
struct TermDictionary: Sendable {
  /// The letters of each term.
  let terms: PackedLists
  /// The terms grouped by length, and their letter signatures in the same order; `misspellings`
  /// scans them.
  let termsByLength: PackedLists
  let signatures: [LetterSignature]
  /// The weight of each term, 0.15 ... 1: its inverse document frequency, scaled so that a term of
  /// a single name has 1. Street types have at most `streetTypeWeight`.
  let weights: [Float]
  /// The posting list of each term: the names that contain it.
  let postings: PackedLists
  /// The street types of many names.
  let commonTypes: [UInt32]

  var count: Int { terms.count }

  init(_ blocks: Blocks) throws {
    terms = try blocks.lists(.termStarts, .termLetters)
    postings = try blocks.lists(.postingStarts, .postingNames)
    let nameCount = try blocks[.nameEntries].count
    let terms = terms, postings = postings
    guard postings.count == terms.count, postings.items.allSatisfy({ $0 < nameCount }),
      // Searches of the dictionary need not end otherwise.
      (1..<max(1, terms.count)).allSatisfy({
        terms[$0 - 1].lexicographicallyPrecedes(terms[$0])
      })
    else {
      throw PlaceIndexError.damaged(path: "", reason: "its terms and names do not fit")
    }
    weights = (0..<terms.count).map {
      Self.weight(terms[$0], postings[$0].count, of: nameCount)
    }
    commonTypes = (0..<UInt32(terms.count)).filter { term in
      terms.range(Int(term)).count >= Self.shortestCommonType
        && postings.range(Int(term)).count >= Self.commonOccurrences
        && Abbreviations.isStreetType(String(letters: terms[Int(term)]))
    }
    termsByLength = Self.byLength(terms)
    signatures = termsByLength.items.map { LetterSignature(terms[Int($0)]) }
  }

  private static func byLength(_ terms: PackedLists) -> PackedLists {
    let longest = (0..<terms.count).map { terms.range($0).count }.max() ?? 0
    var lists = [[UInt32]](repeating: [], count: longest + 1)
    for term in 0..<terms.count { lists[terms.range(term).count].append(UInt32(term)) }
    return PackedLists(lists)
  }

  /// The number of the term with exactly these letters.
  func find(_ letters: some RandomAccessCollection<UInt32>) -> UInt32? {
    let index = (0..<count).partitioningIndex { !terms[$0].lexicographicallyPrecedes(letters) }
    return index < count && terms[index].elementsEqual(letters) ? UInt32(index) : nil
  }

  /// The terms that start with these letters; they are consecutive.
  func terms(withPrefix letters: some RandomAccessCollection<UInt32>) -> ClosedRange<UInt32>? {
    /// The first term at or after the letters, or the first one after every term with the prefix.
    func bound(isAfter: Bool) -> Int {
      (0..<count).partitioningIndex { index in
        let head = terms[index].prefix(letters.count)
        return !head.lexicographicallyPrecedes(letters)
          && !(isAfter && head.elementsEqual(letters))
      }
    }
    let first = bound(isAfter: false), end = bound(isAfter: true)
    return first < end ? UInt32(first)...UInt32(end - 1) : nil
  }

  /// The range of `postings.items` for consecutive terms; a name may occur in it more than once.
  func postings(of terms: ClosedRange<UInt32>) -> Range<Int> {
    postings.range(Int(terms.lowerBound))
      .lowerBound..<postings.range(Int(terms.upperBound)).upperBound
  }

  func text(_ term: UInt32) -> String { String(letters: terms[Int(term)]) }

  /// Whether so few names contain the term that it may be a typing error of the map.
  func isRare(_ term: UInt32) -> Bool {
    postings.range(Int(term)).count <= Self.rareOccurrences
  }

  static let shortestCommonType = 4
  private static let commonOccurrences = 20
  private static let rareOccurrences = 3

  /// The weight of a term that occurs only in address contexts, such as a postcode.
  static let contextTermWeight: Float = 0.5
  static let streetTypeWeight: Float = 0.25

  private static func weight(
    _ letters: ArraySlice<UInt32>, _ occurrences: Int, of names: Int
  ) -> Float {
    guard occurrences > 0 else { return contextTermWeight }
    let rarity = log2(1 + Float(names) / Float(occurrences)) / log2(1 + Float(names))
    let weight = min(1, max(0.15, rarity))
    let isType = Abbreviations.isStreetType(String(letters: letters))
    return isType ? min(streetTypeWeight, weight) : weight
  }
}
