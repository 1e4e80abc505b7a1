import CommandLineKit
import Messages
import Time

/// `quickbrew position report`.
enum PositionReportCommand: Subcommand {
  static let name = "position report"
  static let summary = "Report where a device is; shows the fences it enters and leaves."
  static let help = CommandHelp(
    examples: ["position report 37.785834,-122.406417 --device phone"],
    usage: "LAT,LON --device NAME [flags]",
    flags: [
      Flag("device", "NAME", "which device"),
      Flag("accuracy", "METERS", "how far off it may be"),
      Flag("time", "ISO", "when it was there, such as 2026-11-21T08:15:00-08:00 (now)"),
    ],
    notes: "plan --from @NAME then begins where the device last was.")

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let text = try context.arguments.positionals(["LAT,LON"])[0]
    let point = try PlaceParser.coordinate(text, "LAT,LON")
    guard let device = context.arguments["device"] else {
      throw UsageError("--device is missing.")
    }
    let id = try PlaceParser.device(device, "--device")
    let reported = try context.arguments.time("time")
    let accuracy = try context.arguments.meters("accuracy", in: 0...100_000)
    let bus = try context.connect()
    let mapNow = reported == nil ? await context.mapNow(bus) : nil
    let reply = try await bus.send(
      PositionReportRequest(
        device: id, coordinate: point, time: reported ?? mapNow, accuracyMeters: accuracy),
      timeout: context.timeout)
    try context.show(reply) { GeofenceRendering.render($0, style: $1) }
    return .success
  }
}

/// `quickbrew position show`.
enum PositionShowCommand: Subcommand {
  static let name = "position show"
  static let summary = "Show where a device last was, green inside a fence or white outside all."
  static let help = CommandHelp(
    examples: ["position show --device phone"], usage: "--device NAME",
    flags: [Flag("device", "NAME", "which device")],
    notes: """
      geofence watch --follow NAME shows it as the device moves.
      Exit status: 0 shown, 3 it has not reported yet.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    _ = try context.arguments.positionals([])
    guard let device = context.arguments["device"] else { throw UsageError("--device is missing.") }
    let position = try await context.send(
      PositionRequest(device: try PlaceParser.device(device, "--device")))
    try context.show(position) { GeofenceRendering.render($0, style: $1) }
    return .success
  }
}

extension Arguments {
  /// A flag's value as an instant; `nil` where the flag is not given.
  ///
  /// - Throws: `UsageError` with the name of the flag and the expected format.
  func time(_ flag: String) throws(UsageError) -> Timestamp? {
    guard let text = self[flag] else { return nil }
    if let time = Timestamp(text) { return time }
    throw UsageError(
      "--\(flag) is a time with an offset like 2026-11-21T08:15:00-08:00, not “\(text)”.")
  }
}
