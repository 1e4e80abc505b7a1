import CommandLineKit
import Messages

/// The command line `quickbrew`: from the words a person typed to an exit status.
package enum QuickBrewCommand {
  /// Every command, in the order the help lists them.
  static let entries: [(name: String, command: CommandEntry)] =
    [
      command(PlanCommand.self), command(GeocodeCommand.self), command(SuggestCommand.self),
      command(ReverseCommand.self), command(RouteCommand.self), command(TableCommand.self),
      command(NearestCommand.self),
      command(IsochroneCommand.self), group(traffic), command(NearbyCommand.self),
      command(VenueCommand.self), command(CategoriesCommand.self), group(favourites),
      group(reviews), group(notes), group(deals), group(feeds), group(pins),
      group(geofences), group(positions), command(SimulateCommand.self),
      command(HoursCommand.self), command(StatusCommand.self), group(loadTests),
      command(PathsCommand.self),
      command(HelpCommand.self),
    ]

  private static let favourites = CommandGroup(
    name: "favourite", summary: "Keep the venues you like.",
    commands: [
      FavouriteAdd.self, FavouriteRemove.self, FavouriteList.self, FavouriteExport.self,
      FavouriteImport.self,
    ])
  private static let reviews = CommandGroup(
    name: "review", summary: "Say what you think of venues, and read what others think.",
    commands: [ReviewAdd.self, ReviewList.self, ReviewRemove.self])
  private static let notes = CommandGroup(
    name: "note", summary: "Write down something about venues, for yourself.",
    commands: [NoteSet.self, NoteShow.self, NoteRemove.self])
  private static let deals = CommandGroup(
    name: "deal", summary: "Announce and follow what venues offer for a while.",
    commands: [DealAdd.self, DealList.self, DealRemove.self, DealWatch.self])
  private static let feeds = CommandGroup(
    name: "feed", summary: "Choose where venues come from, besides the map.",
    commands: [FeedAdd.self, FeedList.self, FeedSync.self, FeedRemove.self])
  private static let pins = CommandGroup(
    name: "pins", summary: "Set up to five pins and drive from one to the next.",
    commands: [
      PinAdd.self, PinList.self, PinDirections.self, PinRemove.self, PinReset.self,
    ])
  private static let geofences = CommandGroup(
    name: "geofence", summary: "Watch areas on the map for devices that enter or leave.",
    commands: [
      GeofenceAdd.self, GeofenceList.self, GeofenceRemove.self, GeofenceWatch.self,
      GeofenceRoute.self, GeofenceReplay.self, GeofenceTune.self, GeofenceOn.self, GeofenceOff.self,
    ])
  private static let positions = CommandGroup(
    name: "position", summary: "Tell the stack where a device is, and ask it.",
    commands: [PositionReport.self, PositionShow.self])

  private static let traffic = CommandGroup(
    name: "traffic", summary: "Tell the router which roads are closed or slow just now.",
    commands: [TrafficSet.self, TrafficClear.self, TrafficList.self, TrafficWatch.self])
  private static let loadTests = CommandGroup(
    name: "load-test", summary: "Find out how much a service carries.",
    commands: [LoadTestRouter.self])

  private static func command(
    _ type: any Subcommand.Type
  ) -> (name: String, command: CommandEntry) { (type.name, .command(type)) }

  private static func group(_ group: CommandGroup) -> (name: String, command: CommandEntry) {
    (group.name, .group(group))
  }

  /// Does what the words after `quickbrew` say, and tells how it went.
  package static func run(_ words: [String], in surroundings: Surroundings) async -> CommandStatus {
    var name = ""
    do {
      let rest = try leadingFlagsMoved(words)
      guard let first = rest.words.first else {
        return try answerWithoutCommand(rest.flags, surroundings)
      }
      var arguments = rest.flags + rest.words.dropFirst()
      let chosen: any Subcommand.Type
      switch try CommandTable(entries).command(named: first) {
      case .command(let command): chosen = command
      case .group(let group):
        name = group.name
        guard let second = rest.words.dropFirst().first, second != "--help", second != "-h" else {
          return try showHelp(of: group, wasAsked: rest.words.count > 1, surroundings)
        }
        chosen = try group.table.command(named: second)
        arguments = rest.flags + rest.words.dropFirst(2)
      }
      name = chosen.name
      if asksForHelp(arguments) { return try showHelp(of: chosen, surroundings) }
      return try await chosen.run(Call(chosen, words: arguments, in: surroundings))
    } catch {
      let report = FailureReport(command: name, wantsJSON: words.contains("--json"))
      return report.show(error, on: surroundings.output)
    }
  }

  /// Flags before the command, such as `quickbrew --json plan …`, apart from the rest.
  private static func leadingFlagsMoved(
    _ words: [String]
  ) throws(UsageError) -> (flags: [String], words: [String]) {
    var rest = words[...]
    var flags: [String] = []
    while let word = rest.first, word.hasPrefix("-") {
      rest.removeFirst()
      flags.append(word)
      if ["--home", "--timeout"].contains(word), let value = rest.popFirst() {
        flags.append(value)
      }
    }
    return (flags, Array(rest))
  }

  private static func asksForHelp(_ words: [String]) -> Bool {
    words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }

  /// `--help` and `--version` are answered; no command at all is a mistake that the help answers.
  private static func answerWithoutCommand(
    _ flags: [String], _ surroundings: Surroundings
  ) throws -> CommandStatus {
    let everywhere = CommandHelp.everywhere
    let arguments = try Arguments(
      parsing: flags, values: everywhere.filter { $0.value != nil }.map(\.name),
      switches: everywhere.filter { $0.value == nil }.map(\.name) + ["version"])
    if arguments.has("help") {
      try surroundings.output.text(HelpCommand.overview(surroundings.output.style))
      return .fine
    }
    if arguments.has("version") {
      try surroundings.output.line("quickbrew \(surroundings.version)")
      return .fine
    }
    surroundings.output.message(HelpCommand.concise)
    return .usage
  }

  static func showHelp(
    of command: any Subcommand.Type, _ surroundings: Surroundings
  ) throws -> CommandStatus {
    let style = surroundings.output.style
    try surroundings.output.text(
      command.help.render(name: command.name, summary: command.summary, style: style))
    return .fine
  }

  static func showHelp(
    of group: CommandGroup, wasAsked: Bool, _ surroundings: Surroundings
  ) throws -> CommandStatus {
    if wasAsked {
      try surroundings.output.text(group.render(surroundings.output.style))
      return .fine
    }
    surroundings.output.message(group.render(.plain))
    return .usage
  }
}
