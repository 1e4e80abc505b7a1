import CommandLineKit
import Messages
import PlaceWords

/// Reads a list of words for categories: `coffee,bakery`, `drinks`, `Ice cream`.
enum CategoryWords {
  private static let maximumSuggestions = 3

  /// The categories, each once, by a word in any language or a value of OpenStreetMap: "cafés",
  /// "кофейня", "charging_station". The venue store is asked only about a word that is not in the
  /// tree, because a feed may have brought it. If the store is unavailable such a word is accepted.
  ///
  /// - Throws: `UsageError` with a suggestion for a word that no venue has.
  static func categories(
    _ text: String, _ context: CommandContext, flag: String = "category"
  ) async throws -> [VenueCategory] {
    var categories: [VenueCategory] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let word = part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if word.isEmpty { throw UsageError("--\(flag) is empty.") }
      let category = try await category(word, context, "--\(flag)")
      if !categories.contains(category) { categories.append(category) }
    }
    guard categories.count <= PlannerLimits.maximumCategories else {
      throw UsageError("--\(flag) accepts at most \(PlannerLimits.maximumCategories) words.")
    }
    return categories
  }

  /// The category that one word means; a typing error is forgiven where it can only mean one.
  static func category(
    _ word: String, _ context: CommandContext, _ flag: String
  ) async throws -> VenueCategory {
    if let category = VenueCategory.named(word) { return category }
    let other = VenueCategory(rawValue: word.lowercased())
    let listed = try? await context.send(CategoriesRequest()).categories.map(\.category)
    if listed?.contains(other) ?? false { return other }
    let words = VenueCategory.tree.map(\.rawValue) + KindWords.all.words
    let meant = Set(Spelling.meant(by: word, among: words).compactMap(VenueCategory.named))
    if meant.count == 1, let category = meant.first { return category }
    // Nobody is there to ask, and a feed may have brought the word.
    guard let listed else { return other }
    throw UsageError(
      "\(flag): no venue is a “\(word.printable)”"
        + Shell.hint("; quickbrew categories lists what there is") + ".",
      suggestions: Spelling.nearest(
        to: word, among: listed.map(\.rawValue) + words, limit: maximumSuggestions))
  }

  /// The value of `--category`; a word that is not known here is accepted as it is.
  ///
  /// - Throws: `UsageError` where it is empty.
  static func category(_ arguments: Arguments) throws(UsageError) -> VenueCategory? {
    guard let text = VenueFlags.category(arguments) else { return nil }
    if text.allSatisfy(\.isWhitespace) { throw UsageError("--category is empty.") }
    return VenueCategory(rawValue: text.lowercased()).resolved
  }
}
