import Algorithms
import FoldedText

/// The terms of all names in lexicographic order; a term's number is its index here.
struct NameTermDictionary: Sendable {
  private let letters: [UInt32]
  private let starts: [Int32]
  /// The numbers of the terms grouped by length, and their letter signatures in the same order.
  private let byLength: [Int32]
  private let lengthStarts: [Int]
  private let signatures: [LetterSignature]

  /// - Parameter terms: ascending and distinct.
  init(_ terms: [[UInt32]]) {
    letters = Array(terms.joined())
    var end: Int32 = 0
    starts =
      [0]
      + terms.map { term in
        end += Int32(term.count)
        return end
      }
    let longest = terms.reduce(0) { max($0, $1.count) }
    var counts = [Int](repeating: 0, count: longest + 2)
    for term in terms { counts[term.count + 1] += 1 }
    for length in 0...longest { counts[length + 1] += counts[length] }
    lengthStarts = counts
    var byLength = [Int32](repeating: 0, count: terms.count)
    for (number, term) in terms.enumerated() {
      byLength[counts[term.count]] = Int32(number)
      counts[term.count] += 1
    }
    self.byLength = byLength
    signatures = byLength.map { LetterSignature(terms[Int($0)]) }
  }

  var count: Int { starts.count - 1 }

  subscript(term: Int32) -> ArraySlice<UInt32> {
    letters[Int(starts[Int(term)])..<Int(starts[Int(term) + 1])]
  }

  func text(_ term: Int32) -> String { String(letters: self[term]) }

  /// The first term at or after these letters, or `count`.
  func firstTerm(notBefore letters: [UInt32]) -> Int32 {
    firstTerm { !$0.lexicographicallyPrecedes(letters) }
  }

  /// The terms that start with these letters; they are consecutive.
  func terms(withPrefix letters: [UInt32]) -> Range<Int32> {
    let first = firstTerm(notBefore: letters)
    let end = firstTerm {
      let head = $0.prefix(letters.count)
      return !head.lexicographicallyPrecedes(letters) && !head.elementsEqual(letters)
    }
    return first..<end
  }

  /// The term with exactly these letters as a range: empty or one term.
  func terms(equalTo letters: [UInt32]) -> Range<Int32> {
    let term = firstTerm(notBefore: letters)
    let exists = term < count && self[term].elementsEqual(letters)
    return term..<(exists ? term + 1 : term)
  }

  /// The terms within an edit distance of these letters, ascending.
  ///
  /// Scans the letter signatures of all terms of similar length, about a nanosecond each.
  func terms(within edits: Int, of letters: [UInt32]) -> [Int32] {
    guard edits > 0 else { return [] }
    let signature = LetterSignature(letters)
    var distance = EditDistance(to: letters, within: edits)
    var found: [Int32] = []
    let lengths = max(1, letters.count - edits)...(letters.count + edits)
    for length in lengths where length + 1 < lengthStarts.count {
      for index in lengthStarts[length]..<lengthStarts[length + 1]
      where signature.mayBeWithin(edits, of: signatures[index]) {
        let term = byLength[index]
        if distance.edits(from: self[term]) != nil { found.append(term) }
      }
    }
    return found.sorted()
  }

  /// The first term that satisfies a monotone condition: false for the first terms, true for the
  /// rest.
  private func firstTerm(where isReached: (ArraySlice<UInt32>) -> Bool) -> Int32 {
    (0..<Int32(count)).partitioningIndex { isReached(self[$0]) }
  }
}
