import CommandLineKit
import Messages

/// `quickbrew meet`: where two people can meet on their ways.
enum MeetCommand {
  static let command = Command(
    "meet", "Find where two people can meet on their ways.",
    examples: [
      #"meet --from "Ferry Building" --to "Coit Tower" --depart "tomorrow 8:00" "#
        + #"--arrive-by "tomorrow 9:00" --other-from @phone --other-to "Market Street""#
    ],
    arguments: nil,
    usage:
      "[--from] PLACE [--to] PLACE [--arrive-by TIME] --other-from PLACE --other-to PLACE [flags]",
    flags: TripFlags.ends + [
      Flag("other-from", "PLACE", "where the other begins"),
      Flag("other-to", "PLACE", "where the other goes"),
      Flag("other-depart", "TIME", "when the other leaves (as you do)"),
      Flag("other-arrive-by", "TIME", "when the other must be there (as you must)"),
      Flag(
        "other-profile", "PROFILE", of: TravelProfile.self,
        "how the other travels: car, bicycle or foot (car)"),
      Flag("dwell", "TIME", "how long you stay together: 10m, 90s, 1h5m (10m)"),
      Flag("category", "WORD", "what to meet for: coffee, drinks, coffee,bakery … (coffee)"),
      TripFlags.profile, TripFlags.park, TripFlags.timeToPark, PlanCommand.openOnly,
      Flag("limit", "N", "how many shops to show, 1 to 50 (10)"),
    ] + RoadFlags.all,
    notes: """
      The best shop leaves the most time to whoever has less. Both leave it together. Where
      neither says --depart you meet at the latest time that lets both be in time.
      --park, --time-to-park and --vehicle hold for whoever comes by car, --avoid for both.
      \(RoadFlags.note)
      Exit status: 0 both are on time somewhere, or maybe, 4 nowhere, 3 a place was not found.
      """,
    .ask(
      status: { (plan: MeetPlan) in plan.verdict.answer == .no ? .noneOnTime : .success },
      slow: "meet.slow"
    ) { context in
      let arguments = context.arguments
      let (origin, destination) = try context.tripEnds()
      let departure = try context.time("depart")
      let deadline = try context.time("arrive-by")
      let first = try traveller(context, from: origin, to: destination, departure, deadline)
      let second = try traveller(
        context, "other-profile", from: try context.place("other-from"),
        to: try context.place("other-to"), try context.time("other-depart") ?? departure,
        try context.time("other-arrive-by") ?? deadline)
      let parking: ParkingPlace? = try arguments.choice("park")
      if parking == .lot, first.parking ?? second.parking == nil {
        throw UsageError("--park lot is for cars, and neither of you comes by car.")
      }
      let dwell = try arguments.seconds("dwell", in: 0...PlannerLimits.maximumDwellSeconds)
      let limit = try arguments.integer("limit", in: 1...PlannerLimits.maximumOptions)
      var categories: [VenueCategory]?
      if let text = context.category {
        categories = try await CategoryWords.categories(text, context)
      }
      return MeetRequest(
        first: first, second: second, dwellSeconds: dwell, categories: categories, limit: limit,
        openOnly: arguments.ifGiven("open-only"))
    } text: {
      MeetRendering.render($0, style: $1)
    })

  /// One of both. Where a car is left and how large it is concerns nobody who has none.
  private static func traveller(
    _ context: CommandContext, _ flag: String = "profile", from origin: LocationReference,
    to destination: LocationReference, _ departure: RequestedTime?, _ deadline: RequestedTime?
  ) throws(UsageError) -> Traveller {
    let profile = try context.profile(flag)
    let hasCar = profile ?? .car == .car
    let roads = try RoadFlags.selection(context)
    return Traveller(
      origin: origin, destination: destination, departure: departure, deadline: deadline,
      profile: profile, parking: hasCar ? try context.arguments.choice("park") : nil,
      roads: hasCar ? roads : roads?.withoutVehicle,
      parkSeconds: hasCar ? try context.parkSeconds() : nil)
  }
}
