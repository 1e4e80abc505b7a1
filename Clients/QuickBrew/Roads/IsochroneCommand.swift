import CommandLineKit
import FoundationEssentials
import Messages

/// `quickbrew isochrone`: the area within reach of a place.
enum IsochroneCommand: Subcommand {
  static let name = "isochrone"
  static let summary = "Find the area within so many minutes of a place."
  static let help = CommandHelp(
    examples: [
      #"isochrone "Coit Tower" --minutes 5,10"#,
      "isochrone 37.795983,-122.393726 --minutes 15 --profile foot --geojson reach.json",
    ],
    usage: "PLACE --minutes N[,N …] [flags]",
    flags: [
      Flag("minutes", "N[,N …]", "the time limits, up to \(RouterLimits.maximumContours) of them"),
      Flag("reverse", "from where one gets here in time, not where one gets from here"),
      TripFlags.profile,
      Flag("depart", "TIME", "when you leave; with --reverse when you are there (on empty roads)"),
      Flag("geojson", "FILE", "write the areas as GeoJSON to a file, or to - for standard output"),
    ] + RoadFlags.all,
    notes: """
      Roads to avoid with --avoid are left out of the area.
      PLACE is LAT,LON, a text, or @DEVICE. With --json the areas are printed as GeoJSON: a
      FeatureCollection with a MultiPolygon for each time limit, in the order asked for.
      Exit status: 0 found, 2 off the map, 3 no such place.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let arguments = context.arguments
    let place = try context.reference(arguments.positionals(["PLACE"])[0], "PLACE")
    let contours = try minutes(arguments)
    let isReverse = arguments.has("reverse")
    let profile = try context.profile()
    let roads = try RoadFlags.selection(context)
    _ = try context.requestedTimes()
    let bus = try context.connect()
    let point = try await PlaceArgumentResolver(context, bus)
      .coordinate(of: place, near: nil)
    let request = IsochroneRequest(
      center: point, contoursSeconds: contours, reverse: isReverse ? true : nil, profile: profile,
      time: try await context.tripTimes(bus).departure, roads: roads)
    let reply = try await bus.send(request, timeout: context.timeout)
    return try show(reply, to: request, context)
  }

  private static func show(
    _ reply: IsochroneReply, to request: IsochroneRequest, _ context: CommandContext
  ) throws -> CommandStatus {
    let collection = try IsochroneFeatures.collection(reply, to: request)
    if context.wantsJSON {
      try context.output.json(collection)
      return .success
    }
    if let path = context.arguments["geojson"] {
      let text = try JSONLine.text(collection) + "\n"
      if path == "-" {
        try context.output.text(text)
        return .success
      }
      try OutputFile.write(text, to: path)
      context.output.message("quickbrew: Wrote \(path).")
    }
    try context.output.text(IsochroneRendering.render(reply, style: context.style))
    return .success
  }

  /// The values of `--minutes`, in seconds.
  ///
  /// - Throws: `UsageError`.
  static func minutes(_ arguments: Arguments) throws(UsageError) -> [Int] {
    guard let text = arguments["minutes"] else { throw UsageError("--minutes is missing.") }
    let longest = RouterLimits.maximumContourSeconds / 60
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= RouterLimits.maximumContours else {
      throw UsageError("--minutes takes at most \(RouterLimits.maximumContours) numbers.")
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
