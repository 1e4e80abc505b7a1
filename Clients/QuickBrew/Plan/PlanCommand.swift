import CommandLineKit
import MessageBus
import Messages

/// `quickbrew plan`: whether there is time for a stop, and where.
enum PlanCommand {
  static let group = CommandGroup(
    command, [PlanHistoryCommands.list, PlanHistoryCommands.show, PlanHistoryCommands.replay])

  static let command = Command(
    "plan", "Find out whether there is time to stop on the way, and where.",
    examples: [
      #"plan --from 37.785834,-122.406417 --to "Coit Tower" --depart 08:00 --arrive-by 08:45"#,
      #"plan --from @phone --to "Ferry Building" --arrive-by +45m --dwell 15m"#,
    ],
    arguments: nil,
    usage: "[--from] PLACE [--to] PLACE [--depart TIME] [--arrive-by TIME] [flags]",
    flags: TripFlags.ends + UsualCommands.flags + [
      Flag("dwell", "TIME", "how long you stay at the stop: 10m, 90s, 1h5m (10m)"),
      Flag("category", "WORD", "what to stop for: coffee, drinks, coffee,bakery … (coffee)"),
      TripFlags.profile, openOnly,
      Flag("limit", "N", "how many stops to show, 1 to 50 (10)"),
      Flag("all", "show each stop of one chain or block, not only the first"),
    ] + confidence + [
      Flag("steps", "show every turn"),
      Flag("follow", short: "f", "show results while the plan is being made"),
      Flag("watch", excludes: ["follow"], "stay, and report when the answer changes"),
      Flag("stop", "N", requires: ["watch"], "the option to keep to, with --watch (1)"),
      Flag(
        "explain", excludes: ["follow", "watch"], "show where the time went, service by service"),
      Flag(
        "otlp", "FILE", excludes: ["follow", "watch"],
        "write that as OpenTelemetry spans (OTLP JSON); - is the output"),
    ] + PlanFlags.all + RoadFlags.all,
    notes: """
      \(TripFlags.clockNote)
      \(RoadFlags.note)
      Detour is the extra driving; slack is the time left before the deadline; leave by is the
      latest departure that still meets it. All are exact to the second.
      Without --depart everything is computed back from --arrive-by, and the stops with the latest
      departure come first: when must you leave? Without --arrive-by the earliest come first. Either
      way there is time for --max-detour, or 30 minutes.
      A shop must be open as long as you stay; where it opens later you wait, if there is time. One
      of unknown hours is listed behind those known to be open, and alone is a maybe, not a yes.
      Stops that differ lead; twins of one chain or block are one row, unless --all is given.
      --watch checks again on each new position, traffic, venue or half minute, and prints a line
      only when the answer changes. It keeps to one stop while that is on time.
      Exit status: 0 a stop is on time, or maybe, 4 none is, 3 a place was not found or only
      guessed, 2 invalid input, 5 a service is not running (then a stop may be on time, at best),
      6 no reply in time.
      """,
    .run(run))

  static let openOnly = Flag("open-only", "leave out shops whose hours are not known")
  /// How sure a place must be.
  static let confidence = [
    Flag("strict", excludes: ["first"], "refuse a place that is less than 90 % sure (50 %)"),
    Flag("first", "accept the best guess for a place, however unsure"),
  ]

  @Sendable private static func run(_ context: CommandContext) async throws -> CommandStatus {
    let arguments = context.arguments
    var request = try request(context)
    let ledger = try PlanFlags.ledger(arguments)
    request = try await PlanFlags.complete(request, context)
    if arguments.has("explain") || arguments.has("otlp") {
      return try await explain(request, context)
    }
    let plan: Plan
    if arguments.has("follow") {
      plan = try await PlanFollower(context: context).plan(request)
      if !context.wantsJSONLines { try context.output.line("") }
    } else {
      plan = try await PlanFollower(context: context).slowPlan(request)
    }
    LastPlan(plan: plan, profile: request.profile ?? .car).keep(home: try context.paths().home)
    let isStream = arguments.has("follow") || arguments.has("watch")
    if isStream, context.wantsJSONLines {
      try context.output.jsonLine(plan)
    } else {
      try context.show(plan) {
        PlanRendering.render($0, isEveryListed: arguments.has("all"), style: $1)
          + PlanDetailRendering(plan: $0, style: $1).text(ledgerOf: ledger)
      }
    }
    if arguments.has("keep") { try await UsualCommands.keepTrip(context) }
    if arguments.has("watch") { try await watch(plan, request, context) }
    if plan.verdict.answer == .no { return .noneOnTime }
    return plan.isCertain ? .success : .unavailable
  }

  private static func explain(
    _ request: PlanRequest, _ context: CommandContext
  ) async throws -> CommandStatus {
    let explanation = try await PlanExplanation.make(
      request, try context.connect(), timeout: context.timeout)
    if let path = context.arguments["otlp"] {
      try context.write(try JSONLine.text(OpenTelemetryTrace(explanation)) + "\n", to: path)
    }
    if context.arguments["otlp"] != "-" {
      try context.show(explanation) { explanation, style in
        PlanRendering.render(explanation.plan, style: style) + "\n"
          + ExplanationRendering.render(explanation, style: style)
      }
    }
    return explanation.plan.verdict.answer == .no ? .noneOnTime : .success
  }

  private static func watch(
    _ plan: Plan, _ request: PlanRequest, _ context: CommandContext
  ) async throws {
    let stop = try context.arguments.integer("stop", in: 1...PlannerLimits.maximumOptions) ?? 1
    var watch = PlanWatch()
    if let verdict = watch.update(plan, causes: [], wanted: stop - 1) {
      try context.showEvent(verdict) { WatchRendering.render($0, style: $1) }
    }
    let watcher = PlanWatcher(
      context: context, request: request, departure: plan.departure, deadline: plan.deadline)
    try await context.output.runUntilClosed { [watch] in try await watcher.run(watch) }
  }

  /// The request for the flags.
  ///
  /// - Throws: `UsageError`.
  static func request(_ context: CommandContext) throws(UsageError) -> PlanRequest {
    let (origin, destination) = try context.tripEnds()
    let arguments = context.arguments
    return PlanRequest(
      origin: origin, destination: destination, departure: try context.time("depart"),
      deadline: try context.time("arrive-by"),
      dwellSeconds: try arguments.seconds("dwell", in: 0...PlannerLimits.maximumDwellSeconds),
      profile: try context.profile(),
      limit: try arguments.integer("limit", in: 1...PlannerLimits.maximumOptions),
      steps: arguments.ifGiven("steps"),
      leastConfidence: leastConfidence(arguments),
      openOnly: arguments.ifGiven("open-only"), roads: try RoadFlags.selection(context))
  }

  private static let strictConfidence = 0.9

  /// The confidence that a geocoded place needs, 0 ... 1; `nil` for the planner's default.
  static func leastConfidence(_ arguments: Arguments) -> Double? {
    arguments.has("strict") ? strictConfidence : arguments.has("first") ? 0 : nil
  }
}
