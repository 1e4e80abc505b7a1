import CommandLineKit
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

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    _ = try context.arguments.positionals([])
    let reply = try await context.send(CategoriesRequest())
    try context.show(reply) { CategoryRendering.render($0, style: $1) }
    return .success
  }
}
