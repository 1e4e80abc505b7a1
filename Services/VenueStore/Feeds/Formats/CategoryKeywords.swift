import Messages
import PlaceWords

/// Maps a source's free-text category to a category of ours.
enum CategoryKeywords {
  /// A row matches if the text contains one of its words. The first match is used, so specific
  /// words come before general ones.
  private static let table: [(words: [String], category: VenueCategory)] = [
    (["ice cream", "ice-cream", "gelato", "frozen yogurt"], .iceCream),
    (["brewery", "brewpub", "brewing", "microbrew"], .brewery),
    (["fast food", "fast-food", "food court", "burger joint"], .fastFood),
    (["bubble tea", "tea room", "tea house", "teahouse", "tea shop"], .tea),
    (["coffee", "café", "cafe", "espresso", "cafetería"], .coffee),
    (["bakery", "patisserie", "pastry"], .bakery),
    (["pub", "beer garden", "biergarten", "gastropub"], .pub),
    (["restaurant", "diner", "bistro", "pizzeria", "cafeteria", "canteen"], .restaurant),
    (["bar", "taproom", "lounge"], .bar), (["tea"], .tea),
  ]

  /// The category of a text such as "Coffee Shop" or "Petrol station & shop"; `nil` if no word of
  /// it is known.
  static func category(_ text: String?) -> VenueCategory? {
    guard let text = text?.lowercased() else { return nil }
    let food = table.first { row in row.words.contains { contains(text, $0) } }?.category
    let name = food == nil ? KindWords.all.venue(named: text) ?? KindWords.all.venue(in: text) : nil
    return food ?? name.map { VenueCategory(rawValue: $0) }
  }

  /// Whether the text contains the word as a whole word, or in the plural.
  private static func contains(_ text: String, _ word: String) -> Bool {
    text.ranges(of: word).contains { range in
      let before = text[..<range.lowerBound].last
      let after = text[range.upperBound...].drop { $0 == "s" }.first
      return before?.isLetter != true && after?.isLetter != true
    }
  }

  /// The text itself as a category: `juice-bar`.
  static func slug(_ text: String?) -> VenueCategory? {
    let line = PlainText.line(text, maximumBytes: maximumBytes)
    let words = line?.lowercased().split { !$0.isLetter && !$0.isNumber }
    guard let words, !words.isEmpty else { return nil }
    return VenueCategory(rawValue: words.joined(separator: "-"))
  }

  private static let maximumBytes = 60
}
