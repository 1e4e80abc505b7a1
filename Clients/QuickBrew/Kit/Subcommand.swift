import CommandLineKit

/// A subcommand of `quickbrew`.
protocol Subcommand: Sendable {
  /// The words typed after `quickbrew`, such as `geofence add`.
  static var name: String { get }
  /// One sentence for the list of commands.
  static var summary: String { get }
  static var help: CommandHelp { get }

  /// Runs the command and returns its exit status.
  ///
  /// - Throws: `UsageError` for invalid flags, `ServiceError` for a failed request, `OutputFailure`
  ///   where the reader of the output is gone.
  static func run(_ context: CommandContext) async throws -> CommandStatus
}

/// What a first word names: a command, or a group of commands.
enum CommandEntry: Sendable {
  case command(any Subcommand.Type)
  case group(CommandGroup)

  /// The command itself, or those of the group, that of the group's name first.
  var commands: [any Subcommand.Type] {
    switch self {
    case .command(let command): [command]
    case .group(let group): group.all
    }
  }

  var summary: String {
    switch self {
    case .command(let command): command.summary
    case .group(let group): group.summary
    }
  }
}

/// Commands that share their first word: `geofence add`, `geofence list`.
struct CommandGroup: Sendable {
  let name: String
  let summary: String
  let commands: [any Subcommand.Type]
  /// The command that the group's name is by itself, where the second word is none of `commands`.
  var main: (any Subcommand.Type)?

  /// All commands, that of the group's name first.
  var all: [any Subcommand.Type] { (main.map { [$0] } ?? []) + commands }

  /// The command that the words after the group's name choose, and the words left for it; `nil`
  /// where the words ask for the group's help.
  ///
  /// - Throws: `UsageError` for an unknown command.
  func choose(
    _ words: ArraySlice<String>
  ) throws(UsageError) -> (command: any Subcommand.Type, words: ArraySlice<String>)? {
    if let main {
      guard let second = words.first, table.names.contains(second) else { return (main, words) }
      return (try table.command(named: second), words.dropFirst())
    }
    guard let second = words.first, second != "--help", second != "-h" else { return nil }
    return (try table.command(named: second), words.dropFirst())
  }

  /// The commands, keyed by their second word.
  var table: CommandTable<any Subcommand.Type> {
    CommandTable(
      commands.map { (name: String($0.name.dropFirst(name.count + 1)), command: $0) })
  }

  /// The help text: an example of each command, then the list of commands.
  func render(_ style: Style) -> String {
    var text = "\(summary)\n\n" + style.paint("Examples", .bold) + "\n"
    text += commands.compactMap { $0.help.examples.first }.map { "  quickbrew \($0)\n" }.joined()
    text += "\n" + style.paint("Commands", .bold) + "\n"
    text += CommandHelp.list(commands.map { ($0.name, $0.summary) }, style)
    return text + "\nquickbrew \(name) COMMAND --help shows more.\n"
  }
}
