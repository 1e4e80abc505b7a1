import Messages
import ServiceRuntime

/// `quickbrew geofence add`.
enum GeofenceAdd: Subcommand {
  static let name = "geofence add"
  static let summary = "Watch a circle, a polygon or the surroundings of a line."
  static let help = CommandHelp(
    examples: ["geofence add 37.785834,-122.406417 --radius 500 --label Home"],
    usage: "LAT,LON [LAT,LON …] [flags]",
    flags: [
      Flag("radius", "METERS", "from the center to the edge, 1 to 1000000 (1000)"),
      Flag("buffer", "METERS", "a corridor along the points, so wide to each side"),
      Flag("label", "TEXT", "what to call it"),
      Flag("tag", "TEXT", repeatable: true, "a word to find it by; events repeat it"),
      Flag("dwell", "TIME", "tell when a device has been in for so long, such as 10m"),
      Flag("expires", "ISO", "watch it until then"),
      Flag("hysteresis", "METERS", "how far beyond the edge a device has left; 0: no band (20)"),
      Flag("fixes", "N", "positions that must agree before a device is in or out (2)"),
      Flag("seconds", "N", "from the first of them to the last (10)"),
    ],
    notes: "One point is a circle, three or more are a polygon, and with --buffer a corridor.")

  static func run(_ call: Call) async throws -> CommandStatus {
    let arguments = call.arguments
    let tags = arguments.values("tag")
    let definition = FenceDefinition(
      area: try area(arguments), label: arguments["label"], tags: tags.isEmpty ? nil : tags,
      dwellSeconds: try arguments.seconds("dwell", in: GeofenceLimits.dwellSeconds),
      expires: try arguments.time("expires"), confirmation: try confirmation(arguments))
    let fence = try await call.send(FenceAddRequest(definition))
    try call.show(fence) { fence, _ in "Watching \(GeofenceRendering.line(fence))\n" }
    return .fine
  }

  private static func area(_ arguments: Arguments) throws -> FenceArea {
    let points = try arguments.positional.map { try Place.coordinate($0, "LAT,LON") }
    let radius = try arguments.number("radius", in: GeofenceLimits.radiusMeters)
    if let buffer = try arguments.number("buffer", in: GeofenceLimits.bufferMeters) {
      guard points.count > 1, radius == nil else {
        throw UsageError("--buffer needs the points of a line, and no --radius.")
      }
      return .corridor(line: points, bufferMeters: buffer)
    }
    guard let center = points.first else { throw UsageError("LAT,LON is missing.") }
    if points.count == 1 {
      return .circle(
        center: center, radiusMeters: radius ?? GeofenceLimits.defaultRadiusMeters)
    }
    guard points.count > 2, radius == nil else {
      throw UsageError("A polygon has three points or more, and no --radius.")
    }
    return .polygon(rings: [points])
  }

  private static func confirmation(_ arguments: Arguments) throws -> FenceConfirmation? {
    let confirmation = FenceConfirmation(
      hysteresisMeters: try arguments.number("hysteresis", in: 0...10_000),
      fixes: try arguments.integer("fixes", in: 1...100),
      seconds: try arguments.integer("seconds", in: 0...3_600))
    return confirmation == FenceConfirmation() ? nil : confirmation
  }
}

/// `quickbrew geofence list`.
enum GeofenceList: Subcommand {
  static let name = "geofence list"
  static let summary = "List the areas that are watched."
  static let help = CommandHelp(examples: ["geofence list"], usage: "")

  static func run(_ call: Call) async throws -> CommandStatus {
    _ = try call.arguments.positionals([])
    let reply = try await call.send(FenceListRequest())
    if reply.fences.isEmpty, !call.wantsJSON {
      call.output.message("No fences yet: quickbrew geofence add LAT,LON sets one up.")
    } else {
      try call.show(reply) { GeofenceRendering.render($0, style: $1) }
    }
    return .fine
  }
}

/// `quickbrew geofence remove`.
enum GeofenceRemove: Subcommand {
  static let name = "geofence remove"
  static let summary = "Watch an area no longer."
  static let help = CommandHelp(
    examples: ["geofence remove fence-3"], usage: "ID",
    notes: "Exit status: 0 removed, 3 no such fence.")

  static func run(_ call: Call) async throws -> CommandStatus {
    let id = try FenceID(argument: call.arguments.positionals(["ID"])[0])
    let fence = try await call.send(FenceRemoveRequest(id: id))
    try call.show(fence) { fence, _ in "Removed \(GeofenceRendering.line(fence))\n" }
    return .fine
  }
}
