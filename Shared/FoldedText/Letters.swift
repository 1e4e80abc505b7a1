/// Predicates of folded letters.
package enum Letters {
  @inlinable
  package static func isDigit(_ letter: UInt32) -> Bool { letter &- 0x30 < 10 }

  /// For ASCII only.
  @inlinable
  package static func isAlphanumeric(_ letter: UInt32) -> Bool {
    isDigit(letter) || (letter | 0x20) &- 0x61 < 26
  }

  /// Whether a scalar belongs to a word; any other scalar ends the word, except apostrophes and
  /// combining marks.
  package static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isAlphanumeric(scalar.value) }
    return scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
  }

  /// Whether a scalar is an apostrophe, which does not end a word: "O'Farrell" is one word.
  package static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "'", "’", "‘", "ʼ", "`", "´": true
    default: false
    }
  }

  /// The scalars of a text, not folded.
  package static func of(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }
}

extension String {
  /// The text of folded letters.
  package init(letters: some Sequence<UInt32>) {
    var scalars = String.UnicodeScalarView()
    for letter in letters { scalars.append(Unicode.Scalar(letter) ?? "\u{FFFD}") }
    self.init(scalars)
  }
}
