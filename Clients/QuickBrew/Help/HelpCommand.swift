import CommandLineKit

/// `quickbrew help`: the overview, or the help of one command.
enum HelpCommand {
  static let command = Command(
    "help", "Explain a command.",
    examples: ["help plan", "help geofence add", "help --pages ~/.local/share"],
    arguments: ["COMMAND", "COMMAND"], optional: 2, usage: "[COMMAND] [flags]",
    flags: [
      Flag(
        "pages", "DIR", excludes: ["COMMAND"],
        "write the manual pages, and completions for bash, zsh and fish, to DIR")
    ],
    notes: """
      --pages lays the files out as /usr/share and ~/.local/share have them: man/man1,
      bash-completion/completions, zsh/site-functions, fish/vendor_completions.d. The day in the
      pages is that of SOURCE_DATE_EPOCH, where that is set.
      """,
    .run { context in
      if let directory = context.arguments["pages"] {
        return try ManualFiles(context.environment).write(to: directory)
      }
      try context.output.text(text(about: context.words, context.style))
      return .success
    })

  private static func text(about words: [String], _ style: Style) throws -> String {
    guard let first = words.first else { return overview(style) }
    let group = try QuickBrewCommand.entry(first)
    guard let choice = try group.choose(words.dropFirst()) else {
      return HelpText.group(group, style)
    }
    if let word = choice.words.first { throw UsageError("Unexpected argument “\(word)”.") }
    return text(of: choice.command, style)
  }

  /// The help of a command; of one that a group's name is by itself, with the list of the others.
  static func text(of command: Command, _ style: Style) -> String {
    let group = QuickBrewCommand.entries.first { $0.main?.name == command.name }
    return group.map { HelpText.group($0, style) } ?? HelpText.command(command, style)
  }

  static let question = "Is there time to stop for coffee on the way, and where?"
  static let example = "  quickbrew \(PlanCommand.command.examples[0])"
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
    text += HelpText.list(
      QuickBrewCommand.entries.flatMap { $0.all.map { ($0.name, $0.summary) } }, style)
    text += HelpText.flags("Flags of every command", Flag.common + [Flag.version], style)
    let statuses = exitStatuses.map { "\($0.status.rawValue) \($0.meaning)" }
    return text + "\nquickbrew COMMAND --help shows more, beginning with an example.\n"
      + "Exit status: \(statuses.joined(separator: ", "))."
      .wrapped(to: min(style.width ?? .max, HelpText.writtenWidth)).joined(separator: "\n") + "\n"
  }
}
