import CommandLineKit

/// `quickbrew geofence replay`: runs a recorded track through the monitor's engine, without a
/// stack.
///
/// A client imports no service, so the process is replaced by `geofence-monitor replay`, the
/// executable in the same directory.
enum GeofenceReplayCommand: Subcommand {
  static let name = "geofence replay"
  static let summary = "Print the events of a recorded track, without a running stack."
  static let help = CommandHelp(
    examples: [
      "geofence replay ride.gpx --fences fences.geojson",
      "geofence replay - --fences fences.geojson --live < ride.jsonl",
    ],
    usage: "TRACK --fences FILE [flags]",
    flags: [
      Flag("fences", "FILE", "GeoJSON: Point with radius, Polygon, LineString with buffer"),
      Flag("live", "the log as it was emitted, corrections included (what stands, in time order)"),
      Flag("hysteresis", "METERS", "how far beyond the edge a device has left; 0 means no band (20)"),
      Flag("fixes", "N", "fixes that must agree before a device is in or out (2)"),
      Flag("seconds", "N", "from the first of them to the last (10)"),
      Flag("worst-accuracy", "METERS", "ignore positions that are worse (500)"),
      Flag("fastest", "M/S", "ignore positions that need a greater speed (340)"),
      Flag("window", "SECONDS", "how late a sample may be (a century)"),
    ],
    notes: """
      TRACK is GPX, JSON lines with lat, lon, time and perhaps accuracy and device, a JSON list of
      these, or GeoJSON points; - is standard input. Events are lines of JSON; see the README of
      Services/GeofenceMonitor. Exit status: 0 done, 2 a file that makes no sense.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    try context.exec("geofence-monitor", "replay", help)
    return .failure
  }
}

extension CommandContext {
  /// Replaces the process by a command of a service's executable, with the flags and arguments of
  /// this run.
  fileprivate func exec(
    _ program: String, _ command: String, _ help: CommandHelp
  ) throws(UsageError) {
    _ = try arguments.positionals(["TRACK"])
    if !arguments.has("fences") { throw UsageError("--fences is missing.") }
    var words = [command]
    for flag in help.flags where arguments.has(flag.name) {
      if flag.value == nil { words.append("--\(flag.name)") }
      words += arguments.values(flag.name).filter { !$0.isEmpty }.map { "--\(flag.name)=\($0)" }
    }
    try environment.exec(program, words + ["--"] + arguments.positional)
  }
}
