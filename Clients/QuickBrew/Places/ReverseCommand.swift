import CommandLineKit
import Messages

/// `quickbrew reverse`: finds the address or place at a coordinate.
enum ReverseCommand {
  static let command = Command(
    "reverse", "Find what is at or near a coordinate.",
    examples: ["reverse 37.802395,-122.405822"], arguments: ["LAT,LON"],
    flags: [
      Flag("radius", "METERS", "how far to look, 1 to 10000 (1000)"),
      Flag("level", "LEVEL", "only house, street, suburb, city or country (nearest of each)"),
    ],
    notes: "Exit status: 0 found, 3 nothing near.",
    .run { context in
      let text = context.words[0]
      let reply = try await context.send(
        ReverseGeocodeRequest(
          coordinate: try PlaceParser.coordinate(text, "LAT,LON"),
          radiusMeters: try context.arguments.meters("radius", in: 1...10_000),
          language: context.arguments["lang"], level: try context.arguments.choice("level")))
      return try GeocodeCommand.show(reply, for: text, context)
    })
}
