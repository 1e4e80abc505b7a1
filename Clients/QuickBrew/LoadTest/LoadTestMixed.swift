import CommandLineKit
import Messages

/// `quickbrew load-test mixed`.
enum LoadTestMixedCommand: LoadTestCommand {
  static let name = "load-test mixed"
  static let summary = "Ask all services at once, as guests do, and measure how long it takes."
  static let help = CommandHelp(
    examples: [
      "load-test mixed --rate 500 --ramp 10s --slo p99=50ms",
      "load-test mixed --mix evening.txt --rate 2000 --step 4",
    ],
    usage: LoadTestRouterCommand.help.usage,
    flags: paceFlags + [
      Flag("mix", "FILE", "lines of a weight and a subject, such as 45 router; - is standard input")
    ],
    notes: """
      Subjects are \(subjects.keys.sorted().joined(separator: ", ")). Without --mix:
      \(LoadMix.usual.shares.map { "\(Int($0.weight)) \($0.subject)" }.joined(separator: ", ")).
      \(paceNotes)
      """)

  static let subjects: [String: any LoadTestCommand.Type] = [
    "router": LoadTestRouterCommand.self, "geocoder": LoadTestGeocoderCommand.self,
    "nearby": LoadTestNearbyCommand.self, "plan": LoadTestPlanCommand.self,
    "positions": LoadTestPositionsCommand.self,
  ]

  static func workload(
    _ options: LoadTestOptions, bus: any ClientBus, timeout: Duration
  ) async throws -> LoadWorkload {
    var shares: [(weight: Double, workload: LoadWorkload)] = []
    for share in (options.mix ?? .usual).shares {
      guard let subject = subjects[share.subject] else { continue }
      shares.append(
        (share.weight, try await subject.workload(options, bus: bus, timeout: timeout)))
    }
    return LoadWorkload(shares)
  }
}
