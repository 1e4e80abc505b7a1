import CommandLineKit
import Messages
import Time

/// `quickbrew favourite add`.
enum FavouriteAddCommand: Subcommand {
  static let name = "favourite add"
  static let summary = "Keep a venue among your favourites."
  static let help = CommandHelp(
    examples: ["favourite add osm/node/422"], usage: "ID [flags]", flags: [UserFlag.flag],
    notes: """
      Adding one twice is fine. While the venue store does not answer it is kept here, and merged
      by the next command about favourites that reaches it.
      Exit status: 0 kept, 3 no such venue.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let id = try VenueID(argument: context.arguments.positionals(["ID"])[0])
    let favourites = try OfflineFavourites(context)
    let (item, outcome) = try await favourites.change(after: favourites.merge()) {
      replica, device in
      replica.mark(id, addedAt: .now(), now: .now(), device: device)
      return replica[id]
    }
    if case .merged(let refused) = outcome {
      if let own = refused.first(where: { $0.venueID == id }) {
        throw ServiceError(own.reason == .unknownVenue ? .notFound : .conflict, own.explanation)
      }
      favourites.report(refused)
    }
    guard let item = try favourites.stored()[id] ?? item else { return .failure }
    try context.show(FavouriteRecord(item)) { record, _ in
      record.isMerged == true
        ? "Kept \(record.name) among the favourites of \(favourites.user.printable).\n"
        : "Kept \(record.name) here; it will be merged when the venue store answers.\n"
    }
    return .success
  }
}

/// `quickbrew favourite remove`.
enum FavouriteRemoveCommand: Subcommand {
  static let name = "favourite remove"
  static let summary = "Take a venue off your favourites."
  static let help = CommandHelp(
    examples: ["favourite remove osm/node/422"], usage: "ID [flags]", flags: [UserFlag.flag],
    notes: """
      While the venue store does not answer, one that is known here is taken off here, and there
      by the next command about favourites that reaches it.
      Exit status: 0 removed, 3 it was no favourite.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let id = try VenueID(argument: context.arguments.positionals(["ID"])[0])
    let favourites = try OfflineFavourites(context)
    let (old, outcome) = try await favourites.change(after: favourites.merge()) { replica, device in
      let old = replica[id]
      replica.mark(id, addedAt: nil, now: .now(), device: device)
      return old
    }
    if case .merged(let refused) = outcome { favourites.report(refused) }
    guard let old, old.mark.addedAt != nil else {
      throw ServiceError(
        .notFound, "“\(id.rawValue.prefix(60))” is no favourite of “\(favourites.user)”.")
    }
    let isMerged = try favourites.stored()[id]?.isSent ?? true
    try context.show(FavouriteRecord(old, isMerged: isMerged)) { record, _ in
      isMerged
        ? "Took \(record.name) off the favourites of \(favourites.user.printable).\n"
        : "Took \(record.name) off here; it will be merged when the venue store answers.\n"
    }
    return .success
  }
}

/// `quickbrew favourite list`.
enum FavouriteListCommand: Subcommand {
  static let name = "favourite list"
  static let summary = "List your favourites, oldest first."
  static let help = CommandHelp(
    examples: ["favourite list"], usage: "[flags]", flags: [UserFlag.flag],
    notes: "While the venue store does not answer, those are listed that are known here.")

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    _ = try context.arguments.positionals([])
    let list = try await OfflineFavourites(context).list()
    if list.favourites.isEmpty, !context.wantsJSON {
      context.output.message("No favourites yet: quickbrew favourite add ID keeps one.")
    } else {
      try context.show(list) { VenueRendering.render($0, style: $1) }
    }
    return .success
  }
}

/// `quickbrew favourite export`.
enum FavouriteExportCommand: Subcommand {
  static let name = "favourite export"
  static let summary = "Write your favourites for other programs."
  static let help = CommandHelp(
    examples: ["favourite export --format gpx > favourites.gpx", "favourite export -"],
    usage: "[FILE] [flags]",
    flags: [
      UserFlag.flag,
      Flag(
        "format", "FORMAT", of: FavouriteFormat.self,
        "json or gpx (by the ending of FILE, else json)"),
    ],
    notes: """
      Without FILE, or with -, it goes to standard output. favourite import reads both.
      Exit status: 0 written, 1 some have no place to be written.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let path = try context.arguments.positionals(["FILE"], optional: 1).first ?? "-"
    let ending = path.split(separator: ".").last.flatMap { FavouriteFormat(rawValue: String($0)) }
    let format = try context.choice("format") ?? ending ?? .json
    let list = try await OfflineFavourites(context).list()
    let text = try format.text(list)
    if path == "-" {
      try context.output.text(text)
    } else {
      try OutputFile.write(text, to: path)
    }
    let unlocated = format == .json ? 0 : list.favourites.count { $0.venue == nil }
    guard unlocated > 0 else { return .success }
    context.output.message(
      "quickbrew: \(Formats.count(unlocated, "favourite has", "favourites have")) no known place "
        + "before the venue store answers; --format json writes them.")
    return .failure
  }
}

/// `quickbrew favourite import`.
enum FavouriteImportCommand: Subcommand {
  static let name = "favourite import"
  static let summary = "Take favourites over from a file."
  static let help = CommandHelp(
    examples: ["favourite import favourites.gpx"], usage: "FILE [flags]", flags: [UserFlag.flag],
    notes: """
      FILE is GPX waypoints, or what favourite export writes. A venue is found by its ID, else by
      name and place. What matches no venue is listed; the others are kept.
      Exit status: 0 all kept, 2 a file that makes no sense: nothing is kept, 3 some match no
      venue.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let path = try context.arguments.positionals(["FILE"])[0]
    let imported = try FavouriteReader.favourites(in: InputFile.text(path), path)
    let favourites = try OfflineFavourites(context)
    let outcome = try await favourites.merge()
    if case .unreachable(let error) = outcome { throw error }
    let matches = try await matches(imported, context)
    let (added, end) = try await favourites.change(after: outcome) { replica, device in
      mark(matches, in: &replica, device)
    }
    if case .merged(let refused) = end { favourites.report(refused) }
    let report = FavouriteImportReport(
      imported: added, already: matches.count { $0.venue != nil } - added,
      unmatched: matches.filter { $0.venue == nil }.map(\.favourite.described))
    try context.show(report) { report, _ in report.text }
    return report.unmatched.isEmpty ? .success : .nothingFound
  }

  private typealias Match = (favourite: ImportedFavourite, venue: Venue?)

  private static func matches(_ imported: [ImportedFavourite], _ context: CommandContext)
    async throws -> [Match]
  {
    var matches: [Match] = []
    let bus = try context.connect()
    while matches.count < imported.count {
      let page = imported[matches.count...].prefix(VenueLimits.maximumMarks)
      let request = VenueMatchRequest(places: page.map(\.described))
      let reply = try await bus.send(request, timeout: context.timeout)
      guard reply.matches.count == page.count else {
        throw ServiceError(.internal, "The venue store did not answer for each place.")
      }
      matches += zip(page, reply.matches).map { ($0, $1.venue) }
    }
    return matches
  }

  /// - Returns: how many of the venues were not favourites before.
  private static func mark(
    _ matches: [Match], in replica: inout FavouriteReplica, _ device: DeviceID
  ) -> Int {
    let now = Timestamp.now()
    var added = 0
    for match in matches {
      guard let venue = match.venue, replica[venue.id]?.mark.addedAt == nil else { continue }
      let addedAt = min(match.favourite.addedAt ?? now, now)
      replica.mark(venue.id, addedAt: addedAt, venue: venue, now: now, device: device)
      added += 1
    }
    return added
  }
}

/// The result of an import.
struct FavouriteImportReport: Encodable, Sendable {
  let imported: Int
  /// How many were favourites before, or are the same venue as another entry of the file.
  let already: Int
  let unmatched: [VenueDescription]

  var text: String {
    var text = "Kept \(Formats.count(imported, "favourite", "favourites"))"
    text += already == 0 ? ".\n" : "; \(already) had been kept.\n"
    if unmatched.isEmpty { return text }
    text += "\(Formats.count(unmatched.count, "place matches", "places match")) no venue:\n"
    let rows = unmatched.map { described in
      (
        (described.name ?? described.id?.rawValue ?? "no name").printable,
        described.coordinate.map { Formats.coordinate($0) } ?? "no place"
      )
    }
    return text + CommandHelp.list(rows)
  }
}
