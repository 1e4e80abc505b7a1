import FoldedText

/// A house number as in map data and typed text: "12", "12a", "48-50", "12 bis".
package struct HouseNumber: Sendable, Hashable {
  package let number: Int
  /// The last number of a range; equal to `number` for a single one.
  package let last: Int
  /// The folded suffix: "a", "bis"; usually empty.
  package let suffix: String

  package init(number: Int, last: Int? = nil, suffix: String = "") {
    self.number = number
    self.last = max(number, last ?? number)
    self.suffix = suffix
  }

  /// The largest accepted number; in the United States they have up to five digits.
  static let largest = 99_999
  /// The longest accepted range; a longer one is two unrelated numbers.
  static let longestRange = 200

  /// Whether `other` lies in this number or range.
  func covers(_ other: Int) -> Bool { number <= other && other <= last }
}

extension HouseNumber {
  /// All numbers of an `addr:housenumber` value: "12;14" has two, "48-50" one. Empty where the
  /// value has none, such as "yes".
  package static func all(in text: String) -> [HouseNumber] {
    text.split(whereSeparator: { $0 == ";" || $0 == "," || $0 == "+" }).compactMap { part in
      HouseNumber(words: WordTokenizer.tokens(in: part, limit: 6)[...])
    }
  }

  /// Parses one number from tokens that contain nothing else: `12 a`, `48 - 50`, `12a`.
  init?(words: ArraySlice<WordToken>) {
    guard let first = words.first, let head = Self.parts(of: first.letters) else { return nil }
    var last: Int?
    var suffix = head.suffix
    for word in words.dropFirst() {
      if let tail = Self.parts(of: word.letters) {
        if word.separatorsBefore.contains(.slash) || last != nil {
          suffix += "/" + String(letters: word.letters)
        } else if tail.number > head.number, tail.number - head.number <= Self.longestRange {
          last = tail.number
        } else {
          return nil
        }
      } else if word.letters.count <= 3 {
        suffix += String(letters: word.letters)
      } else {
        return nil
      }
    }
    self.init(number: head.number, last: last, suffix: suffix)
  }

  /// Splits "12a" into 12 and "a". `nil` for anything but digits with at most three letters, and
  /// for ordinals such as "1st".
  static func parts(of letters: [UInt32]) -> (number: Int, suffix: String)? {
    let digits = letters.prefix(while: Letters.isDigit)
    guard 1...5 ~= digits.count else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    let suffix = String(letters: letters.dropFirst(digits.count))
    guard letters.count - digits.count <= 3, !ordinals.contains(suffix) else { return nil }
    return (number, suffix)
  }

  private static let ordinals: Set<String> = ["st", "nd", "rd", "th"]
}
