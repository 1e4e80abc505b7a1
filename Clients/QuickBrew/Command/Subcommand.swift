import CommandLineKit

/// One thing that `quickbrew` does.
protocol Subcommand: Sendable {
  /// As typed after `quickbrew`, such as `geofence add`.
  static var name: String { get }
  /// One sentence for the list of commands.
  static var summary: String { get }
  static var help: CommandHelp { get }

  /// Does it.
  ///
  /// - Throws: `UsageError` for flags that make no sense, `ServiceError` for a failed request,
  ///   `OutputClosed` where nobody reads the output.
  static func run(_ call: Call) async throws -> CommandStatus
}

/// A name that stands for a command, or for several that share their first word.
enum CommandEntry: Sendable {
  case command(any Subcommand.Type)
  case group(CommandGroup)
}

/// Commands that share their first word: `geofence add`, `geofence list`.
struct CommandGroup: Sendable {
  let name: String
  let summary: String
  let commands: [any Subcommand.Type]

  /// The commands by their second word.
  var table: CommandTable<any Subcommand.Type> {
    CommandTable(
      commands.map { (name: String($0.name.dropFirst(name.count + 1)), command: $0) })
  }

  /// The help text: an example of each command, then the list.
  func render(_ style: Style) -> String {
    var text = "\(summary)\n\n" + style.paint("Examples", .bold) + "\n"
    text += commands.compactMap { $0.help.examples.first }.map { "  quickbrew \($0)\n" }.joined()
    text += "\n" + style.paint("Commands", .bold) + "\n"
    text += CommandHelp.list(commands.map { ($0.name, $0.summary) })
    return text + "\nquickbrew \(name) COMMAND --help tells more.\n"
  }
}
