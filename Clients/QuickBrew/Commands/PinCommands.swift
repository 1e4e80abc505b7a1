import CommandLineKit
import Messages

/// `quickbrew pins add`.
enum PinAdd: Subcommand {
  static let name = "pins add"
  static let summary = "Set a pin and append the drive to it."
  static let help = CommandHelp(
    examples: [#"pins add "Coit Tower""#, "pins add 37.785834,-122.406417 --board weekend"],
    usage: "PLACE [flags]",
    flags: [
      BoardName.flag, Flag("strict", "refuse a place that is less than 90 % sure (50 %)"),
      Flag("first", "take the best guess for a place, however unsure"),
    ],
    notes: """
      PLACE is LAT,LON, a text, or @DEVICE. A board has up to \(PinLimits.maximumPins) pins, A to E.
      Exit status: 0 set, 2 off the map or too many pins, 3 no such place or no road leads there.
      """)

  static func run(_ call: Call) async throws -> CommandStatus {
    let place = try Place.reference(call.arguments.positionals(["PLACE"])[0], "PLACE")
    let request = PinAddRequest(
      board: try BoardName.of(call), place: place,
      leastConfidence: try PlanCommand.leastConfidence(call.arguments))
    let board = try await call.send(request)
    try call.show(board) { board, style in
      let last = board.pins.last.map { "Set \($0.label): \($0.place.label.printable)\n" } ?? ""
      return last + PinRendering.list(board, style: style)
    }
    return .fine
  }
}

/// `quickbrew pins list`.
enum PinList: Subcommand {
  static let name = "pins list"
  static let summary = "List the pins of a board."
  static let help = CommandHelp(
    examples: ["pins list"], usage: "[flags]", flags: [BoardName.flag])

  static func run(_ call: Call) async throws -> CommandStatus {
    _ = try call.arguments.positionals([])
    let board = try await call.send(PinBoardRequest(board: BoardName.of(call)))
    if board.pins.isEmpty, !call.wantsJSON {
      call.output.message("No pins yet: quickbrew pins add PLACE sets one.")
    } else {
      try call.show(board) { PinRendering.list($0, style: $1) }
    }
    return .fine
  }
}

/// `quickbrew pins directions`.
enum PinDirections: Subcommand {
  static let name = "pins directions"
  static let summary = "Tell the way from pin to pin."
  static let help = CommandHelp(
    examples: ["pins directions", "pins directions --gpx trip.gpx --geojson trip.json"],
    usage: "[flags]",
    flags: [
      BoardName.flag,
      Flag("gpx", "FILE", "write pins and drives as GPX to a file, or to - for standard output"),
      Flag("geojson", "FILE", "write them as GeoJSON"),
    ],
    notes: "Times are rounded up to the minute. Exit status: 0 told, 3 there are no pins.")

  static func run(_ call: Call) async throws -> CommandStatus {
    _ = try call.arguments.positionals([])
    let files = ["gpx", "geojson"].compactMap { flag in
      call.arguments[flag].map { (flag: flag, path: $0) }
    }
    if files.count(where: { $0.path == "-" }) > 1 || (call.wantsJSON && !files.isEmpty) {
      throw UsageError("Only one of --gpx -, --geojson - and --json goes to standard output.")
    }
    let board = try await call.send(PinBoardRequest(board: BoardName.of(call)))
    guard !board.pins.isEmpty else {
      throw ServiceError(.notFound, "The board has no pins: quickbrew pins add PLACE sets one.")
    }
    for (flag, path) in files {
      let text = flag == "gpx" ? PinExport.gpx(board) : try PinExport.geoJSON(board)
      if path == "-" { try call.output.text(text) } else { try OutputFile.write(text, to: path) }
    }
    if !files.contains(where: { $0.path == "-" }) {
      try call.show(board) { PinRendering.directions($0, style: $1) }
    }
    return .fine
  }
}

/// `quickbrew pins remove`.
enum PinRemove: Subcommand {
  static let name = "pins remove"
  static let summary = "Take a pin off a board; those after it move up."
  static let help = CommandHelp(
    examples: ["pins remove B"], usage: "LABEL [flags]", flags: [BoardName.flag],
    notes: "Exit status: 0 removed, 3 no such pin, or no road between its neighbours.")

  static func run(_ call: Call) async throws -> CommandStatus {
    let label = try call.arguments.positionals(["LABEL"])[0].uppercased()
    let board = try await call.send(PinRemoveRequest(board: BoardName.of(call), label: label))
    try call.show(board) { "Removed \(label.printable).\n" + PinRendering.list($0, style: $1) }
    return .fine
  }
}

/// `quickbrew pins reset`.
enum PinReset: Subcommand {
  static let name = "pins reset"
  static let summary = "Empty a board: no pins, no directions, no fences."
  static let help = CommandHelp(
    examples: ["pins reset"], usage: "[flags]", flags: [BoardName.flag])

  static func run(_ call: Call) async throws -> CommandStatus {
    _ = try call.arguments.positionals([])
    let board = try await call.send(PinResetRequest(board: BoardName.of(call)))
    try call.show(board) { board, _ in "The board \(board.board.rawValue.printable) is empty.\n" }
    return .fine
  }
}

/// `quickbrew geofence on`.
enum GeofenceOn: Subcommand {
  static let name = "geofence on"
  static let summary = "Watch the surroundings of a board's pins, as pins come and go."
  static let help = CommandHelp(
    examples: ["geofence on --board weekend"], usage: "[flags]", flags: [BoardName.flag])

  static func run(_ call: Call) async throws -> CommandStatus {
    try await PinWatching.set(true, call)
  }
}

/// `quickbrew geofence off`.
enum GeofenceOff: Subcommand {
  static let name = "geofence off"
  static let summary = "Watch the surroundings of a board's pins no longer."
  static let help = CommandHelp(
    examples: ["geofence off"], usage: "[flags]", flags: [BoardName.flag])

  static func run(_ call: Call) async throws -> CommandStatus {
    try await PinWatching.set(false, call)
  }
}

private enum PinWatching {
  static func set(_ isOn: Bool, _ call: Call) async throws -> CommandStatus {
    _ = try call.arguments.positionals([])
    let board = try await call.send(PinWatchRequest(board: BoardName.of(call), on: isOn))
    try call.show(board) { board, _ in PinRendering.watch(board) + "\n" }
    return .fine
  }
}

/// Which board a command is about.
enum BoardName {
  static let flag = Flag("board", "NAME", "which board ($USER)")
  private static let fallback = "me"

  /// - Throws: `UsageError` for a name that is blank or too long.
  static func of(_ call: Call) throws(UsageError) -> BoardID {
    let name = call.arguments["board"] ?? call.surroundings.environment["USER"] ?? fallback
    if name.allSatisfy(\.isWhitespace) { throw UsageError("--board is empty.") }
    if name.utf8.count > PinLimits.maximumNameBytes {
      throw UsageError("--board is longer than \(PinLimits.maximumNameBytes) bytes.")
    }
    return BoardID(rawValue: name)
  }
}
