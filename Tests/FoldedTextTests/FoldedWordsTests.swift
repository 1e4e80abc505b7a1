import Testing

@testable import FoldedText

@Suite struct FoldedWordsTests {
  @Test(arguments: [
    ("Peet's Coffee & Tea", "peets coffee tea"), ("Café Zoë", "cafe zoe"),
    ("Cafe\u{301}", "cafe"), ("coffee_shop", "coffee shop"), ("7-Eleven", "7 eleven"),
    ("HAUPTSTRASSE hauptstraße", "hauptstrasse hauptstrasse"), ("Σίσυφος", "σισυφοσ"),
    ("  🦊 fox!", "fox"), ("’", ""), ("", ""), ("東京 コーヒー", "東京 コーヒー"),
  ])
  func joined(_ text: String, _ expected: String) {
    #expect(FoldedWords.joined(text) == expected)
  }
}

@Suite struct EditDistanceTests {
  @Test(
    arguments: [
      ("bottle", "bottle", 0), ("bottle", "bottel", 1), ("bottle", "botle", 1),
      ("bottle", "battle", 1), ("bottle", "bootle", 1), ("roastery", "rostrey", 2),
      ("tea", "coffee", nil), ("a", "ab", 1),
    ] as [(String, String, Int?)])
  func edits(_ typed: String, _ word: String, _ expected: Int?) {
    var distance = EditDistance(to: Letters.of(typed), within: 2)
    #expect(distance.edits(from: Letters.of(word)[...]) == expected)
    let signatures = (LetterSignature(Letters.of(typed)), LetterSignature(Letters.of(word)))
    if let expected { #expect(signatures.0.mayBeWithin(expected, of: signatures.1)) }
  }
}
