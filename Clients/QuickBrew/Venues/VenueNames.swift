import FoldedText
import Geography
import Messages

/// Finds venues by what people call them, where a command asks for one.
enum VenueNames {
  /// How an argument is called that is an ID or a name.
  static let argument = "VENUE"
  /// How it is explained.
  static let note = """
    VENUE is an ID, or a name, with the address where several have it: "Peet's, 1 Market Street".
    """
  /// How many venues of a name are compared, and how many of them are listed.
  private static let (limit, listed) = (50, 5)

  /// The venue that a text means.
  ///
  /// - Parameter known: the venues that are meant, if not all.
  /// - Throws: `UsageError` where it is blank; `ServiceError`: `notFound`, or `ambiguous` with the
  ///   venues of that name.
  static func id(
    _ text: String, among known: [Venue]? = nil, _ context: CommandContext
  ) async throws -> VenueID {
    let id = try VenueID(argument: text)
    if isID(text) { return id }
    let typed = FoldedWords.joined(text)
    var found = known ?? []
    if known == nil { found = try await venues(named: text, context) }
    let named = found.filter { $0.allTitles.contains { FoldedWords.joined($0) == typed } }
    let candidates = named.isEmpty ? found.filter { $0.isCalled(typed) } : named
    if candidates.count == 1 { return candidates[0].id }
    let suggestions = (candidates.isEmpty ? found : candidates).prefix(listed).map(\.fullTitle)
    throw candidates.isEmpty
      ? ServiceError(
        .notFound,
        "There is no venue “\(text)”; quickbrew nearby lists venues, with -o wide their IDs.",
        suggestions: known == nil && !suggestions.isEmpty ? suggestions : nil)
      : ServiceError(
        .ambiguous, "Several venues are called “\(text)”.", suggestions: suggestions)
  }

  /// What completes a text: names, with the address where several have the same. Empty where no
  /// service answers.
  ///
  /// - Parameter known: the venues that may be meant, if not all.
  static func completions(
    of text: String, among known: [Venue]?, _ context: CommandContext
  ) async -> [(word: String, summary: String)] {
    let typed = FoldedWords.joined(text)
    var found = known ?? []
    if known == nil { found = (try? await venues(named: text, context)) ?? [] }
    let counts = Dictionary(found.map { ($0.title, 1) }, uniquingKeysWith: +)
    return found.filter { $0.isCalled(typed) }.map { venue in
      counts[venue.title] == 1
        ? ((venue.title(from: typed) ?? venue.title).printable, venue.address?.printable ?? "")
        : (venue.fullTitle.printable, venue.category.rawValue.printable)
    }
  }

  /// Whether it is a source, a slash and the source's own identifier.
  private static func isID(_ text: String) -> Bool {
    guard let slash = text.firstIndex(of: "/"), let first = text.first else { return false }
    let source = text[..<slash]
    return first.isLowercase && source.allSatisfy { $0.isASCII && !$0.isUppercase && $0 != " " }
  }

  /// The venues whose names have the words of the text before a comma; all for an empty text.
  private static func venues(
    named text: String, _ context: CommandContext
  ) async throws -> [Venue] {
    let name = String(text.prefix { $0 != "," })
    let map = try await context.send(MapInfoRequest())
    let filter = VenueFilter(name: FoldedWords.joined(name).isEmpty ? nil : name)
    let request = NearbyRequest(coordinate: map.box.center, filter: filter, limit: limit)
    return try await context.send(request).venues.map(\.venue)
  }
}

extension Venue {
  /// The name and the address.
  fileprivate var fullTitle: String { self.address.map { "\(title), \($0)" } ?? title }

  /// Whether name and address, or one of its names, begin with these folded words.
  fileprivate func isCalled(_ typed: String) -> Bool {
    FoldedWords.joined(fullTitle).hasPrefix(typed) || title(from: typed) != nil
  }

  /// The first of its names that begins with these folded words.
  fileprivate func title(from typed: String) -> String? {
    allTitles.first { FoldedWords.joined($0).hasPrefix(typed) }
  }
}
