import CommandLineKit
import Messages
import QRCodes
import Time

/// `quickbrew open`: hands the way over a plan's option to other programs.
enum OpenCommand {
  static let command = Command(
    "open", "Open an option of the last plan on a map, or save it as a file.",
    examples: [
      "open 2", "open 2 --qr", "open 1 --ics coffee.ics --gpx coffee.gpx", "open 0 --links",
    ],
    arguments: ["NUMBER"], optional: 1,
    flags: [
      Flag("in", "PROGRAM", of: LinkKind.self, "google, apple or geo: whose link it is (google)"),
      Flag("links", "print the links, and open nothing"),
      Flag("qr", "print the link as a QR code"),
      Flag("gpx", "FILE", "save it as GPX; - is the output"),
      Flag("geojson", "FILE", "save it as GeoJSON; - is the output"),
      Flag("ics", "FILE", "save it for a calendar, with an alarm at leave by; - is the output"),
    ],
    notes: """
      NUMBER is that of the plan's table (1); 0 is the direct drive. The last plan is that which
      quickbrew plan, or plan show, printed last on this machine.
      Without a flag the link is passed to the first program that accepts it: of BROWSER, commands
      with colons between them in which %s stands for the link, then xdg-open.
      A geo link has one point, the stop. Exit status: 0 opened, printed or saved, 1 no program
      opened the link, which is then printed, 3 no such plan or option.
      """,
    .run { context in
      let number = try number(context.words.first)
      let kind = try context.arguments.choice("in") ?? LinkKind.google
      guard let last = LastPlan.read(home: try context.paths().home) else {
        throw ServiceError(
          .notFound, "There is no last plan on this machine; quickbrew plan makes one.")
      }
      let trip = try Itinerary(last, option: number)
      let links = ItineraryLinks(trip)
      if try saved(trip, links, kind, context) { return .success }
      return try await context.open(link: links[kind])
    })

  /// Whose links there are.
  enum LinkKind: String, CaseIterable, Sendable { case google, apple, geo }

  private static func number(_ text: String?) throws(UsageError) -> Int {
    guard let text else { return 1 }
    guard let number = Int(text), (0...PlannerLimits.maximumOptions).contains(number) else {
      throw UsageError(
        "NUMBER is that of an option, 0 to \(PlannerLimits.maximumOptions), not “\(text)”.")
    }
    return number
  }

  /// Prints and writes what the flags ask for; `false` without such a flag.
  private static func saved(
    _ trip: Itinerary, _ links: ItineraryLinks, _ kind: LinkKind, _ context: CommandContext
  ) throws -> Bool {
    let arguments = context.arguments
    let files: [(flag: String, text: () throws -> String)] = [
      ("gpx", { ItineraryExport.gpx(trip) }), ("geojson", { try ItineraryExport.geoJSON(trip) }),
      ("ics", { CalendarEvent.text(trip, now: .now()) }),
    ]
    for file in files {
      if let path = arguments[file.flag] { try context.write(try file.text(), to: path) }
    }
    if arguments.has("qr") {
      guard let code = QRCode(links[kind]) else {
        throw ServiceError(.invalidRequest, "The link is too long for a QR code.")
      }
      try context.output.text(code.terminalText(inColour: context.style.hasColor))
      context.report(Formats.phrase("open.code", ["link": links[kind]]))
    }
    if arguments.has("links") {
      try context.show(links) { links, _ in
        "Google Maps  \(links.google)\nApple Maps   \(links.apple)\nGeo          \(links.geo)\n"
      }
    }
    let flags = files.map(\.flag) + ["qr", "links"]
    return flags.contains { arguments.has($0) }
  }
}

/// The links of an itinerary.
struct ItineraryLinks: Encodable, Sendable, Hashable {
  let google: String
  let apple: String
  /// One point: the stop, or the destination of a direct drive.
  let geo: String

  init(_ trip: Itinerary) {
    let links = MapLinks(trip.points.map(\.coordinate), profile: trip.profile)
    google = links.google
    apple = links.apple
    geo = MapLinks([(trip.stop ?? trip.destination).coordinate]).geo.joined()
  }

  subscript(kind: OpenCommand.LinkKind) -> String {
    switch kind {
    case .google: google
    case .apple: apple
    case .geo: geo
    }
  }
}
