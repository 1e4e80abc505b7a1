import CommandLineKit
import FoundationEssentials
import Geography
import Messages

/// `quickbrew geofence route`: sets the route of a device, and shows the fence that it reaches
/// next.
enum GeofenceRouteCommand {
  static let command = Command(
    "geofence route", "Set a device's route and predict the fences it enters.",
    examples: [
      #"geofence route --device phone --to "Coit Tower""#,
      "geofence route --device phone --board weekend --depart 08:00",
      "plan --from @phone --to 37.80,-122.41 --arrive-by +45m --json"
        + " | quickbrew geofence route --device phone --plan -",
      "geofence route --device phone", "geofence route --device phone --off",
    ],
    usage: "--device NAME [--to PLACE | --board NAME | --plan FILE | --off] [flags]",
    flags: [
      Flag("device", "NAME", "which device"),
      Flag("to", "PLACE", "by the quickest drive there: LAT,LON, a text, or @DEVICE"),
      Flag("from", "PLACE", requires: ["to"], "where the drive begins (where the device is)"),
      Flag(
        "via", "PLACE", repeatable: true, requires: ["to"],
        "a place on the way; may be given again"),
      Flag("board", "NAME", excludes: ["to"], "by the drives from pin to pin of a board"),
      Flag(
        "plan", "FILE", excludes: ["to", "board"],
        "by the plan that plan --json printed; - is standard input"),
      Flag(
        "stop", "N", requires: ["plan"], "the stop in row N of the plan; 0: no stop (1)"),
      TripFlags.profile(requires: ["to"]),
      Flag(
        "depart", "TIME", requires: ["to", "board"],
        "when it leaves: HH:MM, ISO 8601, or now (when it moves)"),
      Flag("off", excludes: ["to", "board", "plan"], "forget the device's route"),
    ],
    notes: """
      Without a route it shows what comes next. geofence watch --upcoming shows it as it changes,
      until the device arrives or leaves the route.
      Exit status: 0 set or shown, 2 invalid input, 3 no such device, place, plan or route.
      """,
    .run { context in
      let device = try context.device()
      let arguments = context.arguments
      let reply: UpcomingFence
      if ["to", "board", "plan", "off"].contains(where: arguments.has) {
        let route = try await route(of: device, context)
        reply = try await context.send(RouteSetRequest(device: device, route: route))
      } else {
        reply = try await context.send(UpcomingRequest(device: device))
      }
      try context.show(reply) { GeofenceRendering.render($0, style: $1) }
      return .success
    })

  /// The route that the flags select; `nil` for none.
  private static func route(
    of device: DeviceID, _ context: CommandContext
  ) async throws -> DeviceRoute? {
    if context.arguments.has("off") { return nil }
    if context.arguments.has("plan") { return try plan(context) }
    if context.arguments.has("board") { return try await board(context) }
    return try await drive(device, context)
  }

  private static func drive(
    _ device: DeviceID, _ context: CommandContext
  ) async throws -> DeviceRoute {
    let from = context.arguments.has("from") ? try context.place("from") : .device(device)
    let places = [from] + (try context.places("via")) + [try context.place("to")]
    let profile = try context.profile()
    let requested = try context.requestedTimes()
    let points = try await context.coordinates(of: places)
    let departure = try await context.tripTimes(requested).departure
    let route = try await context.send(
      RouteRequest(
        waypoints: points, profile: profile, departure: departure, geometry: true, steps: true))
    let steps = route.legs.flatMap { $0.steps ?? [] }
    return DeviceRoute(
      stretches: RouteSegments.stretches(
        of: route.geometry ?? EncodedPolyline([]), steps, seconds: route.durationSeconds),
      departure: departure)
  }

  private static func board(_ context: CommandContext) async throws -> DeviceRoute {
    let departure = try await context.tripTimes(try context.requestedTimes()).departure
    let name = try BoardFlag.id(context)
    let board = try await context.send(PinBoardRequest(board: name))
    guard !board.legs.isEmpty else {
      throw ServiceError(
        .notFound, "The board \(name) has no drives: quickbrew pins add PLACE sets two pins.")
    }
    return DeviceRoute(
      stretches: board.legs.flatMap { stretches($0.drive) }, departure: departure)
  }

  private static func plan(_ context: CommandContext) throws -> DeviceRoute {
    let path = context.arguments["plan"] ?? "-"
    let text = try InputFile.text(path)
    guard let plan = try? MessageCoder.decode(Plan.self, from: Data(text.utf8)) else {
      throw UsageError("--plan \(path) holds no plan: quickbrew plan --json prints one.")
    }
    let row = try context.arguments.integer("stop", in: 0...PlannerLimits.maximumOptions)
    guard row != 0, !plan.options.isEmpty || row != nil else {
      let direct = plan.direct
      return DeviceRoute(
        stretches: RouteSegments.stretches(
          of: direct.geometry, direct.steps, seconds: direct.durationSeconds),
        departure: plan.departure)
    }
    let index = (row ?? 1) - 1
    guard plan.options.indices.contains(index) else {
      throw ServiceError(
        .notFound,
        "The plan has \(Formats.count(plan.options.count, "stop", "stops")), no row \(index + 1).")
    }
    let option = plan.options[index]
    let stay = option.waitSeconds + option.dwellSeconds
    return DeviceRoute(
      stretches: stretches(option.toStop, stay: stay) + stretches(option.toDestination),
      departure: plan.departure)
  }

  private static func stretches(_ leg: PlanLeg, stay: Int? = nil) -> [DeviceRoute.Stretch] {
    RouteSegments.stretches(
      of: leg.geometry, leg.steps, seconds: leg.durationSeconds, stopSeconds: stay)
  }
}
