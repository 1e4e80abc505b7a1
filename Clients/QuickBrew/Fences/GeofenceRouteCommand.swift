import CommandLineKit
import FoundationEssentials
import Geography
import Messages

/// `quickbrew geofence route`: sets the route of a device, and shows the fence that it reaches
/// next.
enum GeofenceRouteCommand: Subcommand {
  static let name = "geofence route"
  static let summary = "Say which way a device goes, to hear which fence it enters when."
  static let help = CommandHelp(
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
      Flag("from", "PLACE", "where the drive begins (where the device is)"),
      Flag("via", "PLACE", repeatable: true, "a place on the way; may be given again"),
      Flag("board", "NAME", "by the drives from pin to pin of a board"),
      Flag("plan", "FILE", "by what plan --json has found; - is standard input"),
      Flag("stop", "N", "with --plan: over the stop in row N; 0: over none (1)"),
      TripFlags.profile,
      Flag("depart", "TIME", "when it leaves: HH:MM, ISO 8601, or now (when it moves)"),
      Flag("off", "it goes no known way any more"),
    ],
    notes: """
      Without a way it shows what comes next. geofence watch --upcoming shows it as it changes,
      until the device arrives or leaves the way.
      Exit status: 0 set or shown, 2 invalid input, 3 no such device, place, plan or way.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    _ = try context.arguments.positionals([])
    guard let name = context.arguments["device"] else { throw UsageError("--device is missing.") }
    let device = try PlaceParser.device(name, "--device")
    let bus = try context.connect()
    let reply =
      switch try routeFlag(context) {
      case nil: try await bus.send(UpcomingRequest(device: device), timeout: context.timeout)
      case "off": try await send(nil, device, context, bus)
      case "plan": try await send(try plan(context), device, context, bus)
      case "board": try await send(try await board(context, bus), device, context, bus)
      case .some: try await send(try await drive(device, context, bus), device, context, bus)
      }
    try context.show(reply) { GeofenceRendering.render($0, style: $1) }
    return .success
  }

  /// The one flag that selects a route; `nil` where none is given.
  private static func routeFlag(_ context: CommandContext) throws(UsageError) -> String? {
    let flags = ["to", "board", "plan", "off"].filter(context.arguments.has)
    if flags.count > 1 { throw UsageError("--\(flags[1]) does not go with --\(flags[0]).") }
    let belongs = [
      "from": ["to"], "via": ["to"], "profile": ["to"], "depart": ["to", "board"], "stop": ["plan"],
    ]
    for (flag, owners) in belongs.sorted(by: { $0.key < $1.key })
    where context.arguments.has(flag) && !owners.contains(flags.first ?? "") {
      throw UsageError("--\(flag) goes with --\(owners.joined(separator: " or --")) only.")
    }
    return flags.first
  }

  private static func send(
    _ route: DeviceRoute?, _ device: DeviceID, _ context: CommandContext, _ bus: any ClientBus
  ) async throws(ServiceError) -> UpcomingFence {
    try await bus.send(RouteSetRequest(device: device, route: route), timeout: context.timeout)
  }

  private static func drive(
    _ device: DeviceID, _ context: CommandContext, _ bus: any ClientBus
  ) async throws -> DeviceRoute {
    let from = context.arguments.has("from") ? try context.place("from") : .device(device)
    let via = context.arguments.has("via") ? try context.places("via") : []
    let places = [from] + via + [try context.place("to")]
    let profile = try context.profile()
    let points = try await PlaceArgumentResolver(context, bus).coordinates(of: places)
    let departure = try await context.tripTimes(bus).departure
    let route = try await bus.send(
      RouteRequest(
        waypoints: points, profile: profile, departure: departure, geometry: true, steps: true),
      timeout: context.timeout)
    let steps = route.legs.flatMap { $0.steps ?? [] }
    return DeviceRoute(
      stretches: RouteSegments.stretches(
        of: route.geometry ?? EncodedPolyline([]), steps, seconds: route.durationSeconds),
      departure: departure)
  }

  private static func board(_ context: CommandContext, _ bus: any ClientBus) async throws
    -> DeviceRoute
  {
    let departure = try await context.tripTimes(bus).departure
    let name = try BoardFlag.id(context)
    let board = try await bus.send(PinBoardRequest(board: name), timeout: context.timeout)
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
