import CommandLineKit
import Messages

/// `quickbrew errands`: in which order to do a few things on the way, and where.
enum ErrandsCommand {
  static let command = Command(
    "errands", "Do two or three errands on the way in the best order.",
    examples: [
      #"errands --from "Ferry Building" --to "Coit Tower" --depart "tomorrow 8:00" "#
        + #"--arrive-by "tomorrow 9:00" --do coffee --do bakery=5m"#
    ],
    arguments: nil,
    usage: "[--from] PLACE [--to] PLACE [--depart TIME] [--arrive-by TIME] --do WHAT … [flags]",
    flags: TripFlags.ends + [
      Flag(
        "do", "WHAT", repeatable: true,
        "what to stop for, with how long: coffee, coffee,bakery or drinks=30m"),
      Flag("via", "PLACE", repeatable: true, "a place to stop at, with how long: Kamppi=5m"),
      Flag("dwell", "TIME", "how long you stay at each other stop: 10m, 90s, 1h5m (10m)"),
      TripFlags.profile, TripFlags.park, TripFlags.timeToPark, PlanCommand.openOnly,
    ] + RoadFlags.all,
    notes: """
      Up to three errands. For each order the earliest trip is shown, the earliest order first;
      without --depart the one with the latest departure. All shops that the deadline could allow
      are compared.
      Trips over shops of unknown hours come behind those over shops known to be open.
      \(RoadFlags.note)
      Exit status: 0 a trip is on time, or maybe, 4 none is, 3 a place was not found.
      """,
    .ask(
      status: { (plan: ErrandPlan) in plan.verdict.answer == .no ? .noneOnTime : .success },
      slow: "errands.slow"
    ) { context in
      let (origin, destination) = try context.tripEnds()
      return ErrandsRequest(
        origin: origin, destination: destination, departure: try context.time("depart"),
        deadline: try context.time("arrive-by"), errands: try await errands(context),
        profile: try context.profile(), openOnly: context.arguments.ifGiven("open-only"),
        parking: try context.arguments.choice("park"), roads: try RoadFlags.selection(context),
        parkSeconds: try context.parkSeconds())
    } text: {
      ErrandRendering.render($0, style: $1)
    })

  private static func errands(_ context: CommandContext) async throws -> [Errand] {
    let range = 0...PlannerLimits.maximumDwellSeconds
    let dwell = try context.arguments.seconds("dwell", in: range)
    var errands: [Errand] = []
    for text in context.arguments.values("do") {
      let (word, seconds) = split(text)
      errands.append(
        Errand(
          categories: try await CategoryWords.categories(word, context, flag: "do"),
          dwellSeconds: seconds ?? dwell))
    }
    for text in context.arguments.values("via") {
      let (place, seconds) = split(text)
      errands.append(
        Errand(
          place: try context.reference(place, "--via"), dwellSeconds: seconds ?? dwell))
    }
    guard 1...PlannerLimits.maximumErrands ~= errands.count else {
      throw UsageError(
        "There are 1 to \(PlannerLimits.maximumErrands) errands, each with --do or --via, not "
          + "\(errands.count).")
    }
    return errands
  }

  /// The parts of `coffee=5m`; a text whose end is no duration has none.
  private static func split(_ text: String) -> (String, seconds: Int?) {
    guard let sign = text.lastIndex(of: "="),
      let seconds = DurationParser.seconds(text[text.index(after: sign)...]),
      seconds <= PlannerLimits.maximumDwellSeconds
    else { return (text, nil) }
    return (String(text[..<sign]), seconds)
  }
}
