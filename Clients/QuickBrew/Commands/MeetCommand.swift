import CommandLineKit
import Messages

/// `quickbrew meet`: where two people can meet on their ways.
enum MeetCommand: Subcommand {
  static let name = "meet"
  static let summary = "Find where two people can meet on their ways."
  static let help = CommandHelp(
    examples: [
      #"meet --from "Ferry Building" --to "Coit Tower" --depart "tomorrow 8:00" "#
        + #"--arrive-by "tomorrow 9:00" --other-from @phone --other-to "Market Street""#
    ],
    usage:
      "[--from] PLACE [--to] PLACE --arrive-by TIME --other-from PLACE --other-to PLACE [flags]",
    flags: [
      Flag("from", "PLACE", "where you begin: LAT,LON, a text, or @DEVICE"),
      Flag("to", "PLACE", "where you go: a text, LAT,LON, or @DEVICE"),
      Flag("depart", "TIME", "when you leave: HH:MM, ISO 8601, or now (now)"),
      Flag("arrive-by", "TIME", "when you must be there"),
      Flag("other-from", "PLACE", "where the other begins"),
      Flag("other-to", "PLACE", "where the other goes"),
      Flag("other-depart", "TIME", "when the other leaves (as you do)"),
      Flag("other-arrive-by", "TIME", "when the other must be there (as you must)"),
      Flag(
        "other-profile", "PROFILE", of: TravelProfile.self,
        "how the other travels: car, bicycle or foot (car)"),
      Flag("dwell", "TIME", "how long you stay together: 10m, 90s, 1h5m (10m)"),
      Flag("category", "WORD", "what to meet for: coffee, drinks, coffee,bakery … (coffee)"),
      TripFlags.profile,
      Flag("open-only", "leave out shops whose hours are not known"),
      Flag("limit", "N", "how many shops to show, 1 to 50 (10)"),
    ],
    notes: """
      The shop is best that leaves most time to whoever has less. Both leave it together.
      Exit status: 0 both are on time somewhere, 4 nowhere, 3 a place was not found.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let arguments = context.arguments
    let (origin, destination) = try context.tripEnds()
    guard let deadline = try context.time("arrive-by") else {
      throw UsageError("--arrive-by is missing.")
    }
    let departure = try context.time("depart") ?? .now
    let first = Traveller(
      origin: origin, destination: destination,
      departure: departure, deadline: deadline, profile: try context.profile())
    let second = Traveller(
      origin: try context.place("other-from"), destination: try context.place("other-to"),
      departure: try context.time("other-depart") ?? departure,
      deadline: try context.time("other-arrive-by") ?? deadline,
      profile: try context.profile("other-profile"))
    let bus = try context.connect()
    var categories: [VenueCategory]?
    if let text = context.category {
      categories = try await CategoryWords(context, bus).categories(text)
    }
    let plan = try await bus.send(
      MeetRequest(
        first: first, second: second,
        dwellSeconds: try arguments.seconds("dwell", in: 0...PlannerLimits.maximumDwellSeconds),
        categories: categories,
        limit: try arguments.integer("limit", in: 1...PlannerLimits.maximumOptions),
        openOnly: arguments.has("open-only") ? true : nil), timeout: context.timeout)
    try context.show(plan) { ErrandRendering.render($0, style: $1) }
    return plan.onTime > 0 ? .success : .noneOnTime
  }
}
