import CommandLineKit
import Messages

/// `quickbrew isochrone`: the area within reach of a place.
enum IsochroneCommand {
  static let command = Command(
    "isochrone", "Find the area within a number of minutes of a place.",
    examples: [
      #"isochrone "Coit Tower" --minutes 5,10"#,
      "isochrone 37.795983,-122.393726 --minutes 15 --profile foot --geojson reach.json",
    ],
    arguments: ["PLACE"], usage: "PLACE --minutes N[,N …] [flags]",
    flags: [
      Flag("minutes", "N[,N …]", "the time limits, up to \(RouterLimits.maximumContours) of them"),
      Flag("reverse", "places that can reach this point in time"),
      TripFlags.profile,
      Flag("depart", "TIME", "when you leave; with --reverse, when you arrive (on empty roads)"),
      Flag("geojson", "FILE", "write the areas as GeoJSON to a file, or to - for standard output"),
    ] + RoadFlags.all,
    notes: """
      Roads to avoid with --avoid are left out of the area.
      PLACE is LAT,LON, a text, or @DEVICE. With --json the areas are printed as GeoJSON: a
      FeatureCollection with a MultiPolygon for each time limit, in the order asked for.
      Exit status: 0 found, 2 off the map, 3 no such place.
      """,
    .run { context in
      let place = try context.reference(context.words[0], "PLACE")
      let contours = try minutes(context.arguments)
      let profile = try context.profile()
      let roads = try RoadFlags.selection(context)
      let requested = try context.requestedTimes()
      let request = IsochroneRequest(
        center: try await context.coordinate(of: place), contoursSeconds: contours,
        reverse: context.arguments.ifGiven("reverse"), profile: profile,
        time: try await context.tripTimes(requested).departure, roads: roads)
      try show(try await context.send(request), to: request, context)
      return .success
    })

  private static func show(
    _ reply: IsochroneReply, to request: IsochroneRequest, _ context: CommandContext
  ) throws {
    let collection = try IsochroneFeatures.collection(reply, to: request)
    if context.wantsJSON { return try context.output.json(collection) }
    if let path = context.arguments["geojson"] {
      try context.write(try JSONLine.text(collection) + "\n", to: path)
      if path == "-" { return }
      context.report(Formats.phrase("file.written", ["path": path]))
    }
    try context.show(text(reply, context.style))
  }

  /// The areas as a table.
  static func text(_ reply: IsochroneReply, _ style: Style) -> String {
    Formats.phrase("isochrone", ["place": RouterRendering.description(reply.center)]) + "\n"
      + TextTable(
        reply.contours,
        [
          .init(titled: "within", .right) { Formats.duration($0.durationSeconds) },
          .init(titled: "extent", .right) { contour in
            // A line that cannot be decoded has no area.
            (try? contour.squareMeters()).map(Formats.area) ?? "–"
          },
          .init(titled: "parts", .right) { "\($0.areas.count)" },
        ]
      ).render(style)
  }

  /// The values of `--minutes`, in seconds.
  private static func minutes(_ arguments: Arguments) throws(UsageError) -> [Int] {
    let text = try arguments.required("minutes")
    let longest = RouterLimits.maximumContourSeconds / 60
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= RouterLimits.maximumContours else {
      throw UsageError("--minutes accepts at most \(RouterLimits.maximumContours) numbers.")
    }
    var contours: [Int] = []
    for part in parts {
      guard let minutes = Double(part), minutes > 0, minutes <= Double(longest),
        (minutes * 60).rounded() >= 1
      else {
        throw UsageError("--minutes is a list like 5,10, each up to \(longest), not “\(text)”.")
      }
      contours.append(Int((minutes * 60).rounded()))
    }
    return contours
  }
}
