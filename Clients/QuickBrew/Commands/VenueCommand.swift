import CommandLineKit
import Messages

/// `quickbrew venue`: everything known about one venue.
enum VenueCommand: Subcommand {
  static let name = "venue"
  static let summary = "Show what is known about a venue."
  static let help = CommandHelp(
    examples: [
      "venue osm/node/123 --near 37.78,-122.40", "venue osm/node/123 --sources",
      "venue osm/node/123 --user ada", "venue osm/node/123 --open phone",
    ],
    usage: "ID [flags]",
    flags: [
      Flag("near", "LAT,LON", "how far it is from there"),
      Flag("at", "TIME", "whether it is open then (now)"),
      Flag("user", "NAME", "what this user said of it: favourite, note, review"),
      Flag("sources", "which source told what, and when"),
      Flag(
        "open", choices: VenueLink.allCases.map(\.rawValue),
        "open it in another program, and show nothing"),
    ],
    notes: """
      nearby lists venues with their IDs. Whether it is open is told by the clock of the map, which
      the planner knows.
      --open hands the link to the first program that takes it: of BROWSER, commands with colons
      between them in which %s stands for the link, then xdg-open. Where none does, it prints it.
      Exit status: 0 found or opened, 1 no program opened the link, 3 no such venue, or it lacks
      what is to be opened.
      """)

  static func run(_ call: Call) async throws -> CommandStatus {
    let id = try VenueID(argument: call.arguments.positionals(["ID"])[0])
    if let word = call.arguments["open"] { return try await open(word, of: id, call) }
    if call.arguments.has("sources") {
      let sources = try await call.send(VenueSourcesRequest(id: id))
      try call.show(sources) { FeedRendering.render($0, style: $1) }
    } else {
      let near = try Place.coordinate(of: "near", in: call.arguments)
      let time = try call.time("at")
      let bus = try call.connect()
      let venue = try await bus.send(VenueRequest(id: id), timeout: call.timeout)
      let remarks = try await remarks(on: venue, bus, call)
      if call.wantsJSON {
        try show(venue, remarks, call)
        return .fine
      }
      let hours = await hours(of: venue, at: time, bus, call)
      try call.output.text(VenueRendering.render(venue, from: near, hours, style: call.style))
      if let remarks { try call.output.text(PeopleRendering.render(remarks, style: call.style)) }
    }
    return .fine
  }

  /// Hands a link of the venue to another program.
  private static func open(
    _ word: String, of id: VenueID, _ call: Call
  ) async throws -> CommandStatus {
    struct Told: Encodable {
      let link: String
      let program: String?
    }
    for flag in ["near", "at", "user", "sources"] where call.arguments.has(flag) {
      throw UsageError("--open shows nothing: --\(flag) has no meaning with it.")
    }
    guard let what = VenueLink(rawValue: word) else {
      let words = VenueLink.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("--open takes one of \(words), not “\(word)”.")
    }
    let link = try what.address(of: try await call.send(VenueRequest(id: id)))
    switch await LinkOpener(environment: call.surroundings.environment).open(link) {
    case .opened(let program):
      if call.wantsJSON { try call.output.json(Told(link: link, program: program)) }
      return .fine
    case .notOpened(let reasons):
      try call.show(Told(link: link, program: nil)) { told, _ in told.link.printable + "\n" }
      call.output.message("No program opened the link. " + reasons.joined(separator: " "))
      return .failure
    }
  }

  /// What people said of it; `nil` where nobody asks for it, and it is not needed or not to be had.
  private static func remarks(
    on venue: Venue, _ bus: any ServiceBus, _ call: Call
  ) async throws -> VenueRemarks? {
    if call.arguments.has("user") {
      await OfflineFavourites.mergeWhatWaits(call)
      let request = VenueRemarksRequest(id: venue.id, user: try UserFlag.name(call))
      return try await bus.send(request, timeout: call.timeout)
    }
    if call.wantsJSON || venue.rating == nil { return nil }
    return try? await bus.send(VenueRemarksRequest(id: venue.id), timeout: call.timeout)
  }

  /// The venue alone, or with what was said of it.
  private static func show(_ venue: Venue, _ remarks: VenueRemarks?, _ call: Call) throws {
    struct Told: Encodable {
      let venue: Venue
      let remarks: VenueRemarks
    }
    if let remarks {
      try call.output.json(Told(venue: venue, remarks: remarks))
    } else {
      try call.output.json(venue)
    }
  }

  /// What its hours say; `nil` where it gives none. Without the planner nobody knows the clock.
  private static func hours(
    of venue: Venue, at time: RequestedTime?, _ bus: any ServiceBus, _ call: Call
  ) async -> VenueHours? {
    guard let value = venue.openingHours else { return nil }
    let times = MapTimesRequest(departure: time ?? .now)
    // The venue is what was asked for: it is shown though the planner is away.
    guard let map = try? await bus.send(MapInfoRequest(), timeout: call.timeout),
      let instant = try? await bus.send(times, timeout: call.timeout).departure
    else { return nil }
    return VenueHours(value, of: venue.coordinate, on: map, at: instant.secondsSince1970)
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
