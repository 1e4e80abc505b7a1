import CommandLineKit

/// `quickbrew help`: the overview, or the help of one command.
enum HelpCommand: Subcommand {
  static let name = "help"
  static let summary = "Explain a command."
  static let help = CommandHelp(
    examples: ["help plan", "help geofence add", "help --pages ~/.local/share"],
    usage: "[COMMAND] [flags]",
    flags: [
      Flag("pages", "DIR", "write the manual pages, and completions for bash, zsh and fish, to DIR")
    ],
    notes: """
      --pages lays the files out as /usr/share and ~/.local/share have them: man/man1,
      bash-completion/completions, zsh/site-functions, fish/vendor_completions.d. The day in the
      pages is that of SOURCE_DATE_EPOCH, where that is set.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    if let directory = context.arguments["pages"] {
      _ = try context.arguments.positionals([])
      return try ManualFiles(context.environment).write(to: directory)
    }
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

  static let question = "Is there time to stop for coffee on the way, and where?"
  static let example = "  quickbrew \(PlanCommand.help.examples[0])"
  /// A flag of `quickbrew` without a command.
  static let version = Flag("version", "print the version")
  /// What the statuses mean that several commands exit with.
  static let exitStatuses: [(status: CommandStatus, meaning: String)] = [
    (.success, "fine"), (.failure, "failure"), (.usage, "invalid input"),
    (.nothingFound, "nothing found"), (.noneOnTime, "no option is on time"),
    (.unavailable, "a service is not running"), (.timedOut, "no reply in time"),
  ]

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
      QuickBrewCommand.entries.flatMap { $0.command.commands.map { ($0.name, $0.summary) } }, style)
    text += CommandHelp.section(
      "Flags of every command",
      CommandHelp.commonFlags + [version], style)
    let statuses = exitStatuses.map { "\($0.status.rawValue) \($0.meaning)" }
    return text + "\nquickbrew COMMAND --help shows more, beginning with an example.\n"
      + "Exit status: \(statuses.joined(separator: ", ")).".wrapped(to: 92)
      .joined(separator: "\n") + "\n"
  }
}
