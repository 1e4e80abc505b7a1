import MessageBus
import Messages

/// How long a start takes if every device has a full window of samples.
enum RestartBenchmark {
  /// Enough reports to fill every window; the older ones are folded.
  private static let steps = 300

  /// - Parameter directory: where the store is created; it is deleted in the end.
  /// - Throws: what keeps the service from starting; `ServiceError`.
  static func run(_ fleet: SyntheticFleet, in directory: String) async throws {
    try await MonitorProcess.run(in: directory) { monitor, bus in
      try await monitor.add(fleet.definitions)
      let benchmark = MonitorBusBenchmark(fleet, bus: bus)
      for _ in 0..<steps { try await benchmark.reportAll() }
      let device = SyntheticFleet.name(of: 0)
      let before = try await monitor.client.send(PositionRequest(device: device))
      for _ in 0..<3 {
        await monitor.stop()
        let start = ContinuousClock.now
        try await monitor.start()
        let seconds = start.duration(to: .now) / .seconds(1)
        let after = try await monitor.client.send(PositionRequest(device: device))
        guard after.coordinate == before.coordinate, after.time == before.time else {
          throw ServiceError(.internal, "The position of \(device) changed in a restart.")
        }
        let counts = try await monitor.stats().counts ?? [:]
        print("start to first answer: \(seconds) s; \(counts.sorted { $0.key < $1.key })")
      }
    }
  }
}
