/// The words of a name as they are compared: small letters without accents.
///
/// An apostrophe is part of its word ("Peet's" is "peets"); any other punctuation ends it.
package enum FoldedWords {
  /// Hands over each word of a text, in order; the letters are only lent. Linear in its length.
  package static func forEach(
    of text: String, using letters: inout [UInt32], _ body: ([UInt32]) -> Void
  ) {
    letters.removeAll(keepingCapacity: true)
    for scalar in text.unicodeScalars {
      if Letters.isPartOfWord(scalar) {
        LetterFolding.append(scalar, to: &letters)
      } else if !letters.isEmpty, !Letters.isApostrophe(scalar), !LetterFolding.isMark(scalar) {
        body(letters)
        letters.removeAll(keepingCapacity: true)
      }
    }
    if !letters.isEmpty { body(letters) }
  }

  /// The words of a text, in order.
  package static func of(_ text: String) -> [[UInt32]] {
    var words: [[UInt32]] = []
    var letters: [UInt32] = []
    forEach(of: text, using: &letters) { words.append($0) }
    return words
  }

  /// The words of a text with a blank between them: texts that people take for the same give the
  /// same. Empty for a text without letters and digits.
  package static func joined(_ text: String) -> String {
    of(text).map { String(letters: $0) }.joined(separator: " ")
  }
}
