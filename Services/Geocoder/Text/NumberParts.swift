import FoldedText
import PlaceWords

/// Reads the parts of one house number from its tokens.
struct NumberParts {
  private(set) var number = 0
  private(set) var last: Int?
  private(set) var suffix = ""
  private var prefix = ""
  private var words: ArraySlice<WordToken>

  init(_ words: ArraySlice<WordToken>) { self.words = words }

  /// Reads all tokens; `false` where they are more than one number or none.
  mutating func parse() -> Bool {
    dropMarkers()
    readPrefix()
    guard let first = words.popFirst(), let head = HouseNumber.parts(of: first.letters) else {
      return false
    }
    number = head.number
    suffix = head.suffix
    while let word = words.popFirst() {
      guard read(word) else { return false }
    }
    suffix = Self.plain(suffix) + prefix
    return true
  }

  /// "No 12", "д. 7", "владение 3".
  private mutating func dropMarkers() {
    while words.count > 1, let first = words.first, !first.startsWithDigit,
      AddressVocabulary.numbers.contains(first.folded)
    {
      words.removeFirst()
    }
  }

  /// "F-4", "Mz. B Lt. 5": the letters become "f-" and "b-".
  private mutating func readPrefix() {
    while words.count > 1, let first = words.first, first.letters.count <= 7,
      HouseNumber.parts(of: first.letters) == nil
    {
      if !AddressVocabulary.blocks.contains(first.folded) {
        guard first.letters.count <= 2, prefix.isEmpty else { return }
        prefix = Self.plain(first.folded) + "-"
      }
      words.removeFirst()
    }
  }

  private mutating func read(_ word: WordToken) -> Bool {
    let text = word.folded
    if let full = AddressVocabulary.buildings[text] {
      suffix += Self.initials[full] ?? Self.plain(text)
      // "стр 2": the number belongs to it.
      if let next = words.first, next.startsWithDigit {
        suffix += next.folded
        words.removeFirst()
      }
      return true
    }
    guard word.startsWithDigit, let tail = HouseNumber.parts(of: word.letters) else {
      guard word.letters.count <= 3 || Self.isLetterAndNumber(word.letters) else { return false }
      suffix += text
      return true
    }
    let isRange = tail.number > number && tail.number - number <= HouseNumber.longestRange
    if word.separatorsBefore.contains(.slash) || last != nil {
      suffix += "/" + text
    } else if isRange {
      last = tail.number
    } else if word.separatorsBefore.contains(.hyphen)
      || words.first?.separatorsBefore.contains(.slash) == true
    {
      // "12-3" is not a range; "12 1/2" is half way to the next number.
      suffix += "/" + text
    } else {
      return false
    }
    return true
  }

  private static func isLetterAndNumber(_ letters: [UInt32]) -> Bool {
    letters.count <= 5 && letters.first.map(Letters.isDigit) == false
      && letters.contains(where: Letters.isDigit)
  }

  /// What a building word is written as beside the number.
  private static let initials = [
    "корпус": "k", "строение": "s", "литера": "", "сооружение": "s", "korpus": "k",
    "stroenie": "s", "litera": "",
  ]

  /// The suffix with Latin letters for Cyrillic ones. People also type the Latin "c" that looks
  /// like the first letter of "строение", so before a digit it counts as that.
  static func plain(_ suffix: String) -> String {
    guard suffix.unicodeScalars.contains(where: { $0.value > 0x7F || $0 == "c" }) else {
      return suffix
    }
    let scalars = Array(suffix.unicodeScalars)
    var plain = ""
    for (index, scalar) in scalars.enumerated() {
      let isBeforeDigit = index + 1 < scalars.count && ("0"..."9").contains(scalars[index + 1])
      if scalar == "c", isBeforeDigit {
        plain += "s"
      } else {
        plain += latin[scalar] ?? String(scalar)
      }
    }
    return plain
  }

  private static let latin: [Unicode.Scalar: String] = [
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "zh", "з": "z", "и": "i",
    "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t",
  ]
}
