import CommandLineKit
import Messages

/// `quickbrew geofence list`.
enum GeofenceList: Subcommand {
  static let name = "geofence list"
  static let summary = "List the areas that are watched."
  static let help = CommandHelp(
    examples: ["geofence list", "geofence list --tag home"], usage: "[flags]",
    flags: [
      Flag("board", "NAME", "only those around the pins of a board"),
      Flag("tag", "TEXT", "only those with this tag"),
    ])

  static func run(_ call: Call) async throws -> CommandStatus {
    _ = try call.arguments.positionals([])
    let filters = ["board", "tag"].filter(call.arguments.has)
    for flag in filters where call.arguments[flag]?.allSatisfy(\.isWhitespace) ?? true {
      throw UsageError("--\(flag) is empty.")
    }
    let reply = try await call.send(
      FenceListRequest(
        board: call.arguments["board"].map(BoardID.init(rawValue:)), tag: call.arguments["tag"]))
    if reply.fences.isEmpty, !call.wantsJSON {
      call.output.message(
        filters.isEmpty
          ? "No fences yet: quickbrew geofence add LAT,LON sets one up."
          : "There are no such fences.")
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
