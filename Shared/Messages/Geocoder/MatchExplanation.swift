/// How a text was matched, word by word.
@Memberwise package struct MatchExplanation: Codable, Sendable, Hashable {
  /// In the order they were typed.
  package let words: [WordExplanation]
  /// The score of the textual match alone, 0 ... 1.
  package let fit: Double
  /// How many other hits at other locations match as well.
  package let competingHits: Int

  private enum CodingKeys: String, CodingKey {
    case words, fit
    case competingHits = "rivals"
  }
}

/// How one typed word was matched.
@Memberwise package struct WordExplanation: Codable, Sendable, Hashable {
  package let typed: String
  package let part: Part
  /// The word on the map, if it is spelt differently.
  package let meant: String?
  /// How `typed` differs from `meant`.
  package let change: Change?
  /// How many letters were corrected.
  package let edits: Int?

  /// The role of a word.
  package enum Part: String, Codable, Sendable, Hashable, CaseIterable {
    /// It belongs to the name of the hit.
    case name
    /// It is the house number.
    case houseNumber
    /// It belongs to the city, the suburb, the postcode; of a point of interest also to its street.
    case surroundings
    /// "Suite 300", "near": irrelevant to the location of the hit.
    case setAside
    /// It matches nothing of the hit.
    case notUnderstood
  }

  /// How the spelling of a word differs.
  package enum Change: String, Codable, Sendable, Hashable, CaseIterable {
    /// "blvd" for "Boulevard", "first" for "1st", "muehle" for "Mühle".
    case spelling
    /// Joined or split: "telegraphhill" for "Telegraph Hill".
    case spacing
    /// "telegraf" for "Telegraph".
    case misspelt
  }
}
