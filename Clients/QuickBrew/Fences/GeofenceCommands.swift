import CommandLineKit
import Messages

/// `quickbrew geofence list`.
enum GeofenceListCommand: Subcommand {
  static let name = "geofence list"
  static let summary = "List the areas that are watched."
  static let help = CommandHelp(
    examples: ["geofence list", "geofence list --tag home"], usage: "[flags]",
    flags: [
      Flag("board", "NAME", "only those around the pins of a board"),
      Flag("tag", "TEXT", "only those with this tag"),
    ])

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    _ = try context.arguments.positionals([])
    let filters = ["board", "tag"].filter(context.arguments.has)
    for flag in filters where context.arguments[flag]?.allSatisfy(\.isWhitespace) ?? true {
      throw UsageError("--\(flag) is empty.")
    }
    let reply = try await context.send(
      FenceListRequest(
        board: context.arguments["board"].map(BoardID.init(rawValue:)),
        tag: context.arguments["tag"]))
    if reply.fences.isEmpty, !context.wantsJSON {
      context.output.message(
        filters.isEmpty
          ? "No fences yet: quickbrew geofence add LAT,LON sets one up."
          : "There are no such fences.")
    } else {
      try context.show(reply) { GeofenceRendering.render($0, style: $1) }
    }
    return .success
  }
}

/// `quickbrew geofence remove`.
enum GeofenceRemoveCommand: Subcommand {
  static let name = "geofence remove"
  static let summary = "Watch an area no longer."
  static let help = CommandHelp(
    examples: ["geofence remove fence-1"], usage: "ID [flags]", flags: [Confirmation.flag],
    notes: "Exit status: 0 removed, 3 no such fence.")

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let id = try FenceID(argument: context.arguments.positionals(["ID"])[0])
    guard context.confirms("Remove the fence \(id)?") else { return .failure }
    let fence = try await context.send(FenceRemoveRequest(id: id))
    try context.show(fence) { fence, _ in "Removed \(GeofenceRendering.line(fence))\n" }
    return .success
  }
}
