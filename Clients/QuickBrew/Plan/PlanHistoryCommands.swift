import CommandLineKit
import Messages

/// The commands `quickbrew plan …` about plans that were made before.
enum PlanHistoryCommands {
  static let list = Command(
    "plan list", "List the plans that the planner keeps, newest first.",
    examples: ["plan list", "plan list --limit 100 --json"],
    flags: [Flag("limit", "N", "how many, 1 to \(PlannerLimits.maximumKeptPlans) (20)")],
    notes: """
      Plans are kept for a week, the last \(PlannerLimits.maximumKeptPlans) of the home's owner,
      fewer of a user. With a key that is bound to a user only that user's are listed.
      """,
    .ask(status: { $0.plans.isEmpty ? .nothingFound : .success }) { context in
      PlanListRequest(
        limit: try context.arguments.integer("limit", in: 1...PlannerLimits.maximumKeptPlans))
    } text: {
      PlanHistoryRendering.list($0, style: $1)
    })

  static let show = Command(
    "plan show", "Show a plan again as it was made.", examples: ["plan show f307234c97e85db2"],
    arguments: ["ID"],
    flags: [Flag("secret", "TEXT", "of a link to it, for a plan of somebody else")],
    notes: """
      quickbrew open then means this plan.
      Exit status: 0 shown, 3 no such plan.
      """,
    .run { context in
      let kept = try await context.send(
        PlanShowRequest(
          id: try PlanID(argument: context.words[0]), secret: context.arguments["secret"]))
      LastPlan(plan: kept.plan, profile: kept.request.profile ?? .car)
        .keep(home: try context.paths().home)
      try context.show(kept) { PlanHistoryRendering.render($0, style: $1) }
      return .success
    })

  static let replay = Command(
    "plan replay", "Make a plan again, and find out what has changed since.",
    examples: ["plan replay f307234c97e85db2"], arguments: ["ID"],
    notes: """
      The same request is planned now: with the same times, and with the positions that devices had
      then. Exit status: 0 the plan is the same, 1 it differs, 3 no such plan.
      """,
    .ask(status: { $0.isSame ? .success : .failure }) {
      PlanReplayRequest(id: try PlanID(argument: $0.words[0]))
    } text: {
      PlanHistoryRendering.replay($0, style: $1)
    })
}
