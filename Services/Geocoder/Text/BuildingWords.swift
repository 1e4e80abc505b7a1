import FoldedText
import PlaceWords

/// Words for a building of a house number: "стр" of "7 стр 2".
enum BuildingWords {
  /// Shorter ones are letters of numbers as often: the "к" of "7к".
  private static let shortest = 3

  /// Whether the words go on with the number before them: "к. 1" of "д. 1, к. 1".
  static func begin(_ words: [WordToken]) -> Bool {
    words.count > 1 && words[1].startsWithDigit
      && AddressVocabulary.buildings.contains(words[0].folded)
  }

  /// "5астр", "5астр8" and "стр8" in their parts; `nil` where there is no such word, or no number
  /// beside it.
  static func split(_ word: WordToken) -> [WordToken]? {
    let letters = word.letters
    guard letters.contains(where: Letters.isDigit) else { return nil }
    let number = letters.prefix(while: Letters.isDigit).count
    for start in number...(number == 0 ? 0 : number + 1) where start < letters.count {
      let end = letters[start...].firstIndex(where: Letters.isDigit) ?? letters.count
      guard end - start >= shortest,
        AddressVocabulary.buildings.contains(String(letters: letters[start..<end]))
      else { continue }
      let parts = [letters[..<start], letters[start..<end], letters[end...]].filter { !$0.isEmpty }
      return parts.enumerated().map { index, part in
        WordToken(
          letters: Array(part), typed: String(letters: part),
          separatorsBefore: index == 0 ? word.separatorsBefore : [], component: word.component)
      }
    }
    return nil
  }
}
