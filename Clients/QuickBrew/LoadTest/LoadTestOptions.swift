import CommandLineKit
import Messages

/// The parsed flags of a load test.
struct LoadTestOptions: Sendable {
  let plan: LoadPlan
  let warmUp: LoadPlan
  let geometry: Bool
  let table: Int?
  let profile: TravelProfile?
  let objectives: [ServiceLevelObjective]
  /// Whether the highest rate is looked for that meets the objectives.
  let findsMaximum: Bool

  /// - Throws: `UsageError`.
  init(_ context: CommandContext) throws(UsageError) {
    let arguments = context.arguments
    findsMaximum = arguments.has("find-max")
    let pace: LoadPace
    if let rate = try arguments.number("rate", in: LoadLimits.rate) {
      pace = .rate(rate)
    } else if let count = try arguments.integer("closed", in: 1...LoadLimits.inFlight) {
      pace = .closed(count)
    } else if findsMaximum {
      pace = .rate(MaximumSearch.firstRate)
    } else {
      throw UsageError("--rate or --closed is missing.")
    }
    let seconds = try arguments.seconds("duration", in: LoadLimits.durationSeconds) ?? 10
    let warmUpSeconds = try arguments.seconds("warm-up", in: 0...60) ?? 1
    let seed = try arguments.integer("seed", in: 0...Int.max) ?? .random(in: 0..<1_000_000)
    table = try arguments.integer("table", in: LoadLimits.tableColumns)
    geometry = arguments.has("geometry")
    plan = LoadPlan(pace: pace, duration: .seconds(seconds), seed: UInt64(seed))
    warmUp = LoadPlan(pace: pace, duration: .seconds(warmUpSeconds), seed: UInt64(seed))
    profile = try context.profile()
    var objectives: [ServiceLevelObjective] = []
    for text in arguments.values("slo") { objectives.append(try ServiceLevelObjective(text)) }
    self.objectives = objectives
    if findsMaximum, objectives.isEmpty {
      throw UsageError("--find-max needs --slo, such as p99=20ms.")
    }
  }
}
