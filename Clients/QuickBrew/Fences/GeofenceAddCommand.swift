import CommandLineKit
import Messages
import Time

/// `quickbrew geofence add`.
enum GeofenceAddCommand {
  static let command = Command(
    "geofence add", "Watch a circle, a polygon or the surroundings of a line.",
    examples: [
      "geofence add 37.785834,-122.406417 --radius 500 --label Home",
      #"geofence add --geojson yard.json --tag work --hours "Mo-Fr 08:00-18:00; Sa 09:00-12:00""#,
      #"geofence add --along --from 37.785834,-122.406417 --to "Coit Tower" --width 100"#,
    ],
    arguments: nil,
    usage: "PLACE [PLACE …] | --geojson FILE | --along --from PLACE --to PLACE [flags]",
    flags: [
      Flag("radius", "METERS", "from the center to the edge, 1 to 1000000 (1000)"),
      Flag("width", "METERS", "a corridor along the points, this wide from edge to edge"),
      Flag("buffer", "METERS", excludes: ["width"], "the same, this wide to each side"),
      Flag(
        "geojson", "FILE", excludes: ["PLACE"],
        "the one area in a file, with its holes; - is standard input"),
      Flag(
        "along", excludes: ["PLACE", "geojson"],
        "a corridor along the quickest drive, 100 m wide without --width"),
      Flag("from", "PLACE", requires: ["along"], "where the drive begins"),
      Flag(
        "via", "PLACE", repeatable: true, requires: ["along"],
        "a place on the way; may be given again"),
      Flag("to", "PLACE", requires: ["along"], "where it ends"),
      TripFlags.profile(requires: ["along"]),
      Flag("label", "TEXT", "the name of the fence"),
      Flag("tag", "TEXT", repeatable: true, "a word to find it by; events repeat it"),
      Flag("dwell", "TIME", "report when a device has been inside this long, such as 10m"),
      Flag("hours", "HOURS", #"only then, such as "Mo-Fr 08:00-18:00; Sa,Su 22:00-02:00""#),
      Flag("expires", "ISO", "watch it until then, such as 2026-11-21T08:15:00-08:00"),
      Flag("hysteresis", "METERS", "how far beyond the edge a device has left; 0: no band (20)"),
      Flag("fixes", "N", "positions that must agree before a device is in or out (2)"),
      Flag("seconds", "N", "from the first of them to the last (10)"),
    ],
    notes: """
      One point is a circle, three or more are a polygon, and with --width a corridor. GeoJSON is a
      Polygon, a MultiPolygon or, with --width, a LineString, bare or as the only feature.
      Hours are by the clock that a position's time has.
      Exit status: 0 watching, 2 invalid input, 3 no such place or no road leads there.
      """,
    .ask { context in
      let arguments = context.arguments
      let shape = try FenceShape(context)
      let tags = arguments.values("tag")
      let hours = try arguments["hours"].map(WeeklyHoursText.parse)
      let dwell = try arguments.seconds("dwell", in: GeofenceLimits.dwellSeconds)
      let expires = try arguments.time("expires")
      if let expires, expires <= .now() {
        throw UsageError("--expires \(expires) has passed already.")
      }
      let confirmation = FenceConfirmation(
        hysteresisMeters: try arguments.meters("hysteresis", in: 0...10_000),
        fixes: try arguments.integer("fixes", in: 1...100),
        seconds: try arguments.integer("seconds", in: 0...3_600))
      return FenceAddRequest(
        FenceDefinition(
          area: try await shape.area(context), label: arguments["label"],
          tags: tags.isEmpty ? nil : tags, dwellSeconds: dwell, hours: hours, expires: expires,
          confirmation: confirmation == FenceConfirmation() ? nil : confirmation))
    } text: { fence, _ in
      GeofenceRendering.line("added", fence)
    })
}
