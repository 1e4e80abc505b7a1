import FoldedText
import Foundation

/// Latin spellings of words in other scripts, by the rules that ICU has for each.
enum LatinScript {
  /// The letters from here on are not Latin.
  private static let firstOther: UInt32 = 0x370
  /// Latin letters with marks, far from the others.
  private static let latinAdditional: ClosedRange<UInt32> = 0x1E00...0x1EFF

  /// How a text is written in Latin letters without marks; `nil` for one that is Latin already.
  ///
  /// Cyrillic as by the rules of the United States Board on Geographic Names, which English texts
  /// mostly follow: "улица Хохловка" is "ulitsa Khokhlovka". Costs about 20 µs.
  static func of(_ text: String) -> String? {
    let others = text.unicodeScalars.filter(isOther)
    guard let first = others.first else { return nil }
    let isCyrillic = cyrillic.contains(first.value)
    let rules = isCyrillic ? "Russian-Latin/BGN; Latin-ASCII" : "Any-Latin; Latin-ASCII"
    return text.applyingTransform(StringTransform(rules), reverse: false)
  }

  /// As `of(_:)` for a folded word.
  static func of(_ letters: [UInt32]) -> [UInt32]? {
    guard letters.contains(where: { $0 >= firstOther }) else { return nil }
    return of(String(letters: letters)).map { Array(FoldedWords.of($0).joined()) }
  }

  private static let cyrillic: ClosedRange<UInt32> = 0x400...0x52F

  private static func isOther(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= firstOther && scalar.properties.isAlphabetic
      && !latinAdditional.contains(scalar.value)
  }
}
