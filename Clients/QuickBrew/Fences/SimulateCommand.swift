import CommandLineKit
import Geography
import Messages
import Time

/// `quickbrew simulate`: a device that moves along real roads, or along a recorded track.
enum SimulateCommand {
  static let command = Command(
    "simulate", "Move a device along roads, or a recorded track, reporting as a phone does.",
    examples: [
      "simulate city-run --speedup 60",
      #"simulate freeway-drive --from 37.785834,-122.406417 --to "Coit Tower" --speedup 60"#,
      "simulate ride.gpx --speedup 60", "simulate bicycle-ride --print > ride.jsonl",
    ],
    arguments: ["city-run|bicycle-ride|freeway-drive|FILE.gpx"],
    flags: [
      Flag("from", "PLACE", "where it begins: LAT,LON, a text, or @DEVICE (anywhere on the map)"),
      Flag("to", "PLACE", "where it ends (some way off)"),
      Flag("device", "NAME", "which device (the journey's word, or the file's name; -2 …)"),
      Flag("speedup", "N", "how many times as fast as the clock, 1 to 10000 (1)"),
      Flag("interval", "TIME", "from one report to the next, 1s to 10m (1s)"),
      Flag("accuracy", "METERS", "how far off the positions are, 0 to 500 (8)"),
      Flag("seed", "N", "the same number makes the same journey (1)"),
      Flag("print", "print the positions as lines of JSON, and report nothing"),
    ],
    notes: """
      Events are printed as they come. A FILE's positions are reported as they were recorded, at
      their distances in time. The journey ends when the command does: with --speedup its positions
      are of the past.
      Exit status: 0 arrived, 3 no such place or no road leads there, 5 a service is missing.
      """,
    .run { context in
      let plan = try SimulationPlan(context, context.words[0])
      let drive = SimulationReporter(
        fixes: try await plan.fixes(context), device: plan.device, speedup: plan.speedup)
      try await context.output.runUntilClosed {
        guard context.arguments.has("print") else { return try await drive.run(context) }
        for position in drive.positions(endingAt: await context.mapNow() ?? .now()) {
          try context.output.jsonLine(TrackLine(position))
        }
      }
      return .success
    })
}

/// A position in the format that `geofence replay` reads.
private struct TrackLine: Encodable {
  let device: DeviceID
  let lat: Double
  let lon: Double
  let time: Timestamp
  let accuracy: Meters?

  init(_ position: PositionReportRequest) {
    device = position.device
    lat = position.coordinate.latitude
    lon = position.coordinate.longitude
    time = position.time ?? .now()
    accuracy = position.accuracyMeters
  }
}
