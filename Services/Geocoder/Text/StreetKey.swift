import FoldedText
import Messages

/// A normalized street name: equal for different spellings such as "Main St." and "Main Street".
package struct StreetKey: Hashable, Sendable {
  let text: String

  /// Folds the name and expands its abbreviations.
  package init(_ name: String) {
    let words = WordTokenizer.tokens(in: name, limit: GeocoderLimits.maximumNameTokens)
    var parts: [String] = []
    for (index, word) in words.enumerated() {
      var letters = word.letters
      for (full, short) in EuropeanAbbreviations.compoundSuffixes.prefix(1)
      where letters.count >= short.count + 3 && letters.ends(with: short) {
        letters = letters.dropLast(short.count) + full
      }
      let isLast = index == words.count - 1
      parts.append(Abbreviations.full(String(letters: letters), isLast: isLast))
    }
    text = parts.joined(separator: " ")
  }
}
