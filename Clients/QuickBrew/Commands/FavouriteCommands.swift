import Messages
import ServiceRuntime

/// `quickbrew favourite add`.
enum FavouriteAdd: Subcommand {
  static let name = "favourite add"
  static let summary = "Keep a venue among your favourites."
  static let help = CommandHelp(
    examples: ["favourite add osm/node/123"], usage: "ID [flags]", flags: [UserFlag.flag],
    notes: "Adding one twice is fine. Exit status: 0 kept, 3 no such venue.")

  static func run(_ call: Call) async throws -> CommandStatus {
    let id = try VenueID(argument: call.arguments.positionals(["ID"])[0])
    let user = try UserFlag.name(call)
    let favourite = try await call.send(FavouriteAddRequest(user: user, venueID: id))
    try call.show(favourite) { favourite, _ in
      "Kept \(favourite.venue.name.printable) among the favourites of \(user.printable).\n"
    }
    return .fine
  }
}

/// `quickbrew favourite remove`.
enum FavouriteRemove: Subcommand {
  static let name = "favourite remove"
  static let summary = "Take a venue off your favourites."
  static let help = CommandHelp(
    examples: ["favourite remove osm/node/123"], usage: "ID [flags]", flags: [UserFlag.flag],
    notes: "Exit status: 0 removed, 3 it was no favourite.")

  static func run(_ call: Call) async throws -> CommandStatus {
    let id = try VenueID(argument: call.arguments.positionals(["ID"])[0])
    let user = try UserFlag.name(call)
    let favourite = try await call.send(FavouriteRemoveRequest(user: user, venueID: id))
    try call.show(favourite) { favourite, _ in
      "Took \(favourite.venue.name.printable) off the favourites of \(user.printable).\n"
    }
    return .fine
  }
}

/// `quickbrew favourite list`.
enum FavouriteList: Subcommand {
  static let name = "favourite list"
  static let summary = "List your favourites, oldest first."
  static let help = CommandHelp(
    examples: ["favourite list"], usage: "[flags]", flags: [UserFlag.flag])

  static func run(_ call: Call) async throws -> CommandStatus {
    _ = try call.arguments.positionals([])
    let reply = try await call.send(FavouriteListRequest(user: UserFlag.name(call)))
    if reply.favourites.isEmpty, !call.wantsJSON {
      call.output.message("No favourites yet: quickbrew favourite add ID keeps one.")
    } else {
      try call.show(reply) { VenueRendering.render($0, style: $1) }
    }
    return .fine
  }
}
