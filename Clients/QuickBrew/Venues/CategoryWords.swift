import CommandLineKit
import Messages
import PlaceWords

/// Reads a list of words for categories: `coffee,bakery`, `drinks`, `Ice cream`.
struct CategoryWords {
  private let context: CommandContext
  private let flag: String

  init(_ context: CommandContext, flag: String = "category") {
    self.context = context
    self.flag = flag
  }

  private static let maximumSuggestions = 3

  /// The categories, each once. The venue store is asked only about a word that is not in the tree,
  /// because a feed may have brought it. If the store is unavailable such a word is accepted.
  ///
  /// - Throws: `UsageError` with a suggestion for a word that no venue has.
  func categories(_ text: String) async throws -> [VenueCategory] {
    var categories: [VenueCategory] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let word = part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if word.isEmpty { throw UsageError("--\(flag) is empty.") }
      let category = try await category(word)
      if !categories.contains(category) { categories.append(category) }
    }
    guard categories.count <= PlannerLimits.maximumCategories else {
      throw UsageError("--\(flag) accepts at most \(PlannerLimits.maximumCategories) words.")
    }
    return categories
  }

  /// The category that a word in any language means: "cafés", "Bäckerei", "кофейня"; `nil` where
  /// only the venue store may know.
  static func known(_ word: String) -> VenueCategory? {
    VenueCategory.named(word)
      ?? KindWords.all.kind(named: word)?.category.map(VenueCategory.init(rawValue:))
  }

  private func category(_ word: String) async throws -> VenueCategory {
    if let category = Self.known(word) { return category }
    let other = VenueCategory(rawValue: word.lowercased())
    let reply: CategoriesReply
    do {
      reply = try await context.send(CategoriesRequest())
    } catch {
      return other
    }
    let known = reply.categories.map(\.category)
    if known.contains(other) { return other }
    let words = KindWords.all.words.filter { Self.known($0) != nil }
    throw UsageError(
      "--\(flag): no venue is a “\(word.printable)”; quickbrew categories lists what there is.",
      suggestions: Spelling.nearest(
        to: word, among: known.map(\.rawValue) + words, limit: Self.maximumSuggestions))
  }

  /// The value of `--category`; a word that is not known here is accepted as it is.
  ///
  /// - Throws: `UsageError` where it is empty.
  static func category(_ arguments: Arguments) throws(UsageError) -> VenueCategory? {
    guard let text = arguments["category"] else { return nil }
    if text.allSatisfy(\.isWhitespace) { throw UsageError("--category is empty.") }
    return known(text) ?? VenueCategory(rawValue: text.lowercased())
  }
}
