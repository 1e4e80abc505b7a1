import CommandLineKit
import Messages
import Time

/// `quickbrew venue`: everything known about one venue.
enum VenueCommand: Subcommand {
  static let name = "venue"
  static let summary = "Show what is known about a venue."
  static let help = CommandHelp(
    examples: [
      "venue osm/node/422 --near 37.78,-122.40", "venue osm/node/422 --sources",
      "venue osm/node/422 --user ada", "venue osm/node/422 --open phone",
    ],
    usage: "ID [flags]",
    flags: [
      Flag("near", "LAT,LON", "how far it is from there"),
      Flag("at", "TIME", "whether it is open then (now)"),
      Flag("user", "NAME", "what this user said of it: favourite, note, review"),
      Flag("sources", "which source said what, and when"),
      Flag(
        "open", choices: VenueLink.allCases.map(\.rawValue),
        "open it in another program, and show nothing"),
    ],
    notes: """
      nearby lists venues with their IDs. Whether it is open is by the clock of the map, which
      the planner knows.
      --open hands the link to the first program that takes it: of BROWSER, commands with colons
      between them in which %s stands for the link, then xdg-open. Where none does, it prints it.
      Exit status: 0 found or opened, 1 no program opened the link, 3 no such venue, or it lacks
      what is to be opened.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let id = try VenueID(argument: context.arguments.positionals(["ID"])[0])
    if let word = context.arguments["open"] { return try await open(word, of: id, context) }
    if context.arguments.has("sources") {
      let sources = try await context.send(VenueSourcesRequest(id: id))
      try context.show(sources) { FeedRendering.render($0, style: $1) }
    } else {
      let near = try PlaceParser.coordinate(of: "near", in: context.arguments)
      let time = try context.time("at")
      let bus = try context.connect()
      let venue = try await bus.send(VenueRequest(id: id), timeout: context.timeout)
      let remarks = try await remarks(on: venue, bus, context)
      if context.wantsJSON {
        try show(venue, remarks, context)
        return .success
      }
      let hours = await hours(of: venue, at: time, bus, context)
      try context.output.text(VenueRendering.render(venue, from: near, hours, style: context.style))
      if let remarks {
        try context.output.text(ContributionRendering.render(remarks, style: context.style))
      }
    }
    return .success
  }

  /// Opens a link of the venue in another program.
  private static func open(
    _ word: String, of id: VenueID, _ context: CommandContext
  ) async throws -> CommandStatus {
    for flag in ["near", "at", "user", "sources"] where context.arguments.has(flag) {
      throw UsageError("--open shows nothing: --\(flag) has no meaning with it.")
    }
    guard let what = VenueLink(rawValue: word) else {
      let words = VenueLink.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("--open takes one of \(words), not “\(word)”.")
    }
    let link = try what.address(of: try await context.send(VenueRequest(id: id)))
    return try await context.open(link: link)
  }

  /// The reviews and notes of the venue; `nil` where they are not needed or not available.
  private static func remarks(
    on venue: Venue, _ bus: any ClientBus, _ context: CommandContext
  ) async throws -> VenueRemarks? {
    if context.arguments.has("user") {
      await OfflineFavourites.mergePending(context)
      let request = VenueRemarksRequest(id: venue.id, user: try UserFlag.name(context))
      return try await bus.send(request, timeout: context.timeout)
    }
    if context.wantsJSON || venue.rating == nil { return nil }
    return try? await bus.send(VenueRemarksRequest(id: venue.id), timeout: context.timeout)
  }

  /// Prints the venue alone, or together with its reviews and notes.
  private static func show(_ venue: Venue, _ remarks: VenueRemarks?, _ context: CommandContext)
    throws
  {
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
    of venue: Venue, at time: RequestedTime?, _ bus: any ClientBus, _ context: CommandContext
  ) async -> VenueHours? {
    guard let value = venue.openingHours else { return nil }
    let times = MapTimesRequest(departure: time ?? .now)
    // The venue itself is still shown where the planner is unavailable.
    guard let map = try? await bus.send(MapInfoRequest(), timeout: context.timeout),
      let instant = try? await bus.send(times, timeout: context.timeout).departure
    else { return nil }
    return VenueHours(value, at: venue.coordinate, on: map, instant: instant.secondsSince1970)
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
