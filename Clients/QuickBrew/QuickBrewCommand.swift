package import CommandLineKit
import MessageBus
import Messages
import Regions

/// The command line `quickbrew`: from arguments to exit status.
package enum QuickBrewCommand {
  /// Every first word, in the order of the help.
  static let entries: [CommandGroup] = [
    PlanCommand.group, CommandGroup(ErrandsCommand.command), CommandGroup(MeetCommand.command),
    CommandGroup(OpenCommand.command), CommandGroup(FindCommand.command),
    CommandGroup(GeocodeCommand.command), CommandGroup(SuggestCommand.command),
    CommandGroup(ReverseCommand.command), CommandGroup(RouteCommand.command),
    CommandGroup(TableCommand.command), CommandGroup(NearestCommand.command),
    CommandGroup(MatchCommand.command), CommandGroup(IsochroneCommand.command),
    TrafficCommands.group, CommandGroup(NearbyCommand.command), CommandGroup(VenueCommand.command),
    CommandGroup(CategoriesCommand.command), FavouriteCommands.group, ReviewCommands.group,
    NoteCommands.group, UsualCommands.group, DealCommands.group, FeedCommands.group,
    PinCommands.group,
    GeofenceCommands.group, PositionCommands.group, CommandGroup(SimulateCommand.command),
    CommandGroup(HoursCommand.command), CommandGroup(StatusCommand.command),
    CommandGroup(InfoCommand.command), LoadTestCommands.group,
    CommandGroup(MCPCommand.command), KeyCommands.group, CommandGroup(ExportCommand.command),
    CommandGroup(ForgetCommand.command),
    CommandGroup(PathsCommand.command), CommandGroup(HelpCommand.command),
  ]

  /// The group of a first word.
  ///
  /// - Throws: `UsageError`; of `feed-list`, the name on the bus, it suggests `feed list`.
  static func entry(_ word: String) throws(UsageError) -> CommandGroup {
    let spaced = word.replacing("-", with: " ")
    if spaced != word, entries.contains(where: { $0.all.contains { $0.name == spaced } }) {
      throw UsageError("Unknown command “\(word)”.", suggestions: [spaced])
    }
    return try CommandTable(entries.map { ($0.name, $0) }).command(named: word)
  }

  /// Runs the command line and returns the exit status.
  package static func run(_ words: [String], in environment: CommandEnvironment) async
    -> CommandStatus
  {
    var name = ""
    var context: CommandContext?
    do {
      if words.first == CompletedLine.command {
        var line = CompletedLine(Array(words.dropFirst()))
        await line.offerVenues(environment)
        try environment.output.text(line.text)
        return .success
      }
      let (flags, rest) = try leadingFlagsMoved(words)
      guard let first = rest.first else { return try answerWithoutCommand(flags, environment) }
      let group = try entry(first)
      name = group.name
      guard let choice = try group.choose(rest.dropFirst()) else {
        return try showHelp(of: group, wasAsked: rest.count > 1, environment)
      }
      name = choice.command.name
      let arguments = flags + choice.words
      if asksForHelp(arguments) {
        try environment.output.text(HelpCommand.text(of: choice.command, environment.output.style))
        return .success
      }
      var parsed = try CommandContext(choice.command, words: arguments, in: environment)
      context = parsed
      parsed = try await parsed.withUsual(of: choice.command, words: arguments)
      context = parsed
      return try await Formats.$conventions.withValue(try parsed.conventions()) {
        try await RegionalClient.$named.withValue(parsed.region) {
          try await RequestClient.$language.withValue(parsed.language) {
            try await Formats.$now.withValue(environment.now()) {
              try await choice.command.run(parsed)
            }
          }
        }
      }
    } catch {
      let report = FailureReport(
        command: name, wantsJSON: context?.wantsJSON ?? words.contains("--json"))
      let reason = await SwappedCoordinates.explained(error, context)
      let conventions = (try? context?.conventions()) ?? Conventions()
      return Formats.$conventions.withValue(conventions) {
        report.show(reason, on: environment.output)
      }
    }
  }

  /// Reports settings without sense, before anything is run. Returns the exit status.
  package static func refuse(
    _ words: [String], _ error: UsageError, on output: Output
  ) -> CommandStatus {
    FailureReport(command: "", wantsJSON: words.contains("--json"))
      .show(ServiceError(.invalidRequest, "\(error)"), on: output)
  }

  /// Separates flags before the command, such as `quickbrew --json plan …`, from the rest.
  static func leadingFlagsMoved(
    _ words: [String]
  ) throws(UsageError) -> (flags: [String], words: [String]) {
    var rest = words[...]
    var flags: [String] = []
    while let word = rest.first, word.hasPrefix("-") {
      rest.removeFirst()
      flags.append(word)
      let takesValue = Flag.common.contains { $0.value != nil && "--\($0.name)" == word }
      if takesValue, let value = rest.popFirst() { flags.append(value) }
    }
    return (flags, Array(rest))
  }

  private static func asksForHelp(_ words: [String]) -> Bool {
    words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }

  /// Handles `--help` and `--version`. Without any command the help goes to standard error, and the
  /// exit status is that of a usage error.
  private static func answerWithoutCommand(
    _ flags: [String], _ environment: CommandEnvironment
  ) throws -> CommandStatus {
    let arguments = try Arguments(flags, Flag.common + [Flag.version])
    if arguments.has("help") {
      try environment.output.text(HelpCommand.overview(environment.output.style))
      return .success
    }
    if arguments.has("version") {
      try environment.output.line("quickbrew \(environment.version)")
      return .success
    }
    environment.output.message(HelpCommand.concise)
    return .usage
  }

  private static func showHelp(
    of group: CommandGroup, wasAsked: Bool, _ environment: CommandEnvironment
  ) throws -> CommandStatus {
    if wasAsked {
      try environment.output.text(HelpText.group(group, environment.output.style))
      return .success
    }
    environment.output.message(HelpText.group(group, .plain))
    return .usage
  }
}
