/// What was understood of a text, word by word.
package struct MatchReceipt: Codable, Sendable, Hashable {
  /// In the order they were typed.
  package let words: [WordReceipt]
  /// How well the words fit, 0 ... 1, before anything else was weighed.
  package let fit: Double
  /// How many other hits fit as well and lie elsewhere.
  package let rivals: Int

  package init(words: [WordReceipt], fit: Double, rivals: Int) {
    self.words = words
    self.fit = fit
    self.rivals = rivals
  }
}

/// What one typed word was taken for.
package struct WordReceipt: Codable, Sendable, Hashable {
  package let typed: String
  package let part: Part
  /// The word of the map, where it was written otherwise.
  package let meant: String?
  /// How `typed` differs from `meant`.
  package let change: Change?
  /// How many letters were put right.
  package let edits: Int?

  package init(
    typed: String, part: Part, meant: String? = nil, change: Change? = nil, edits: Int? = nil
  ) {
    self.typed = typed
    self.part = part
    self.meant = meant
    self.change = change
    self.edits = edits
  }

  /// What part a word plays.
  package enum Part: String, Codable, Sendable, Hashable, CaseIterable {
    /// It belongs to the name of the hit.
    case name
    /// It is the house number.
    case houseNumber
    /// It belongs to the city, the suburb, the postcode; of a venue also to its street.
    case surroundings
    /// "Suite 300", "near": says nothing about where the hit is.
    case setAside
    /// Nothing about the hit explains it.
    case notUnderstood
  }

  /// How a word may be written otherwise.
  package enum Change: String, Codable, Sendable, Hashable, CaseIterable {
    /// "blvd" for "Boulevard", "first" for "1st", "muehle" for "Mühle".
    case spelling
    /// Apart or together: "telegraphhill" for "Telegraph Hill".
    case spacing
    /// "telegraf" for "Telegraph".
    case misspelt
  }
}
