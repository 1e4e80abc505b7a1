/// Commands by name, for a program with subcommands.
package struct CommandTable<Command: Sendable>: Sendable {
  /// The names, in the order given.
  package let names: [String]
  private let commands: [String: Command]

  /// - Parameter rows: of a name that occurs twice the first row counts.
  package init(_ rows: [(name: String, command: Command)]) {
    names = rows.map(\.name)
    commands = Dictionary(rows.map { ($0.name, $0.command) }) { first, _ in first }
  }

  /// The command called `name`.
  ///
  /// - Throws: `UsageError` with the nearest names if it is unknown.
  package func command(named name: String) throws(UsageError) -> Command {
    if let command = commands[name] { return command }
    throw UsageError(
      "Unknown command “\(name)”.",
      suggestions: Spelling.nearest(to: name, among: names, limit: 2))
  }
}
