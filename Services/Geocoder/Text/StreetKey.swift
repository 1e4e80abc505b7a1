import FoldedText

/// What two spellings of one street's name have in common: "Main St." and "Main Street".
struct StreetKey: Hashable, Sendable {
  let text: String

  /// Folds the name and writes its abbreviations out.
  init(_ name: String) {
    let words = Words.of(name, limit: GeocoderBounds.maximumNameWords)
    var parts: [String] = []
    for (index, word) in words.enumerated() {
      var letters = word.letters
      for (full, short) in EuropeanAbbreviations.compoundEnds.prefix(1)
      where letters.count >= short.count + 3 && letters.ends(with: short) {
        letters = letters.dropLast(short.count) + full
      }
      let isLast = index == words.count - 1
      parts.append(Abbreviations.full(String(letters: letters), isLast: isLast))
    }
    text = parts.joined(separator: " ")
  }
}
