import CommandLineKit
import Messages

/// `quickbrew reverse`: finds the address or place at a coordinate.
enum ReverseCommand: Subcommand {
  static let name = "reverse"
  static let summary = "Find what is at or near a coordinate."
  static let help = CommandHelp(
    examples: ["reverse 37.802395,-122.405822"],
    usage: "LAT,LON [flags]",
    flags: [
      Flag("radius", "METERS", "how far to look, 1 to 10000 (1000)"),
      Flag(
        "level", "LEVEL", "only house, street, suburb, city or country (nearest of each)"),
      Flag("language", "CODE", "name places in this language where the map does: sv, pt-BR"),
    ],
    notes: "Exit status: 0 found, 3 nothing near.")

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let text = try context.arguments.positionals(["LAT,LON"])[0]
    let point = try PlaceParser.coordinate(text, "LAT,LON")
    let radius = try context.arguments.meters("radius", in: 1...10_000)
    let reply = try await context.send(
      ReverseGeocodeRequest(
        coordinate: point, radiusMeters: radius,
        language: context.arguments["language"], level: try context.choice("level")))
    return try GeocodeCommand.show(reply, for: text, context)
  }
}
