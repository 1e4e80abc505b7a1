import CommandLineKit

/// `quickbrew help`: the overview, or the help of one command.
enum HelpCommand: Subcommand {
  static let name = "help"
  static let summary = "Explain a command."
  static let help = CommandHelp(
    examples: ["help plan", "help geofence add"], usage: "[COMMAND]")

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let words = try context.arguments.positionals(["COMMAND", "COMMAND"], optional: 2)
    guard let first = words.first else {
      try context.output.text(overview(context.style))
      return .success
    }
    switch try CommandTable(QuickBrewCommand.entries).command(named: first) {
    case .command(let command):
      if words.count > 1 { throw UsageError("Unexpected argument “\(words[1])”.") }
      return try QuickBrewCommand.showHelp(of: command, context.environment)
    case .group(let group):
      guard let choice = try group.choose(words.dropFirst()) else {
        return try QuickBrewCommand.showHelp(of: group, wasAsked: true, context.environment)
      }
      return try QuickBrewCommand.showHelp(of: choice.command, context.environment)
    }
  }

  private static let question = "Is there time to stop for coffee on the way, and where?"
  private static let example = "  quickbrew \(PlanCommand.help.examples[0])"

  /// The help for `quickbrew` without a command.
  static let concise = """
    \(question)

    \(example)

    quickbrew --help lists the commands.
    """

  static func overview(_ style: Style) -> String {
    var text = "\(question)\n\n" + style.paint("Example", .bold) + "\n\(example)\n\n"
    text += style.paint("Commands", .bold) + "\n"
    text += CommandHelp.list(
      QuickBrewCommand.entries.flatMap { entry -> [(String, String)] in
        switch entry.command {
        case .command(let command): [(command.name, command.summary)]
        case .group(let group): group.all.map { ($0.name, $0.summary) }
        }
      }, style)
    text += CommandHelp.section(
      "Flags of every command",
      CommandHelp.commonFlags + [Flag("version", "print the version")], style)
    return text + """

      quickbrew COMMAND --help tells more, beginning with an example.
      Exit status: 0 fine, 1 failure, 2 invalid input, 3 nothing found, 4 no option is on time,
      5 a service is not running, 6 no reply in time.

      """
  }
}
