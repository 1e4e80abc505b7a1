import CommandLineKit
import Geography
import Messages

/// `quickbrew load-test positions`.
enum LoadTestPositionsCommand: LoadTestCommand {
  static let command = Command(
    "load-test positions", "Report the positions of many devices and measure how long it takes.",
    examples: ["load-test positions --rate 2000 --slo p99=50ms"],
    usage: LoadTestRouterCommand.command.usage, flags: paceFlags,
    notes: """
      \(devices) devices, load-test.0 and so on, at points of the map's roads report where they are;
      each position is on disk before it is answered. `quickbrew forget load-test` erases them.
      \(paceNotes)
      """,
    .run(run))
  private static let devices = 1_000
  /// How far a device moves around its point.
  private static let reach: Meters = 2

  static func workload(
    _ options: LoadTestOptions, bus: any ClientBus, timeout: Duration
  ) async throws -> LoadWorkload {
    let sample = try await MapSample(options, bus: bus, timeout: timeout)
    // Without a time each is of now, so the same ones can be sent again and again.
    return try LoadWorkload("positions", of: .geofenceMonitor, seed: options.plan.seed) { random in
      let device = Int(random.next(upperBound: UInt(devices)))
      let point = sample.points[device % sample.points.count].moved(
        by: .random(in: 0...reach, using: &random), bearing: .random(in: 0..<360, using: &random))
      return PositionReportRequest(
        device: DeviceID(rawValue: "load-test.\(device)"), coordinate: point, accuracyMeters: 5)
    }
  }
}
