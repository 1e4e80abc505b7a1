import Messages

/// `quickbrew categories`.
enum CategoriesCommand: Subcommand {
  static let name = "categories"
  static let summary = "Show the kinds of venues, and how many there are of each."
  static let help = CommandHelp(
    examples: ["categories"], usage: "[flags]",
    notes: """
      Who asks for a wider category means all below it. Words that feeds brought and the tree does
      not know hang below the root.
      """)

  static func run(_ call: Call) async throws -> CommandStatus {
    _ = try call.arguments.positionals([])
    let reply = try await call.send(CategoriesRequest())
    try call.show(reply) { PeopleRendering.render($0, style: $1) }
    return .fine
  }
}
