package import CommandLineKit
import Messages
import Regions

/// The command line `quickbrew`: from arguments to exit status.
package enum QuickBrewCommand {
  /// Every command, in the order of the help.
  static let entries: [(name: String, command: CommandEntry)] =
    [
      group(plans), command(ErrandsCommand.self), command(MeetCommand.self),
      command(OpenCommand.self), command(FindCommand.self),
      command(GeocodeCommand.self), command(SuggestCommand.self),
      command(ReverseCommand.self), command(RouteCommand.self), command(TableCommand.self),
      command(NearestCommand.self), command(MatchCommand.self),
      command(IsochroneCommand.self), group(traffic), command(NearbyCommand.self),
      command(VenueCommand.self), command(CategoriesCommand.self), group(favourites),
      group(reviews), group(notes), group(deals), group(feeds), group(pins),
      group(geofences), group(positions), command(SimulateCommand.self),
      command(HoursCommand.self), command(StatusCommand.self), command(InfoCommand.self),
      group(loadTests), group(keys), command(ExportCommand.self),
      command(ForgetCommand.self), command(PathsCommand.self), command(HelpCommand.self),
    ]

  private static let plans = CommandGroup(
    name: "plan", summary: PlanCommand.summary,
    commands: [PlanListCommand.self, PlanShowCommand.self, PlanReplayCommand.self],
    main: PlanCommand.self)
  private static let favourites = CommandGroup(
    name: "favourite", summary: "Keep the venues you like.",
    commands: [
      FavouriteAddCommand.self, FavouriteRemoveCommand.self, FavouriteListCommand.self,
      FavouriteExportCommand.self,
      FavouriteImportCommand.self,
    ])
  private static let reviews = CommandGroup(
    name: "review", summary: "Say what you think of venues, and read what others think.",
    commands: [ReviewAddCommand.self, ReviewListCommand.self, ReviewRemoveCommand.self])
  private static let notes = CommandGroup(
    name: "note", summary: "Write down something about venues, for yourself.",
    commands: [NoteSetCommand.self, NoteShowCommand.self, NoteRemoveCommand.self])
  private static let deals = CommandGroup(
    name: "deal", summary: "Announce and follow what venues offer for a while.",
    commands: [
      DealAddCommand.self, DealListCommand.self, DealRemoveCommand.self, DealWatchCommand.self,
    ])
  private static let feeds = CommandGroup(
    name: "feed", summary: "Choose where venues come from, besides the map.",
    commands: [
      FeedAddCommand.self, FeedListCommand.self, FeedSyncCommand.self, FeedRemoveCommand.self,
    ])
  private static let pins = CommandGroup(
    name: "pins", summary: "Set up to five pins and drive from one to the next.",
    commands: [
      PinAddCommand.self, PinListCommand.self, PinDirectionsCommand.self, PinRemoveCommand.self,
      PinResetCommand.self,
    ])
  private static let geofences = CommandGroup(
    name: "geofence", summary: "Watch areas on the map for devices that enter or leave.",
    commands: [
      GeofenceAddCommand.self, GeofenceListCommand.self, GeofenceRemoveCommand.self,
      GeofenceWatchCommand.self,
      GeofenceRouteCommand.self, GeofenceReplayCommand.self,
      GeofenceOnCommand.self, GeofenceOffCommand.self,
    ])
  private static let positions = CommandGroup(
    name: "position", summary: "Report where a device is, or ask for it.",
    commands: [PositionReportCommand.self, PositionShowCommand.self])

  private static let traffic = CommandGroup(
    name: "traffic", summary: "Report which roads are closed or slow just now.",
    commands: [
      TrafficSetCommand.self, TrafficLoadCommand.self, TrafficClearCommand.self,
      TrafficListCommand.self,
      TrafficWatchCommand.self,
    ])
  private static let keys = CommandGroup(
    name: "keys", summary: "Say who may call the web gateway, and for whom.",
    commands: [KeyAddCommand.self, KeyListCommand.self, KeyRevokeCommand.self])
  private static let loadTests = CommandGroup(
    name: "load-test", summary: "Find out how much a service carries.",
    commands: [
      LoadTestRouterCommand.self, LoadTestGeocoderCommand.self, LoadTestNearbyCommand.self,
      LoadTestPlanCommand.self, LoadTestPositionsCommand.self,
    ])

  private static func command(
    _ type: any Subcommand.Type
  ) -> (name: String, command: CommandEntry) { (type.name, .command(type)) }

  private static func group(_ group: CommandGroup) -> (name: String, command: CommandEntry) {
    (group.name, .group(group))
  }

  /// Runs the command line and returns the exit status.
  package static func run(_ words: [String], in environment: CommandEnvironment) async
    -> CommandStatus
  {
    var name = ""
    var context: CommandContext?
    do {
      let rest = try leadingFlagsMoved(words)
      guard let first = rest.words.first else {
        return try answerWithoutCommand(rest.flags, environment)
      }
      var arguments = rest.flags + rest.words.dropFirst()
      let chosen: any Subcommand.Type
      switch try entry(first) {
      case .command(let command): chosen = command
      case .group(let group):
        name = group.name
        guard let choice = try group.choose(rest.words.dropFirst()) else {
          return try showHelp(of: group, wasAsked: rest.words.count > 1, environment)
        }
        chosen = choice.command
        arguments = rest.flags + choice.words
      }
      name = chosen.name
      if asksForHelp(arguments) { return try showHelp(of: chosen, environment) }
      let parsed = try CommandContext(chosen, words: arguments, in: environment)
      context = parsed
      return try await Formats.$units.withValue(environment.configuration.units) {
        try await RegionalClient.$named.withValue(parsed.region) { try await chosen.run(parsed) }
      }
    } catch {
      let report = FailureReport(command: name, wantsJSON: words.contains("--json"))
      return report.show(
        await SwappedCoordinates.explained(error, context), on: environment.output)
    }
  }

  /// The command or group of the first word.
  ///
  /// - Throws: `UsageError`; of `feed-list`, the name on the bus, it suggests `feed list`.
  private static func entry(_ word: String) throws(UsageError) -> CommandEntry {
    let spaced = word.replacing("-", with: " ")
    let names = entries.flatMap { $0.command.commands.map { $0.name } }
    if spaced != word, names.contains(spaced) {
      throw UsageError("Unknown command “\(word)”.", suggestions: [spaced])
    }
    return try CommandTable(entries).command(named: word)
  }

  /// Reports settings without sense, before anything is run. Returns the exit status.
  package static func refuse(
    _ words: [String], _ error: UsageError, on output: Output
  ) -> CommandStatus {
    FailureReport(command: "", wantsJSON: words.contains("--json"))
      .show(ServiceError(.invalidRequest, "\(error)"), on: output)
  }

  /// Separates flags before the command, such as `quickbrew --json plan …`, from the rest.
  private static func leadingFlagsMoved(
    _ words: [String]
  ) throws(UsageError) -> (flags: [String], words: [String]) {
    var rest = words[...]
    var flags: [String] = []
    while let word = rest.first, word.hasPrefix("-") {
      rest.removeFirst()
      flags.append(word)
      if ["--home", "--timeout", "--region"].contains(word), let value = rest.popFirst() {
        flags.append(value)
      }
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
    let commonFlags = CommandHelp.commonFlags
    let arguments = try Arguments(
      parsing: flags, values: commonFlags.filter { $0.value != nil }.map(\.name),
      switches: commonFlags.filter { $0.value == nil }.map(\.name) + ["version"])
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

  static func showHelp(
    of command: any Subcommand.Type, _ environment: CommandEnvironment
  ) throws -> CommandStatus {
    let style = environment.output.style
    try environment.output.text(
      command.help.render(name: command.name, summary: command.summary, style: style))
    for case (_, .group(let group)) in entries where group.main == command {
      try environment.output.text(
        "\n" + style.paint("More commands", .bold) + "\n"
          + CommandHelp.list(group.commands.map { ($0.name, $0.summary) }, style))
    }
    return .success
  }

  static func showHelp(
    of group: CommandGroup, wasAsked: Bool, _ environment: CommandEnvironment
  ) throws -> CommandStatus {
    if wasAsked {
      try environment.output.text(group.render(environment.output.style))
      return .success
    }
    environment.output.message(group.render(.plain))
    return .usage
  }
}
