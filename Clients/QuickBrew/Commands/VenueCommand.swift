import Messages
import ServiceRuntime

/// `quickbrew venue`: everything known about one venue.
enum VenueCommand: Subcommand {
  static let name = "venue"
  static let summary = "Show what is known about a venue."
  static let help = CommandHelp(
    examples: ["venue osm/node/123", "venue osm/node/123 --sources"], usage: "ID [flags]",
    flags: [Flag("sources", "which source told what, and when")],
    notes: "nearby lists venues with their IDs.\nExit status: 0 found, 3 no such venue.")

  static func run(_ call: Call) async throws -> CommandStatus {
    let id = try VenueID(argument: call.arguments.positionals(["ID"])[0])
    if call.arguments.has("sources") {
      let sources = try await call.send(VenueSourcesRequest(id: id))
      try call.show(sources) { FeedRendering.render($0, style: $1) }
    } else {
      let venue = try await call.send(VenueRequest(id: id))
      try call.show(venue) { VenueRendering.render($0, style: $1) }
    }
    return .fine
  }
}

extension TypedID {
  /// An identifier given as an argument.
  ///
  /// - Throws: `UsageError` where it is blank.
  init(argument text: String) throws(UsageError) {
    if text.allSatisfy(\.isWhitespace) { throw UsageError("ID is empty.") }
    self.init(rawValue: text)
  }
}
