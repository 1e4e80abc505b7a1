import CommandLineKit
import Messages
import Time

/// The commands `quickbrew position …`.
enum PositionCommands {
  static let group = CommandGroup(
    "position", "Report where a device is, or ask for it.", [report, show])

  private static let report = Command(
    "position report", "Report where a device is; shows the fences it enters and leaves.",
    examples: ["position report 37.785834,-122.406417 --device phone"],
    arguments: ["LAT,LON"], usage: "LAT,LON --device NAME [flags]",
    flags: [
      Flag("device", "NAME", "which device"),
      Flag("accuracy", "METERS", "how far off it may be"),
      Flag("time", "ISO", "when it was there, such as 2026-11-21T08:15:00-08:00 (now)"),
    ],
    notes: "plan --from @NAME then begins where the device last was.",
    .ask { context in
      let point = try PlaceParser.coordinate(context.words[0], "LAT,LON")
      let device = try context.device()
      let reported = try context.arguments.time("time")
      let accuracy = try context.arguments.meters("accuracy", in: 0...100_000)
      let mapNow = reported == nil ? await context.mapNow() : nil
      return PositionReportRequest(
        device: device, coordinate: point, time: reported ?? mapNow, accuracyMeters: accuracy)
    } text: {
      GeofenceRendering.render($0, style: $1)
    })

  private static let show = Command(
    "position show", "Show where a device last was, green inside a fence or white outside all.",
    examples: ["position show --device phone"], usage: "--device NAME",
    flags: [Flag("device", "NAME", "which device")],
    notes: """
      geofence watch --follow NAME shows it as the device moves.
      Exit status: 0 shown, 3 it has not reported yet.
      """,
    .ask {
      PositionRequest(device: try $0.device())
    } text: {
      GeofenceRendering.render($0, style: $1)
    })
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
