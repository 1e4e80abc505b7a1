import CommandLineKit

/// `quickbrew paths`: the directories of a stack.
enum PathsCommand: Subcommand {
  static let name = "paths"
  static let summary = "Print the directories of the stack, for scripts."
  static let help = CommandHelp(
    examples: ["paths run", "paths --json"], usage: "[run|home|map]",
    notes: "run holds the sockets, map what the services built from the map.")

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let paths = try context.environment.paths(context.arguments["home"])
    let rows = [("home", paths.home), ("run", paths.run), ("map", paths.map)]
    guard let which = try context.arguments.positionals(["run|home|map"], optional: 1).first else {
      try context.show(paths) { _, _ in CommandHelp.list(rows) }
      return .success
    }
    guard let row = rows.first(where: { $0.0 == which }) else {
      throw UsageError(
        "“\(which)” is none of run, home and map.",
        suggestions: Spelling.nearest(to: which, among: rows.map(\.0), limit: 1))
    }
    try context.output.line(row.1)
    return .success
  }
}
