import CommandLineKit
import Messages

/// `quickbrew plan`: whether there is time for a stop, and where.
enum PlanCommand: Subcommand {
  static let name = "plan"
  static let summary = "Find out whether there is time to stop on the way, and where."
  static let help = CommandHelp(
    examples: [
      #"plan --from 37.785834,-122.406417 --to "Coit Tower" --depart 08:00 --arrive-by 08:45"#,
      #"plan --from @phone --to "Ferry Building" --arrive-by +45m --dwell 15m"#,
    ],
    usage: "[--from] PLACE [--to] PLACE [--depart TIME] [--arrive-by TIME] [flags]",
    flags: [
      Flag("from", "PLACE", "where the trip begins: LAT,LON, a text, or @DEVICE"),
      Flag("to", "PLACE", "where it ends: a text, LAT,LON, or @DEVICE"),
      TripFlags.leave, TripFlags.arriveBy,
      Flag("dwell", "TIME", "how long you stay at the stop: 10m, 90s, 1h5m (10m)"),
      Flag("category", "WORD", "what to stop for: coffee, drinks, coffee,bakery … (coffee)"),
      TripFlags.profile,
      Flag("open-only", "leave out shops whose hours are not known"),
      Flag("limit", "N", "how many stops to show, 1 to 50 (10)"),
      Flag("all", "show each stop of one chain or block, not only the first"),
      Flag("strict", "refuse a place that is less than 90 % sure (50 %)"),
      Flag("first", "take the best guess for a place, however unsure"),
      Flag("steps", "show every turn"),
      Flag("follow", short: "f", "show results while the plan is being made"),
      Flag("watch", "stay, and report when the answer changes"),
      Flag("stop", "N", "the option to keep to, with --watch (1)"),
      Flag("explain", "show where the time went, service by service"),
      Flag("otlp", "FILE", "write that as OpenTelemetry spans (OTLP JSON); - is the output"),
    ] + PlanFlags.all + RoadFlags.all,
    notes: """
      \(TripFlags.clockNote)
      \(RoadFlags.note)
      Detour is the extra driving; slack is the time left before the deadline; leave by is the
      latest departure that still meets it. All are exact to the second.
      Without --depart everything is computed back from --arrive-by, and the stops that can be left
      for last come first: when must you leave? Without --arrive-by the soonest come first. Either
      way there is time for --max-detour, or 30 minutes.
      A shop must be open as long as you stay; where it opens later you wait, if there is time. One
      of unknown hours is listed behind those known to be open, and alone is a maybe, not a yes.
      Stops that differ lead; twins of one chain or block are one row, unless --all is given.
      --watch checks again on each new position, traffic, venue or half minute, and prints a line
      only when the answer changes. It keeps to one stop while that is on time.
      Exit status: 0 a stop is on time, or maybe, 4 none is, 3 a place was not found or only
      guessed, 2 invalid input, 5 a service is not running (then a stop may be on time, at best),
      6 no reply in time.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    var request = try request(context)
    let ledger = try PlanFlags.ledger(context.arguments)
    let bus = try context.connect()
    try checkModes(context.arguments)
    request = try await PlanFlags.complete(request, context, bus)
    if context.arguments.has("explain") || context.arguments.has("otlp") {
      return try await explain(request, bus, context)
    }
    let plan: Plan
    if context.arguments.has("follow") {
      plan = try await PlanFollower(bus: bus, context: context).plan(request)
      if !context.wantsJSONLines { try context.output.line("") }
    } else {
      plan = try await bus.send(request, timeout: context.timeout)
    }
    LastPlan(plan: plan, profile: request.profile ?? .car)
      .keep(home: try context.environment.paths(context.arguments["home"]).home)
    let isStream = context.arguments.has("follow") || context.arguments.has("watch")
    if isStream, context.wantsJSONLines {
      try context.output.jsonLine(plan)
    } else {
      try context.show(plan) {
        PlanRendering.render($0, isEveryListed: context.arguments.has("all"), style: $1)
          + PlanDetailRendering(plan: $0, style: $1).text(ledgerOf: ledger)
      }
    }
    if context.arguments.has("watch") { try await watch(plan, request, bus, context) }
    if plan.answer.answer == .no { return .noneOnTime }
    return plan.isCertain ? .success : .unavailable
  }

  /// - Throws: `UsageError` for flags that do not go together.
  private static func checkModes(_ arguments: Arguments) throws(UsageError) {
    let modes = ["follow", "watch", "explain", "otlp"].filter { arguments.has($0) }
    if modes.count > 1, modes != ["explain", "otlp"] {
      throw UsageError("--\(modes[0]) does not go with --\(modes[1]).")
    }
    if arguments.has("stop"), !arguments.has("watch") {
      throw UsageError("--stop goes with --watch only.")
    }
  }

  private static func explain(
    _ request: PlanRequest, _ bus: any ClientBus, _ context: CommandContext
  ) async throws -> CommandStatus {
    let explanation = try await PlanExplanation.make(request, bus, timeout: context.timeout)
    if let path = context.arguments["otlp"] {
      let spans = try JSONLine.text(OpenTelemetryTrace(explanation)) + "\n"
      if path == "-" {
        try context.output.text(spans)
      } else {
        try OutputFile.write(spans, to: path)
      }
    }
    if context.arguments["otlp"] != "-" {
      try context.show(explanation) { explanation, style in
        PlanRendering.render(explanation.plan, style: style) + "\n"
          + ExplanationRendering.render(explanation, style: style)
      }
    }
    return explanation.plan.answer.answer == .no ? .noneOnTime : .success
  }

  private static func watch(
    _ plan: Plan, _ request: PlanRequest, _ bus: any ClientBus, _ context: CommandContext
  ) async throws {
    let stop = try context.arguments.integer("stop", in: 1...PlannerLimits.maximumOptions) ?? 1
    var watch = PlanWatch()
    if let verdict = watch.update(plan, causes: [], wanted: stop - 1) {
      try PlanWatcher.show(verdict, context)
    }
    let watcher = PlanWatcher(
      bus: bus, context: context, request: request, departure: plan.departure,
      deadline: plan.deadline)
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
      steps: arguments.has("steps") ? true : nil,
      leastConfidence: try leastConfidence(arguments),
      openOnly: arguments.has("open-only") ? true : nil, roads: try RoadFlags.selection(context))
  }

  private static let strictConfidence = 0.9

  /// The confidence that a geocoded place needs, 0 ... 1; `nil` for the planner's default.
  ///
  /// - Throws: `UsageError` where both flags are given.
  static func leastConfidence(_ arguments: Arguments) throws(UsageError) -> Double? {
    let isStrict = arguments.has("strict"), acceptsBestGuess = arguments.has("first")
    if isStrict && acceptsBestGuess { throw UsageError("--strict does not go with --first.") }
    return isStrict ? strictConfidence : acceptsBestGuess ? 0 : nil
  }

  /// The value of `--category`; a word that is not known here is accepted as it is.
  ///
  /// - Throws: `UsageError` where it is empty.
  static func category(_ arguments: Arguments) throws(UsageError) -> VenueCategory? {
    guard let text = arguments["category"] else { return nil }
    if text.allSatisfy(\.isWhitespace) { throw UsageError("--category is empty.") }
    return CategoryWords.known(text) ?? VenueCategory(rawValue: text.lowercased())
  }
}

extension PlanRequest {
  /// The same request with an ID that the caller chooses.
  func named(_ id: PlanID) -> PlanRequest {
    var request = self
    request.id = id
    return request
  }
}
