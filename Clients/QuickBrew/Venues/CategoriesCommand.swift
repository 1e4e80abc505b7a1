import Messages

/// `quickbrew categories`.
enum CategoriesCommand {
  static let command = Command(
    "categories", "Show the kinds of venues, and how many there are of each.",
    examples: ["categories"],
    notes: """
      A wider category includes all below it. Words from feeds that are not in the tree are listed
      below food and drink. A flag accepts any word for a category, such as Geldautomat or atm.
      """,
    .ask { _ in
      CategoriesRequest()
    } text: { reply, style in
      TextTable(
        rows(reply.categories, below: nil, depth: 0),
        [
          .init(titled: "category") {
            String(repeating: "  ", count: $1) + Formats.word("kind", $0.category.rawValue)
          },
          .init(titled: "venues", .right) { count, _ in "\(count.total)" },
        ]
      ).render(style)
    })

  /// The tree in the order of its lines, each with its depth.
  private static func rows(
    _ all: [CategoryCount], below parent: VenueCategory?, depth: Int
  ) -> [(CategoryCount, Int)] {
    all.filter { $0.parent == parent && $0.total > 0 }.flatMap {
      [($0, depth)] + rows(all, below: $0.category, depth: depth + 1)
    }
  }
}
