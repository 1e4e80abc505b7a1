import Messages
import ServiceRuntime

/// `quickbrew geofence add`.
enum GeofenceAdd: Subcommand {
  static let name = "geofence add"
  static let summary = "Watch a circle around a coordinate."
  static let help = CommandHelp(
    examples: ["geofence add 37.785834,-122.406417 --radius 500 --label Home"],
    usage: "LAT,LON [flags]",
    flags: [
      Flag("radius", "METERS", "from the center to the edge, 1 to 1000000 (1000)"),
      Flag("label", "TEXT", "what to call it"),
    ])

  static func run(_ call: Call) async throws -> CommandStatus {
    let text = try call.arguments.positionals(["LAT,LON"])[0]
    let request = FenceAddRequest(
      center: try Place.coordinate(text, "LAT,LON"),
      radiusMeters: try call.arguments.number("radius", in: GeofenceLimits.radiusMeters),
      label: call.arguments["label"])
    let fence = try await call.send(request)
    try call.show(fence) { fence, _ in "Watching \(GeofenceRendering.line(fence))\n" }
    return .fine
  }
}

/// `quickbrew geofence list`.
enum GeofenceList: Subcommand {
  static let name = "geofence list"
  static let summary = "List the circles that are watched."
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
  static let summary = "Watch a circle no longer."
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
