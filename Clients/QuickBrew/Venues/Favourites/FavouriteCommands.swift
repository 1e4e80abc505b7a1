import CommandLineKit
import Messages
import Time

/// The commands `quickbrew favourite …`.
enum FavouriteCommands {
  static let group = CommandGroup(
    "favourite", "Keep the venues you like.", [add, remove, list, export, takeIn])

  private static let add = Command(
    "favourite add", "Add a venue to your favourites.",
    examples: ["favourite add osm/node/422", #"favourite add "Caffe Trieste""#],
    arguments: [VenueNames.argument], flags: [UserFlag.flag],
    notes: """
      \(VenueNames.note)
      Adding one twice is fine. While the venue store does not answer it is kept here, and merged
      by the next command about favourites that reaches it.
      Exit status: 0 kept, 3 no such venue.
      """,
    .run { context in
      let id = try await VenueNames.id(context.words[0], context)
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
        favourites.sentence("kept", record, isMerged: record.isMerged == true)
      }
      return .success
    })

  private static let remove = Command(
    "favourite remove", "Remove a venue from your favourites.",
    examples: ["favourite remove osm/node/422"], arguments: [VenueNames.argument],
    flags: [UserFlag.flag],
    notes: """
      \(VenueNames.note)
      While the venue store does not answer, one that is known here is removed here, and there by
      the next command about favourites that reaches it.
      Exit status: 0 removed, 3 it was no favourite.
      """,
    .run { context in
      let favourites = try OfflineFavourites(context)
      let merged = try await favourites.merge()
      let own = try favourites.stored().favourites.compactMap(\.venue)
      let id = try await VenueNames.id(context.words[0], among: own, context)
      let (old, outcome) = try await favourites.change(after: merged) {
        replica, device in
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
        favourites.sentence("removed", record, isMerged: isMerged)
      }
      return .success
    })

  /// The venues that the argument of a command may mean: the favourites where it removes one, `nil`
  /// for any.
  static func knownVenues(_ command: Command, _ context: CommandContext) -> [Venue]? {
    guard command.name == remove.name else { return nil }
    return (try? OfflineFavourites(context).stored())?.favourites.compactMap(\.venue)
  }

  private static let list = Command(
    "favourite list", "List your favourites, oldest first.",
    examples: ["favourite list"], flags: [UserFlag.flag],
    notes: "While the venue store does not answer, those are listed that are known here.",
    .list(
      \FavouriteRecordList.favourites,
      hint: Formats.phrase("hint.favourites")
    ) {
      try await OfflineFavourites($0).list()
    } text: {
      VenueRendering.render($0, style: $1)
    })

  private static let export = Command(
    "favourite export", "Write your favourites for other programs.",
    examples: ["favourite export --format gpx > favourites.gpx", "favourite export -"],
    arguments: ["FILE"], optional: 1,
    flags: [
      UserFlag.flag,
      Flag(
        "format", "FORMAT", of: FavouriteFormat.self,
        "json or gpx (by the ending of FILE, else json)"),
    ],
    notes: """
      Without FILE, or with -, it goes to standard output. favourite import reads both.
      Exit status: 0 written, 1 some have no place to be written.
      """,
    .run { context in
      let path = context.words.first ?? "-"
      let ending = path.split(separator: ".").last.flatMap { FavouriteFormat(rawValue: String($0)) }
      let format = try context.arguments.choice("format") ?? ending ?? .json
      let list = try await OfflineFavourites(context).list()
      try context.write(try format.text(list), to: path)
      let unlocated = format == .json ? 0 : list.favourites.count { $0.venue == nil }
      guard unlocated > 0 else { return .success }
      context.report(Formats.phrase("favourite.unlocated", count: unlocated))
      return .failure
    })

  private static let takeIn = Command(
    "favourite import", "Import favourites from a file.",
    examples: ["favourite import favourites.gpx"], arguments: ["FILE"], flags: [UserFlag.flag],
    notes: """
      FILE is GPX waypoints, or what favourite export writes. A venue is found by its ID, else by
      name and place. What matches no venue is listed; the others are kept.
      Exit status: 0 all kept, 2 a file that makes no sense: nothing is kept, 3 some match no
      venue.
      """,
    .run { context in
      let path = context.words[0]
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
    })

  private typealias Match = (favourite: ImportedFavourite, venue: Venue?)

  private static func matches(_ imported: [ImportedFavourite], _ context: CommandContext)
    async throws -> [Match]
  {
    var matches: [Match] = []
    while matches.count < imported.count {
      let page = imported[matches.count...].prefix(VenueLimits.maximumMarks)
      let reply = try await context.send(VenueMatchRequest(places: page.map(\.described)))
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
    let before = already == 0 ? nil : "\(already)"
    let text = Formats.phrase("favourite.imported", count: imported, ["already": before]) + "\n"
    if unmatched.isEmpty { return text }
    let rows = unmatched.map {
      (($0.name ?? $0.id?.rawValue ?? "–").printable, $0.coordinate.map(Formats.coordinate) ?? "–")
    }
    return text + Formats.phrase("favourite.unmatched", count: unmatched.count) + "\n"
      + HelpText.list(rows)
  }
}
