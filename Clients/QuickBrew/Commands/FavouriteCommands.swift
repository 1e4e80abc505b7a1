import Messages
import Time

/// `quickbrew favourite add`.
enum FavouriteAdd: Subcommand {
  static let name = "favourite add"
  static let summary = "Keep a venue among your favourites."
  static let help = CommandHelp(
    examples: ["favourite add osm/node/123"], usage: "ID [flags]", flags: [UserFlag.flag],
    notes: """
      Adding one twice is fine. While the venue store does not answer it is kept here, and merged
      by the next command about favourites that reaches it.
      Exit status: 0 kept, 3 no such venue.
      """)

  static func run(_ call: Call) async throws -> CommandStatus {
    let id = try VenueID(argument: call.arguments.positionals(["ID"])[0])
    let favourites = try OfflineFavourites(call)
    let (item, contact) = try await favourites.change(after: favourites.merge()) {
      replica, device in
      replica.mark(id, addedAt: .now(), now: .now(), device: device)
      return replica[id]
    }
    if case .merged(let refused) = contact {
      if let own = refused.first(where: { $0.venueID == id }) {
        throw ServiceError(own.reason == .unknownVenue ? .notFound : .conflict, own.why)
      }
      favourites.tell(refused)
    }
    guard let item = try favourites.kept()[id] ?? item else { return .failure }
    try call.show(KeptFavourite(item)) { kept, _ in
      kept.isMerged == true
        ? "Kept \(kept.name) among the favourites of \(favourites.user.printable).\n"
        : "Kept \(kept.name) here; it will be merged when the venue store answers.\n"
    }
    return .fine
  }
}

/// `quickbrew favourite remove`.
enum FavouriteRemove: Subcommand {
  static let name = "favourite remove"
  static let summary = "Take a venue off your favourites."
  static let help = CommandHelp(
    examples: ["favourite remove osm/node/123"], usage: "ID [flags]", flags: [UserFlag.flag],
    notes: """
      While the venue store does not answer, one that is known here is taken off here, and there
      by the next command about favourites that reaches it.
      Exit status: 0 removed, 3 it was no favourite.
      """)

  static func run(_ call: Call) async throws -> CommandStatus {
    let id = try VenueID(argument: call.arguments.positionals(["ID"])[0])
    let favourites = try OfflineFavourites(call)
    let (old, contact) = try await favourites.change(after: favourites.merge()) { replica, device in
      let old = replica[id]
      replica.mark(id, addedAt: nil, now: .now(), device: device)
      return old
    }
    if case .merged(let refused) = contact { favourites.tell(refused) }
    guard let old, old.mark.addedAt != nil else {
      throw ServiceError(
        .notFound, "“\(id.rawValue.prefix(60))” is no favourite of “\(favourites.user)”.")
    }
    let isMerged = try favourites.kept()[id]?.isSent ?? true
    try call.show(KeptFavourite(old, isMerged: isMerged)) { kept, _ in
      isMerged
        ? "Took \(kept.name) off the favourites of \(favourites.user.printable).\n"
        : "Took \(kept.name) off here; it will be merged when the venue store answers.\n"
    }
    return .fine
  }
}

/// `quickbrew favourite list`.
enum FavouriteList: Subcommand {
  static let name = "favourite list"
  static let summary = "List your favourites, oldest first."
  static let help = CommandHelp(
    examples: ["favourite list"], usage: "[flags]", flags: [UserFlag.flag],
    notes: "While the venue store does not answer, those are listed that are known here.")

  static func run(_ call: Call) async throws -> CommandStatus {
    _ = try call.arguments.positionals([])
    let list = try await OfflineFavourites(call).list()
    if list.favourites.isEmpty, !call.wantsJSON {
      call.output.message("No favourites yet: quickbrew favourite add ID keeps one.")
    } else {
      try call.show(list) { VenueRendering.render($0, style: $1) }
    }
    return .fine
  }
}

/// `quickbrew favourite export`.
enum FavouriteExport: Subcommand {
  static let name = "favourite export"
  static let summary = "Write your favourites for other programs."
  static let help = CommandHelp(
    examples: ["favourite export --format gpx > favourites.gpx", "favourite export -"],
    usage: "[FILE] [flags]",
    flags: [
      UserFlag.flag,
      Flag("format", "FORMAT", "json, gpx or geojson (by the ending of FILE, else json)"),
    ],
    notes: """
      Without FILE, or with -, it goes to standard output. favourite import reads all three.
      Exit status: 0 written, 1 some have no place to be written.
      """)

  static func run(_ call: Call) async throws -> CommandStatus {
    let path = try call.arguments.positionals(["FILE"], optional: 1).first ?? "-"
    let ending = path.split(separator: ".").last.flatMap { FavouriteFormat(rawValue: String($0)) }
    let format = try call.choice("format") ?? ending ?? .json
    let list = try await OfflineFavourites(call).list()
    let text = try format.text(list)
    if path == "-" {
      try call.output.text(text)
    } else {
      try OutputFile.write(text, to: path)
    }
    let placeless = format == .json ? 0 : list.favourites.count { $0.venue == nil }
    guard placeless > 0 else { return .fine }
    call.output.message(
      "quickbrew: \(Formats.count(placeless, "favourite has", "favourites have")) no known place "
        + "before the venue store answers; --format json writes them.")
    return .failure
  }
}

/// `quickbrew favourite import`.
enum FavouriteImport: Subcommand {
  static let name = "favourite import"
  static let summary = "Take favourites over from a file."
  static let help = CommandHelp(
    examples: ["favourite import favourites.gpx"], usage: "FILE [flags]", flags: [UserFlag.flag],
    notes: """
      FILE is GPX waypoints, GeoJSON points, or what favourite export writes. A venue is found by
      its ID, else by name and place. What matches no venue is listed; the others are kept.
      Exit status: 0 all kept, 2 a file that makes no sense: nothing is kept, 3 some match no
      venue.
      """)

  static func run(_ call: Call) async throws -> CommandStatus {
    let path = try call.arguments.positionals(["FILE"])[0]
    let places = try FavouriteReader.places(in: InputFile.text(path), path)
    let favourites = try OfflineFavourites(call)
    let contact = try await favourites.merge()
    if case .away(let error) = contact { throw error }
    let matches = try await matches(places, call)
    let (added, end) = try await favourites.change(after: contact) { replica, device in
      keep(matches, in: &replica, device)
    }
    if case .merged(let refused) = end { favourites.tell(refused) }
    let report = ImportReport(
      imported: added, already: matches.count { $0.venue != nil } - added,
      unmatched: matches.filter { $0.venue == nil }.map(\.place.described))
    try call.show(report) { report, _ in report.text }
    return report.unmatched.isEmpty ? .fine : .nothingFound
  }

  private typealias Match = (place: FavouritePlace, venue: Venue?)

  private static func matches(_ places: [FavouritePlace], _ call: Call) async throws -> [Match] {
    var matches: [Match] = []
    let bus = try call.connect()
    while matches.count < places.count {
      let page = places[matches.count...].prefix(VenueLimits.maximumMarks)
      let request = VenueMatchRequest(places: page.map(\.described))
      let reply = try await bus.send(request, timeout: call.timeout)
      guard reply.matches.count == page.count else {
        throw ServiceError(.internal, "The venue store did not answer for each place.")
      }
      matches += zip(page, reply.matches).map { ($0, $1.venue) }
    }
    return matches
  }

  /// - Returns: how many were no favourites.
  private static func keep(
    _ matches: [Match], in replica: inout FavouriteReplica, _ device: DeviceID
  ) -> Int {
    let now = Timestamp.now()
    var added = 0
    for match in matches {
      guard let venue = match.venue, replica[venue.id]?.mark.addedAt == nil else { continue }
      let addedAt = min(match.place.addedAt ?? now, now)
      replica.mark(venue.id, addedAt: addedAt, venue: venue, now: now, device: device)
      added += 1
    }
    return added
  }
}

/// What became of a file's places.
struct ImportReport: Encodable, Sendable {
  let imported: Int
  /// Favourites before, or the same venue as another place of the file.
  let already: Int
  let unmatched: [DescribedVenue]

  var text: String {
    var text = "Kept \(Formats.count(imported, "favourite", "favourites"))"
    text += already == 0 ? ".\n" : "; \(already) had been kept.\n"
    if unmatched.isEmpty { return text }
    text += "\(Formats.count(unmatched.count, "place matches", "places match")) no venue:\n"
    let rows = unmatched.map { place in
      (
        (place.name ?? place.id?.rawValue ?? "no name").printable,
        place.coordinate.map { Formats.coordinate($0) } ?? "no place"
      )
    }
    return text + CommandHelp.list(rows)
  }
}
