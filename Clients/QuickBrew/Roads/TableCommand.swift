import CommandLineKit
import Messages

/// `quickbrew table`: travel times between several places.
enum TableCommand {
  static let command = Command(
    "table", "List the travel times from each of some places to each of others.",
    examples: [
      #"table --from 37.785834,-122.406417 --to "Coit Tower" --to "Ferry Building""#,
      "table --from 37.795983,-122.393726 --to 37.802395,-122.405822 --profile foot",
    ],
    usage: "--from PLACE [--from PLACE …] --to PLACE [--to PLACE …] [flags]",
    flags: [
      Flag("from", "PLACE", repeatable: true, "a place to leave from: LAT,LON, a text, or @DEVICE"),
      Flag("to", "PLACE", repeatable: true, "a place to go to; both may be given again"),
      TripFlags.profile, TripFlags.depart, TripFlags.arrive,
    ],
    notes: """
      A pair that no road joins shows “no road”, and is null in JSON. \(TripFlags.timeNote)
      """,
    .run { context in
      for flag in ["from", "to"] { _ = try context.arguments.required(flag) }
      let (sources, destinations) = (try context.places("from"), try context.places("to"))
      let profile = try context.profile()
      let requested = try context.requestedTimes()
      let points = try await context.coordinates(of: sources + destinations)
      let times = try await context.tripTimes(requested)
      let reply = try await context.send(
        TableRequest(
          sources: Array(points.prefix(sources.count)),
          destinations: Array(points.dropFirst(sources.count)), profile: profile,
          departure: times.departure, arrival: times.arrival))
      try context.show(reply) { reply, style in
        RouterRendering.render(
          reply, sources: context.arguments.values("from"),
          destinations: context.arguments.values("to"), style: style)
      }
      return .success
    })
}
