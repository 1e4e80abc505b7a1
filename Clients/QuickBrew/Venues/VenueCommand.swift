import CommandLineKit
import Messages
import Time

/// `quickbrew venue`: everything known about one venue.
enum VenueCommand {
  static let command = Command(
    "venue", "Show what is known about a venue.",
    examples: [
      "venue osm/node/422 --near 37.78,-122.40", #"venue "Caffe Trieste" --sources"#,
      "venue osm/node/422 --user ada", "venue osm/node/422 --open phone",
    ],
    arguments: [VenueNames.argument],
    flags: [
      Flag("near", "LAT,LON", "how far it is from there"),
      Flag("at", "TIME", "whether it is open then (now)"),
      Flag("user", "NAME", "this user's favourite, note and review of it"),
      Flag("sources", "the source and date of each field"),
      Flag(
        "open", choices: VenueLink.allCases.map(\.rawValue),
        excludes: ["near", "at", "user", "sources"],
        "open it in another program, and show nothing"),
    ],
    notes: """
      \(VenueNames.note)
      Whether it is open is by the clock of the map, which
      the planner knows.
      --open passes the link to the first program that accepts it: of BROWSER, commands with colons
      between them in which %s stands for the link, then xdg-open. Without one it prints the link.
      Exit status: 0 found or opened, 1 no program opened the link, 3 no such venue, or it lacks
      what is to be opened.
      """,
    .run(run))

  @Sendable private static func run(_ context: CommandContext) async throws -> CommandStatus {
    let id = try await VenueNames.id(context.words[0], context)
    if let what: VenueLink = try context.arguments.choice("open") {
      let link = try what.address(of: try await context.send(VenueRequest(id: id)))
      return try await context.open(link: link)
    }
    if context.arguments.has("sources") {
      try context.show(try await context.send(VenueSourcesRequest(id: id))) {
        FeedRendering.render($0, style: $1)
      }
      return .success
    }
    let near = try PlaceParser.coordinate(of: "near", in: context.arguments)
    let time = try context.time("at")
    let venue = try await context.send(VenueRequest(id: id))
    let remarks = try await remarks(on: venue, context)
    if context.wantsJSON {
      try show(venue, remarks, context)
      return .success
    }
    let hours = await hours(of: venue, at: time, context)
    try context.output.text(VenueRendering.render(venue, from: near, hours, style: context.style))
    if let remarks {
      try context.output.text(ContributionRendering.render(remarks, style: context.style))
    }
    return .success
  }

  /// The reviews and notes of the venue; `nil` where they are not needed or not available.
  private static func remarks(
    on venue: Venue, _ context: CommandContext
  ) async throws -> VenueRemarks? {
    if context.arguments.has("user") {
      await OfflineFavourites.mergePending(context)
      return try await context.send(
        VenueRemarksRequest(id: venue.id, user: try UserFlag.name(context)))
    }
    if context.wantsJSON || venue.rating == nil { return nil }
    return try? await context.send(VenueRemarksRequest(id: venue.id))
  }

  /// Prints the venue alone, or together with its reviews and notes.
  private static func show(
    _ venue: Venue, _ remarks: VenueRemarks?, _ context: CommandContext
  ) throws {
    struct VenueWithRemarks: Encodable {
      let venue: Venue
      let remarks: VenueRemarks
    }
    if let remarks {
      try context.output.json(VenueWithRemarks(venue: venue, remarks: remarks))
    } else {
      try context.output.json(venue)
    }
  }

  /// Evaluates the opening hours; `nil` where the venue has none, or the planner, which knows the
  /// map's time zone, is unavailable.
  private static func hours(
    of venue: Venue, at time: RequestedTime?, _ context: CommandContext
  ) async -> VenueHours? {
    guard let value = venue.openingHours else { return nil }
    // The venue itself is still shown where the planner is unavailable.
    guard let map = try? await context.send(MapInfoRequest()),
      let instant = try? await context.send(MapTimesRequest(departure: time ?? .now)).departure
    else { return nil }
    return VenueHours(value, at: venue.coordinate, on: map, instant: instant.secondsSince1970)
  }
}
