import CommandLineKit
import Messages

/// `quickbrew plan list`.
enum PlanListCommand: Subcommand {
  static let name = "plan list"
  static let summary = "List the plans that the planner keeps, newest first."
  static let help = CommandHelp(
    examples: ["plan list", "plan list --limit 100 --json"], usage: "[flags]",
    flags: [Flag("limit", "N", "how many, 1 to \(PlannerLimits.maximumKeptPlans) (20)")],
    notes: """
      Plans are kept for a week, the last \(PlannerLimits.maximumKeptPlans) of all users. With a
      key that is bound to a user only that user's are listed.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    _ = try context.arguments.positionals([])
    let limit = try context.arguments.integer("limit", in: 1...PlannerLimits.maximumKeptPlans)
    let reply = try await context.send(PlanListRequest(limit: limit))
    try context.show(reply) { PlanHistoryRendering.list($0, style: $1) }
    return reply.plans.isEmpty ? .nothingFound : .success
  }
}

/// `quickbrew plan show`.
enum PlanShowCommand: Subcommand {
  static let name = "plan show"
  static let summary = "Show a plan again as it was made."
  static let help = CommandHelp(
    examples: ["plan show f307234c97e85db2"], usage: "ID [flags]",
    flags: [Flag("secret", "TEXT", "of a link to it, for a plan of somebody else")],
    notes: """
      quickbrew open then means this plan.
      Exit status: 0 shown, 3 no such plan.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let id = try PlanID(argument: context.arguments.positionals(["ID"])[0])
    let kept = try await context.send(
      PlanShowRequest(id: id, secret: context.arguments["secret"]))
    LastPlan(plan: kept.plan, profile: kept.request.profile ?? .car)
      .keep(home: try context.environment.paths(context.arguments["home"]).home)
    try context.show(kept) { PlanHistoryRendering.render($0, style: $1) }
    return .success
  }
}

/// `quickbrew plan replay`.
enum PlanReplayCommand: Subcommand {
  static let name = "plan replay"
  static let summary = "Make a plan again, and find out what has changed since."
  static let help = CommandHelp(
    examples: ["plan replay f307234c97e85db2"], usage: "ID [flags]",
    notes: """
      The same request is planned now: with the same times, and with the positions that devices had
      then. Exit status: 0 the plan is the same, 1 it differs, 3 no such plan.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let id = try PlanID(argument: context.arguments.positionals(["ID"])[0])
    let reply = try await context.send(PlanReplayRequest(id: id))
    try context.show(reply) { PlanHistoryRendering.replay($0, style: $1) }
    return reply.isSame ? .success : .failure
  }
}
