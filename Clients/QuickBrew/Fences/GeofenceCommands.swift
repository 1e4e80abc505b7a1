import CommandLineKit
import Messages

/// The commands `quickbrew geofence …`.
enum GeofenceCommands {
  static let group = CommandGroup(
    "geofence", "Watch areas on the map for devices that enter or leave.",
    [
      GeofenceAddCommand.command, list, remove, GeofenceWatchCommand.command,
      GeofenceRouteCommand.command, replay, on, off,
    ])

  private static let list = Command(
    "geofence list", "List the fences.", examples: ["geofence list", "geofence list --tag home"],
    flags: [
      Flag("board", "NAME", "only those around the pins of a board"),
      Flag("tag", "TEXT", "only those with this tag"),
    ],
    .run { context in
      let filters = ["board", "tag"].filter(context.arguments.has)
      for flag in filters where context.arguments[flag]?.allSatisfy(\.isWhitespace) ?? true {
        throw UsageError("--\(flag) is empty.")
      }
      let reply = try await context.send(
        FenceListRequest(
          board: context.arguments["board"].map(BoardID.init(rawValue:)),
          tag: context.arguments["tag"]))
      let hint = Formats.phrase(filters.isEmpty ? "hint.fences" : "hint.fences.chosen")
      try context.show(reply, isEmpty: reply.fences.isEmpty, hint: hint) {
        GeofenceRendering.render($0, style: $1)
      }
      return .success
    })

  private static let remove = Command(
    "geofence remove", "Remove a fence.", examples: ["geofence remove fence-1"],
    arguments: ["ID"], notes: "Exit status: 0 removed, 3 no such fence.",
    confirming: {
      Formats.phrase("confirm.fence", ["fence": "\(try FenceID(argument: $0.words[0]))"])
    },
    .ask {
      FenceRemoveRequest(id: try FenceID(argument: $0.words[0]))
    } text: { fence, _ in
      GeofenceRendering.line("removed", fence)
    })

  private static let on = watching(
    "geofence on", "Watch the surroundings of a board's pins, as pins come and go.",
    example: "geofence on --board weekend", true)
  private static let off = watching(
    "geofence off", "Stop watching the surroundings of a board's pins.", example: "geofence off",
    false)

  private static func watching(
    _ name: String, _ summary: String, example: String, _ isOn: Bool
  ) -> Command {
    Command(
      name, summary, examples: [example], flags: [BoardFlag.flag],
      .ask {
        PinWatchRequest(board: try BoardFlag.id($0), on: isOn)
      } text: { board, _ in
        PinRendering.watch(board) + "\n"
      })
  }

  /// Runs a recorded track through the monitor's engine. A client imports no service, so the
  /// process is replaced by `geofence-monitor replay`, the executable in the same directory.
  private static let replay = Command(
    "geofence replay", "Print the events of a recorded track, without a running stack.",
    examples: [
      "geofence replay ride.gpx --fences fences.geojson",
      "geofence replay - --fences fences.geojson --live < ride.jsonl",
    ],
    arguments: ["TRACK"], usage: "TRACK --fences FILE [flags]", flags: replayFlags,
    notes: """
      TRACK is GPX, JSON lines with lat, lon, time and perhaps accuracy and device, a JSON list of
      these, or GeoJSON points; - is standard input. Events are lines of JSON; see the README of
      Services/GeofenceMonitor. Exit status: 0 done, 2 a file that makes no sense.
      """,
    .run { context in
      _ = try context.arguments.required("fences")
      var words = ["replay"]
      for flag in replayFlags where context.arguments.has(flag.name) {
        words += context.arguments.values(flag.name).map { value in
          flag.value == nil ? "--\(flag.name)" : "--\(flag.name)=\(value)"
        }
      }
      try context.environment.exec("geofence-monitor", words + ["--"] + context.words)
      return .failure
    })

  private static let replayFlags = [
    Flag("fences", "FILE", "GeoJSON: Point with radius, Polygon, LineString with buffer"),
    Flag("live", "the log as it was emitted, corrections included (final events, in time order)"),
    Flag("hysteresis", "METERS", "how far beyond the edge a device has left; 0 means no band (20)"),
    Flag("fixes", "N", "fixes that must agree before a device is in or out (2)"),
    Flag("seconds", "N", "from the first of them to the last (10)"),
    Flag("worst-accuracy", "METERS", "ignore positions that are worse (500)"),
    Flag("fastest", "M/S", "ignore positions that need a greater speed (340)"),
    Flag("window", "SECONDS", "how late a sample may be (a century)"),
  ]
}
