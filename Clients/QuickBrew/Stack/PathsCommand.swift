import CommandLineKit

/// `quickbrew paths`: the directories of a stack.
enum PathsCommand {
  static let command = Command(
    "paths", "Print the directories of the stack, for scripts.",
    examples: ["paths run", "paths --json"], arguments: ["run|home|map"], optional: 1,
    usage: "[run|home|map]",
    notes: "run holds the sockets, map the files that the services built from the map.",
    .run { context in
      let paths = try context.paths()
      let rows = [("home", paths.home), ("run", paths.run), ("map", paths.map)]
      guard let which = context.words.first else {
        try context.show(paths) { _, _ in HelpText.list(rows) }
        return .success
      }
      guard let row = rows.first(where: { $0.0 == which }) else {
        throw UsageError(
          "“\(which)” is not run, home or map.",
          suggestions: Spelling.nearest(to: which, among: rows.map(\.0), limit: 1))
      }
      try context.output.line(row.1)
      return .success
    })
}
