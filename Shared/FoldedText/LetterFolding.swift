/// Folds letters to what people without the right keyboard type: lower case, without accents.
///
/// "É" is "e", "ß" is "ss", "Ø" is "o", "ä" is "a", "Ａ１" is "a1". That some people type "ae" for
/// "ä" is the caller's concern. Letters of other scripts become lower case and lose their combining
/// marks.
package enum LetterFolding {
  /// Appends what `scalar` folds to: mostly one letter, none for a combining mark.
  @inlinable
  package static func append(_ scalar: Unicode.Scalar, to letters: inout [UInt32]) {
    let value = scalar.value
    if value < 0x80 {
      letters.append(value &- 0x41 < 26 ? value + 32 : value)
    } else {
      appendRare(scalar, to: &letters)
    }
  }

  @usableFromInline
  static func appendRare(_ scalar: Unicode.Scalar, to letters: inout [UInt32]) {
    if let halved = halfWidth(scalar) { return append(halved, to: &letters) }
    if scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue {
      return letters.append(0x30 + UInt32(digit))
    }
    for small in scalar.properties.lowercaseMapping.unicodeScalars {
      if let plain = table[small.value] {
        letters.append(contentsOf: plain)
      } else if !isMark(small) {
        letters.append(small.value)
      }
    }
  }

  /// "Ａ" is "A": the full-width forms repeat ASCII in its order.
  private static func halfWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    0xFF01...0xFF5E ~= scalar.value ? Unicode.Scalar(scalar.value - 0xFEE0) : nil
  }

  /// Whether a small letter folds to another one: "é".
  package static func changes(_ letter: Character) -> Bool {
    var folded: [UInt32] = []
    for scalar in letter.unicodeScalars { append(scalar, to: &folded) }
    return !folded.elementsEqual(letter.unicodeScalars.map(\.value))
  }

  /// Whether the scalar is a combining mark, which only changes the letter before it.
  package static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Latin, Greek and Cyrillic letters with their plain forms. Decomposed letters need no row:
  /// their marks are dropped.
  private static let rows: [(plain: String, letters: String)] = [
    ("a", "àáâãäåāăąǎǟǡǻȁȃȧạảấầẩẫậắằẳẵặ"), ("ae", "æǣǽ"), ("c", "çćĉċč"), ("d", "ďđðḍḏ"),
    ("e", "èéêëēĕėęěȅȇȩẹẻẽếềểễệ"), ("f", "ƒ"), ("g", "ĝğġģǧǵ"), ("h", "ĥħḥḫ"),
    ("i", "ìíîïĩīĭįıǐȉȋỉị"), ("o", "º"), ("a", "ª"), ("ij", "ĳ"), ("j", "ĵǰ"), ("k", "ķǩḳ"),
    ("l", "ĺļľŀłḷ"), ("m", "ṁṃ"),
    ("n", "ñńņňŉŋǹṅṇ"), ("o", "òóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱọỏốồổỗộớờởỡợ"), ("oe", "œ"), ("p", "ṕṗ"),
    ("r", "ŕŗřȑȓṛ"), ("s", "śŝşšșṣ"), ("ss", "ß"), ("t", "ţťŧțṭ"), ("th", "þ"),
    ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗụủứừửữự"), ("w", "ŵẁẃẅ"), ("y", "ýÿŷȳẏẙỳỵỷỹ"), ("z", "źżžẑẓẕ"),
    ("α", "ά"), ("ε", "έ"), ("η", "ή"), ("ι", "ίϊΐ"), ("ο", "ό"), ("υ", "ύϋΰ"), ("ω", "ώ"),
    ("σ", "ς"), ("и", "й"), ("е", "ё"),
  ]

  private static let table: [UInt32: [UInt32]] = {
    var table: [UInt32: [UInt32]] = [:]
    for (plain, letters) in rows {
      for letter in letters.unicodeScalars {
        table[letter.value] = plain.unicodeScalars.map(\.value)
      }
    }
    return table
  }()
}
