/// The words of a name in the form in which they are compared: lower case, without accents.
///
/// An apostrophe is part of its word ("Peet's" is "peets"); any other punctuation ends it.
package enum FoldedWords {
  /// Calls `body` with each word of a text, in order; `letters` is a buffer that is reused. Linear
  /// in the text's length.
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

  /// The words of a text joined by spaces: texts that differ only in case, accents and punctuation
  /// give the same. Empty for a text without letters and digits.
  package static func joined(_ text: String) -> String {
    of(text).map { String(letters: $0) }.joined(separator: " ")
  }
}
