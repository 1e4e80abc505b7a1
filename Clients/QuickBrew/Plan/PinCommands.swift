import CommandLineKit
import Messages

/// The commands `quickbrew pins …`.
enum PinCommands {
  static let group = CommandGroup(
    "pins", "Set up to five pins and drive from one to the next.",
    [add, list, directions, remove, reset])

  private static let add = Command(
    "pins add", "Set a pin and append the drive to it.",
    examples: [
      #"pins add "Coit Tower""#, #"pins add "Ferry Building""#,
      #"pins add 37.785834,-122.406417 --board weekend"#,
      #"pins add "Coit Tower" --board weekend"#,
    ],
    arguments: ["PLACE"], flags: [BoardFlag.flag] + PlanCommand.confidence,
    notes: """
      PLACE is LAT,LON, a text, or @DEVICE. A board has up to \(PinLimits.maximumPins) pins, A to E.
      Exit status: 0 set, 2 off the map or too many pins, 3 no such place or no road leads there.
      """,
    .ask { context in
      PinAddRequest(
        board: try BoardFlag.id(context), place: try context.reference(context.words[0], "PLACE"),
        leastConfidence: PlanCommand.leastConfidence(context.arguments))
    } text: { board, style in
      let pin = board.pins.last
      let slots = ["label": pin?.label, "place": pin?.place.label.printable]
      return Formats.phrase("pins.set", slots) + "\n" + PinRendering.list(board, style: style)
    })

  private static let list = Command(
    "pins list", "List the pins of a board.", examples: ["pins list"], flags: [BoardFlag.flag],
    .list(\PinBoard.pins, hint: Formats.phrase("hint.pins")) {
      try await $0.send(PinBoardRequest(board: BoardFlag.id($0)))
    } text: {
      PinRendering.list($0, style: $1)
    })

  private static let directions = Command(
    "pins directions", "Show the way from pin to pin.",
    examples: ["pins directions", "pins directions --gpx trip.gpx --geojson trip.json"],
    flags: [
      BoardFlag.flag,
      Flag("gpx", "FILE", "write pins and drives as GPX to a file, or to - for standard output"),
      Flag("geojson", "FILE", "write them as GeoJSON"),
    ],
    notes: "Times are rounded up to the minute. Exit status: 0 shown, 3 there are no pins.",
    .run { context in
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
        try context.write(text, to: path)
      }
      if !files.contains(where: { $0.path == "-" }) {
        try context.show(board) { PinRendering.directions($0, style: $1) }
      }
      return .success
    })

  private static let remove = Command(
    "pins remove", "Remove a pin from a board; those after it move up.",
    examples: ["pins remove B"], arguments: ["LABEL"], flags: [BoardFlag.flag],
    notes: "Exit status: 0 removed, 3 no such pin, or no road between its neighbours.",
    .run { context in
      let label = context.words[0].uppercased()
      let board = try await context.send(
        PinRemoveRequest(board: BoardFlag.id(context), label: label))
      try context.show(board) {
        Formats.phrase("pins.removed", ["label": label.printable]) + "\n"
          + PinRendering.list($0, style: $1)
      }
      return .success
    })

  private static let reset = Command(
    "pins reset", "Empty a board: no pins, no directions, no fences.", examples: ["pins reset"],
    flags: [BoardFlag.flag], confirming: { _ in Formats.phrase("confirm.pins") },
    .ask {
      PinResetRequest(board: try BoardFlag.id($0))
    } text: { board, _ in
      Formats.phrase("pins.empty", ["board": board.board.rawValue.printable]) + "\n"
    })
}

/// `--board`: the pin board that a command is about.
enum BoardFlag {
  static let flag = Flag("board", "NAME", "which board ($USER)")
  private static let fallback = "me"

  /// The board; by default the one named after the user.
  ///
  /// - Throws: `UsageError` for a name that is blank or too long.
  static func id(_ context: CommandContext) throws(UsageError) -> BoardID {
    BoardID(
      rawValue: try context.name(
        "board", else: fallback, maximumBytes: PinLimits.maximumNameBytes))
  }
}
