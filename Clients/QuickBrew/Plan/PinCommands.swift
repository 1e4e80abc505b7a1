import CommandLineKit
import Messages

/// `quickbrew pins add`.
enum PinAddCommand: Subcommand {
  static let name = "pins add"
  static let summary = "Set a pin and append the drive to it."
  static let help = CommandHelp(
    examples: [
      #"pins add "Coit Tower""#, #"pins add "Ferry Building""#,
      #"pins add 37.785834,-122.406417 --board weekend"#,
      #"pins add "Coit Tower" --board weekend"#,
    ],
    usage: "PLACE [flags]",
    flags: [
      BoardFlag.flag, Flag("strict", "refuse a place that is less than 90 % sure (50 %)"),
      Flag("first", "take the best guess for a place, however unsure"),
    ],
    notes: """
      PLACE is LAT,LON, a text, or @DEVICE. A board has up to \(PinLimits.maximumPins) pins, A to E.
      Exit status: 0 set, 2 off the map or too many pins, 3 no such place or no road leads there.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let place = try context.reference(context.arguments.positionals(["PLACE"])[0], "PLACE")
    let request = PinAddRequest(
      board: try BoardFlag.id(context), place: place,
      leastConfidence: try PlanCommand.leastConfidence(context.arguments))
    let board = try await context.send(request)
    try context.show(board) { board, style in
      let last = board.pins.last.map { "Set \($0.label): \($0.place.label.printable)\n" } ?? ""
      return last + PinRendering.list(board, style: style)
    }
    return .success
  }
}

/// `quickbrew pins list`.
enum PinListCommand: Subcommand {
  static let name = "pins list"
  static let summary = "List the pins of a board."
  static let help = CommandHelp(
    examples: ["pins list"], usage: "[flags]", flags: [BoardFlag.flag])

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    _ = try context.arguments.positionals([])
    let board = try await context.send(PinBoardRequest(board: BoardFlag.id(context)))
    if board.pins.isEmpty, !context.wantsJSON {
      context.output.message("No pins yet: quickbrew pins add PLACE sets one.")
    } else {
      try context.show(board) { PinRendering.list($0, style: $1) }
    }
    return .success
  }
}

/// `quickbrew pins directions`.
enum PinDirectionsCommand: Subcommand {
  static let name = "pins directions"
  static let summary = "Show the way from pin to pin."
  static let help = CommandHelp(
    examples: ["pins directions", "pins directions --gpx trip.gpx --geojson trip.json"],
    usage: "[flags]",
    flags: [
      BoardFlag.flag,
      Flag("gpx", "FILE", "write pins and drives as GPX to a file, or to - for standard output"),
      Flag("geojson", "FILE", "write them as GeoJSON"),
    ],
    notes: "Times are rounded up to the minute. Exit status: 0 shown, 3 there are no pins.")

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    _ = try context.arguments.positionals([])
    let files = ["gpx", "geojson"].compactMap { flag in
      context.arguments[flag].map { (flag: flag, path: $0) }
    }
    if files.count(where: { $0.path == "-" }) > 1 || (context.wantsJSON && !files.isEmpty) {
      throw UsageError("Only one of --gpx -, --geojson - and --json goes to standard output.")
    }
    let board = try await context.send(PinBoardRequest(board: BoardFlag.id(context)))
    guard !board.pins.isEmpty else {
      throw ServiceError(.notFound, "The board has no pins: quickbrew pins add PLACE sets one.")
    }
    for (flag, path) in files {
      let text = flag == "gpx" ? PinExport.gpx(board) : try PinExport.geoJSON(board)
      if path == "-" { try context.output.text(text) } else { try OutputFile.write(text, to: path) }
    }
    if !files.contains(where: { $0.path == "-" }) {
      try context.show(board) { PinRendering.directions($0, style: $1) }
    }
    return .success
  }
}

/// `quickbrew pins remove`.
enum PinRemoveCommand: Subcommand {
  static let name = "pins remove"
  static let summary = "Take a pin off a board; those after it move up."
  static let help = CommandHelp(
    examples: ["pins remove B"], usage: "LABEL [flags]", flags: [BoardFlag.flag],
    notes: "Exit status: 0 removed, 3 no such pin, or no road between its neighbours.")

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let label = try context.arguments.positionals(["LABEL"])[0].uppercased()
    let board = try await context.send(PinRemoveRequest(board: BoardFlag.id(context), label: label))
    try context.show(board) { "Removed \(label.printable).\n" + PinRendering.list($0, style: $1) }
    return .success
  }
}

/// `quickbrew pins reset`.
enum PinResetCommand: Subcommand {
  static let name = "pins reset"
  static let summary = "Empty a board: no pins, no directions, no fences."
  static let help = CommandHelp(
    examples: ["pins reset"], usage: "[flags]", flags: [BoardFlag.flag, Confirmation.flag])

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    _ = try context.arguments.positionals([])
    guard context.confirms("Remove all pins and fences of the board?") else { return .failure }
    let board = try await context.send(PinResetRequest(board: BoardFlag.id(context)))
    try context.show(board) { board, _ in "The board \(board.board.rawValue.printable) is empty.\n"
    }
    return .success
  }
}

/// `quickbrew geofence on`.
enum GeofenceOnCommand: Subcommand {
  static let name = "geofence on"
  static let summary = "Watch the surroundings of a board's pins, as pins come and go."
  static let help = CommandHelp(
    examples: ["geofence on --board weekend"], usage: "[flags]", flags: [BoardFlag.flag])

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    try await PinWatchSetting.set(true, context)
  }
}

/// `quickbrew geofence off`.
enum GeofenceOffCommand: Subcommand {
  static let name = "geofence off"
  static let summary = "Watch the surroundings of a board's pins no longer."
  static let help = CommandHelp(
    examples: ["geofence off"], usage: "[flags]", flags: [BoardFlag.flag])

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    try await PinWatchSetting.set(false, context)
  }
}

private enum PinWatchSetting {
  static func set(_ isOn: Bool, _ context: CommandContext) async throws -> CommandStatus {
    _ = try context.arguments.positionals([])
    let board = try await context.send(PinWatchRequest(board: BoardFlag.id(context), on: isOn))
    try context.show(board) { board, _ in PinRendering.watch(board) + "\n" }
    return .success
  }
}

/// `--board`: the pin board that a command is about.
enum BoardFlag {
  static let flag = Flag("board", "NAME", "which board ($USER)")
  private static let fallback = "me"

  /// The board; by default the one named after the user.
  ///
  /// - Throws: `UsageError` for a name that is blank or too long.
  static func id(_ context: CommandContext) throws(UsageError) -> BoardID {
    let name = context.arguments["board"] ?? context.environment.variables["USER"] ?? fallback
    if name.allSatisfy(\.isWhitespace) { throw UsageError("--board is empty.") }
    if name.utf8.count > PinLimits.maximumNameBytes {
      throw UsageError("--board is longer than \(PinLimits.maximumNameBytes) bytes.")
    }
    return BoardID(rawValue: name)
  }
}
