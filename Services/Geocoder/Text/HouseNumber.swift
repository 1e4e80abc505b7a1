import FoldedText

/// A house number as in map data and typed text: "12", "12a", "48-50", "12 bis",
/// "7 с2" (building 2 of number 7), "F-4".
package struct HouseNumber: Sendable, Hashable {
  package let number: Int
  /// The last number of a range; equal to `number` for a single one.
  package let last: Int
  /// The folded suffix in Latin letters: "a", "bis", "as5"; "f-" for a letter before the number;
  /// usually empty.
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

  /// Whether a number is odd or even like both ends of this range, or these differ.
  func isOnSide(of other: Int) -> Bool {
    (last - number) % 2 != 0 || (other - number) % 2 == 0
  }

  /// Whether `other` lies in this number or range.
  func covers(_ other: Int) -> Bool { number <= other && other <= last }
}

extension HouseNumber {
  /// All numbers of an `addr:housenumber` value: "12;14" has two, "48-50" and "7, стр. 2" one.
  /// Empty where the value has none, such as "yes".
  package static func all(in text: String) -> [HouseNumber] {
    var all: [[WordToken]] = []
    for part in text.split(whereSeparator: { $0 == ";" || $0 == "," || $0 == "+" }) {
      let words = WordTokenizer.tokens(in: part, limit: 6)
        .flatMap { BuildingWords.split($0) ?? [$0] }
      if !all.isEmpty, BuildingWords.begin(words) {
        all[all.count - 1] += words
      } else {
        all.append(words)
      }
    }
    return all.compactMap { HouseNumber(words: $0[...]) }
  }

  /// Parses one number from tokens that contain nothing else: `12 a`, `48 - 50`, `7 стр 2`, `F-4`,
  /// `Mz. B Lt. 5`, `12 1/2`.
  init?(words: ArraySlice<WordToken>) {
    var parts = NumberParts(words)
    guard parts.parse() else { return nil }
    self.init(number: parts.number, last: parts.last, suffix: parts.suffix)
  }

  /// Splits "12a" into 12 and "a". `nil` for anything but digits with at most three letters, and
  /// for ordinals such as "1st".
  static func parts(of letters: [UInt32]) -> (number: Int, suffix: String)? {
    let digits = letters.prefix(while: Letters.isDigit)
    if digits.isEmpty { return lettered(letters) }
    guard 1...5 ~= digits.count else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    let suffix = String(letters: letters.dropFirst(digits.count))
    let hasBuilding = letters.dropFirst(digits.count).contains(where: Letters.isDigit)
    guard letters.count - digits.count <= (hasBuilding ? 5 : 3), !ordinals.contains(suffix) else {
      return nil
    }
    return (number, NumberParts.plain(suffix))
  }

  /// Splits "f4" into 4 and "f-", which stands for a letter before the number.
  private static func lettered(_ letters: [UInt32]) -> (number: Int, suffix: String)? {
    let digits = letters.dropFirst()
    guard 1...4 ~= digits.count, digits.allSatisfy(Letters.isDigit), let first = letters.first
    else {
      return nil
    }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return (number, NumberParts.plain(String(letters: [first])) + "-")
  }

  private static let ordinals: Set<String> = ["st", "nd", "rd", "th"]
}
