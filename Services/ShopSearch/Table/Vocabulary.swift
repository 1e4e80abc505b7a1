import FoldedText

/// The words of all names, in the order of their letters; a word's number is its place.
struct Vocabulary: Sendable {
  private let letters: [UInt32]
  private let starts: [Int32]
  /// Numbers of the words by how many letters they have, and their signatures in that order.
  private let byLength: [Int32]
  private let lengthStarts: [Int]
  private let signatures: [LetterSignature]

  /// - Parameter words: rising, no two the same.
  init(_ words: [[UInt32]]) {
    letters = Array(words.joined())
    var end: Int32 = 0
    starts =
      [0]
      + words.map { word in
        end += Int32(word.count)
        return end
      }
    let longest = words.reduce(0) { max($0, $1.count) }
    var counts = [Int](repeating: 0, count: longest + 2)
    for word in words { counts[word.count + 1] += 1 }
    for length in 0...longest { counts[length + 1] += counts[length] }
    lengthStarts = counts
    var byLength = [Int32](repeating: 0, count: words.count)
    for (number, word) in words.enumerated() {
      byLength[counts[word.count]] = Int32(number)
      counts[word.count] += 1
    }
    self.byLength = byLength
    signatures = byLength.map { LetterSignature(words[Int($0)]) }
  }

  var count: Int { starts.count - 1 }

  subscript(word: Int32) -> ArraySlice<UInt32> {
    letters[Int(starts[Int(word)])..<Int(starts[Int(word) + 1])]
  }

  func text(_ word: Int32) -> String { String(letters: self[word]) }

  /// The first word that is not before these letters; `count` where there is none.
  func firstWord(notBefore letters: [UInt32]) -> Int32 {
    firstWord { !$0.lexicographicallyPrecedes(letters) }
  }

  /// The words that begin with these letters, which lie together.
  func words(beginning letters: [UInt32]) -> Range<Int32> {
    let first = firstWord(notBefore: letters)
    let end = firstWord {
      let head = $0.prefix(letters.count)
      return !head.lexicographicallyPrecedes(letters) && !head.elementsEqual(letters)
    }
    return first..<end
  }

  /// The word of exactly these letters: none, or one.
  func words(equal letters: [UInt32]) -> Range<Int32> {
    let word = firstWord(notBefore: letters)
    let isThere = word < count && self[word].elementsEqual(letters)
    return word..<(isThere ? word + 1 : word)
  }

  /// The words that so few edits make of these letters, rising.
  ///
  /// Looks at the signature of every word of nearly that length, a nanosecond each.
  func words(within edits: Int, of letters: [UInt32]) -> [Int32] {
    guard edits > 0 else { return [] }
    let signature = LetterSignature(letters)
    var distance = EditDistance(to: letters, within: edits)
    var found: [Int32] = []
    let lengths = max(1, letters.count - edits)...(letters.count + edits)
    for length in lengths where length + 1 < lengthStarts.count {
      for place in lengthStarts[length]..<lengthStarts[length + 1]
      where signature.mayBeWithin(edits, of: signatures[place]) {
        let word = byLength[place]
        if distance.edits(from: self[word]) != nil { found.append(word) }
      }
    }
    return found.sorted()
  }

  /// - Parameter isReached: false of the first words, true of the rest.
  private func firstWord(where isReached: (ArraySlice<UInt32>) -> Bool) -> Int32 {
    var (low, high) = (Int32(0), Int32(count))
    while low < high {
      let middle = (low + high) / 2
      if isReached(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
