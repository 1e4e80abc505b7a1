import CommandLineKit
import Geography
import Messages

/// `quickbrew route`: finds the fastest route.
enum RouteCommand {
  static let command = Command(
    "route", "Find the quickest drive.",
    examples: [
      #"route --from 37.785834,-122.406417 --to "Coit Tower" --steps"#,
      "route --from 37.7959,-122.3937 --to 37.8023,-122.4058 --profile bike --depart 8am",
      #"route "Ferry Building" "Coit Tower" --vehicle height=3.1m,weight=3.5t --avoid tolls"#,
      #"route "Ferry Building" --round 5km --profile foot --seed 2"#,
      "route --batch - --verify < trips.txt",
    ],
    arguments: nil,
    usage: "[--from] PLACE [--to] PLACE [--via PLACE …] [flags] | PLACE --round DISTANCE | "
      + "--batch FILE",
    flags: [
      Flag(
        "from", "PLACE", excludes: ["batch"],
        "where the drive begins: LAT,LON, a text, or @DEVICE"),
      Flag(
        "via", "PLACE", repeatable: true, excludes: ["batch", "round"],
        "a place to pass on the way; may be given again"),
      Flag("to", "PLACE", excludes: ["batch", "round"], "where it ends"),
      TripFlags.profile, TripFlags.depart, TripFlags.arrive,
      Flag(
        "side", "SIDE", of: StreetSide.self,
        "kerb: leave and reach places on their side of the street (either)"),
      Flag("heading", "DEGREES", "the direction in which the drive begins, from north"),
      Flag(
        "alternatives", "N", excludes: ["round"], "show at most N other drives, 0 to 3 (0)"),
      Flag("stops", excludes: ["round"], "stop at each --via, instead of passing it"),
      Flag(
        "round", "DISTANCE", excludes: ["arrive"],
        "a round trip of about this length, such as 5km, from --from"),
      Flag("seed", "N", "another round trip (0)"),
      Flag("steps", "show every turn"),
      Flag("verify", "have a second, plainer search check the answer"),
      Flag("no-geometry", "leave the line to draw out of the JSON"),
      Flag(
        "batch", "FILE", excludes: ["PLACE"],
        "answer each line of a file, or of - for standard input"),
    ] + RoadFlags.all,
    notes: """
      \(RoadFlags.note)
      A round trip passes three points on a circle, in the direction of --heading if that is given;
      its length is met as nearly as the roads allow, usually to a tenth.
      A text is looked up first, near the place before it. \(TripFlags.timeNote)
      With --batch each line is lat,lon,lat,lon (more pairs for places on the way) and each answer
      one line of JSON, in the same order; a line that fails is answered
      {"error":{"code":…,"message":…}}. The exit status is then 0, 5 where no line reached the
      service, or 1 where --verify found a difference.
      JSON holds the line to draw, an encoded polyline with six decimal places.
      Exit status otherwise: 0 found, 1 found and not verified, 2 off the map, 3 no such place or no
      road leads there.
      """,
    .run { context in
      let options = try RouteOptions(context)
      if let path = context.arguments["batch"] { return try await answer(path, options, context) }
      let reply =
        context.arguments.has("round")
        ? try await round(options, context) : try await drive(options, context)
      try options.show(reply, context)
      return options.isSatisfied(by: reply) ? .success : .failure
    })

  private static func drive(
    _ options: RouteOptions, _ context: CommandContext
  ) async throws -> RouteReply {
    let ends = try context.tripEnds()
    let places = [ends.from] + (try context.places("via")) + [ends.to]
    let requested = try context.requestedTimes()
    let points = try await context.coordinates(of: places)
    return try await context.send(
      options.request(points, try await context.tripTimes(requested)))
  }

  private static func round(
    _ options: RouteOptions, _ context: CommandContext
  ) async throws -> RouteReply {
    let trip = try RoundTrip(context)
    let start =
      context.words.isEmpty
      ? try context.place("from")
      : try context.reference(context.arguments.positionals(["PLACE"])[0], "PLACE")
    let requested = try context.requestedTimes()
    let point = try await context.coordinate(of: start)
    let times = try await context.tripTimes(requested)
    return try await trip.find(from: point) { waypoints in
      try await context.send(options.request(waypoints, times))
    }
  }

  private static func answer(
    _ path: String, _ options: RouteOptions, _ context: CommandContext
  ) async throws -> CommandStatus {
    let requested = try context.requestedTimes()
    let source = try context.environment.openLines(path)
    let times = try await context.tripTimes(requested)
    let batch = Batch(
      bus: try context.connect(), timeout: context.timeout,
      isGood: { options.isSatisfied(by: $0) }
    ) { line throws(ServiceError) in
      options.request(try waypoints(line), times)
    }
    return try await batch.run(source, on: context.output)
  }

  /// Parses the coordinates of a line of a batch.
  ///
  /// - Throws: `ServiceError` with `invalidRequest`.
  private static func waypoints(_ line: String) throws(ServiceError) -> [Coordinate] {
    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count >= 4, fields.count.isMultiple(of: 2) else {
      throw ServiceError(
        .invalidRequest, "“\(line.shortened(to: 80))” is not a line like lat,lon,lat,lon.")
    }
    var points: [Coordinate] = []
    for index in stride(from: 0, to: fields.count, by: 2) {
      let text = "\(fields[index]),\(fields[index + 1])"
      guard let point = Coordinate(text: text) else {
        throw ServiceError(
          .invalidRequest, "“\(text.shortened(to: 80))” is not a latitude and longitude in range.")
      }
      points.append(point)
    }
    return points
  }
}

/// The options of a route, except for its waypoints and times.
struct RouteOptions: Sendable, Hashable {
  private let profile: TravelProfile?
  private let side: StreetSide?
  private let alternatives: Int?
  private let geometry: Bool?
  private let steps: Bool?
  private let verify: Bool?
  private let roads: RoadSelection?
  private let heading: Double?
  private let stops: Bool

  /// - Throws: `UsageError`.
  init(_ context: CommandContext) throws(UsageError) {
    let arguments = context.arguments
    profile = try context.profile()
    side = try arguments.choice("side")
    alternatives = try arguments.integer(
      "alternatives", in: 0...RouterLimits.maximumAlternatives)
    let hasLine = (context.wantsJSON || arguments.has("batch")) && !arguments.has("no-geometry")
    geometry = hasLine ? true : nil
    steps = arguments.ifGiven("steps")
    verify = arguments.ifGiven("verify")
    roads = try RoadFlags.selection(context)
    heading = try arguments.number("heading", in: 0...359.999)
    stops = arguments.has("stops")
  }

  func request(_ waypoints: [Coordinate], _ times: TripTimes) -> RouteRequest {
    RouteRequest(
      waypoints: waypoints, profile: profile, departure: times.departure, arrival: times.arrival,
      side: side, alternatives: alternatives, geometry: geometry, steps: steps, verify: verify,
      roads: roads,
      headings: heading.map { [$0] + waypoints.dropFirst().map { _ in nil } },
      through: stops || waypoints.count < 3 ? nil : Array(1..<waypoints.count - 1))
  }

  /// Prints a route; that of a car without a time with the remark that its roads are empty.
  func show(_ reply: RouteReply, _ context: CommandContext) throws {
    let isOnEmptyRoads = reply.departure == nil && profile ?? .car == .car
    try context.show(reply) {
      RouterRendering.render($0, isOnEmptyRoads: isOnEmptyRoads, style: $1)
    }
  }

  /// Whether the reply is verified, where `--verify` asks for that.
  func isSatisfied(by reply: RouteReply) -> Bool { verify != true || reply.verified == true }
}
