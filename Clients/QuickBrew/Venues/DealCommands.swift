import CommandLineKit
import Messages
import Time

/// The commands `quickbrew deal …`.
enum DealCommands {
  static let group = CommandGroup(
    "deal", "Announce and follow what venues offer for a while.", [add, list, remove, watch])

  private static let add = Command(
    "deal add", "Announce what a venue offers for a while.",
    examples: [#"deal add osm/node/422 "Two for one" --from 07:00 --to 09:00"#],
    arguments: [VenueNames.argument, "TEXT"], usage: "VENUE TEXT --to TIME [flags]",
    flags: [
      Flag("from", "TIME", "when it begins (now)"),
      Flag("to", "TIME", "when it has ended; a clock time is the next one after --from"),
    ],
    notes: """
      \(VenueNames.note)
      Followers of deals are notified when it begins, or at once if it has begun.
      Exit status: 0 kept, 3 no such venue.
      """,
    .ask { context in
      _ = try context.arguments.required("to")
      let start = try context.time("from") ?? .now
      let end = try context.time("to") ?? .now
      let id = try await VenueNames.id(context.words[0], context)
      let (starts, ends) = try await span(start, end, context)
      return DealAddRequest(venueID: id, text: context.words[1], starts: starts, ends: ends)
    } text: { deal, _ in
      phrase("kept", deal)
    })

  /// Resolves the start and the end of a time span. An end that is a clock time means the next such
  /// time after the start.
  private static func span(
    _ start: RequestedTime, _ end: RequestedTime, _ context: CommandContext
  ) async throws -> (Timestamp, Timestamp) {
    if case .instant(let start) = start, case .instant(let end) = end { return (start, end) }
    let reply = try await context.send(MapTimesRequest(departure: start, deadline: end))
    return (reply.departure ?? .now(), reply.deadline ?? .now())
  }

  private static let list = Command(
    "deal list", "List current and future deals.",
    examples: ["deal list", "deal list --at 08:15", "deal list --venue osm/node/422"],
    flags: [
      Flag("at", "TIME", "only those that run then"),
      Flag("venue", VenueNames.argument, "only this venue's"),
    ],
    .list(
      \DealListReply.deals, hint: Formats.phrase("hint.deals")
    ) { context in
      let time = try context.time("at")
      var id: VenueID?
      if let word = context.arguments["venue"] { id = try await VenueNames.id(word, context) }
      var at: Timestamp?
      if let time { at = try await context.instant(time) }
      return DealListReply(deals: try await deals(at: at, of: id, context), next: nil)
    } text: { reply, style in
      TextTable(
        reply.deals,
        [
          .init(titled: "deal", .right) { $0.id.rawValue },
          .init(titled: "from") { Formats.minute($0.starts, unlessOn: "") },
          .init(titled: "until") { Formats.minute($0.ends, unlessOn: Formats.day($0.starts)) },
          .init(titled: "venue") { Formats.name($0.venueName, $0.venueNames) },
          .init(titled: "id", isDetail: true) { $0.venueID.rawValue },
          .init(titled: "offer") { $0.text },
        ]
      ).render(style)
    })

  /// All deals, sorted by their start. Says which ones are damaged.
  fileprivate static func deals(
    at time: Timestamp?, of id: VenueID?, _ context: CommandContext
  ) async throws -> [Deal] {
    var deals: [Deal] = []
    var after: DealID?
    repeat {
      let page = try await context.send(
        DealListRequest(at: time, venueID: id, after: after, limit: VenueLimits.maximumPage))
      deals += page.deals
      for id in page.damaged ?? [] {
        context.output.message(Formats.phrase("deal.damaged", ["id": id.rawValue]))
      }
      after = page.next
    } while after != nil
    return deals.sorted { ($0.starts, $0.ends) < ($1.starts, $1.ends) }
  }

  private static let remove = Command(
    "deal remove", "Remove a deal.", examples: ["deal remove 1"], arguments: ["DEAL"],
    notes: "Exit status: 0 removed, 3 no such deal.",
    confirming: { Formats.phrase("confirm.deal", ["id": "\(try DealID(argument: $0.words[0]))"]) },
    .ask {
      DealRemoveRequest(id: try DealID(argument: $0.words[0]))
    } text: { deal, _ in
      phrase("removed", deal)
    })

  private static let watch = Command(
    "deal watch", "Print current deals, then each one as it begins.",
    examples: ["deal watch", "deal watch | jq .text"],
    notes: """
      Deals are lines of JSON with --json and where the output is no terminal. Each is printed
      once; those that began while the connection was lost are asked for. Ctrl-C ends it.
      """,
    .run { context in
      try await context.output.runUntilClosed { try await DealWatch(context: context).run() }
      return .success
    })

  /// "Kept deal 7 of Roma, 2026-11-21 07:00 to 09:00."
  static func phrase(_ key: String, _ deal: Deal) -> String {
    Formats.phrase(
      "deal.\(key)",
      [
        "id": deal.id.rawValue, "name": Formats.name(deal.venueName, deal.venueNames),
        "text": deal.text.printable, "from": Formats.minute(deal.starts, unlessOn: ""),
        "to": Formats.minute(deal.ends, unlessOn: Formats.day(deal.starts)),
        "venue": deal.venueID.rawValue.printable,
      ]) + "\n"
  }
}

/// Prints each deal once, however often it is published.
private struct DealWatch: EventWatch {
  static let publisher: String? = "venue store"

  let context: CommandContext
  /// The printed deals, with their ends.
  var shown: [DealID: Timestamp] = [:]

  mutating func show(_ event: DealPublished) async throws { try show([event.deal]) }

  mutating func catchUp() async throws {
    try show(try await DealCommands.deals(at: .now(), of: nil, context))
  }

  private mutating func show(_ deals: [Deal]) throws {
    let now = Timestamp.now()
    shown = shown.filter { $0.value > now }
    for deal in deals where shown.updateValue(deal.ends, forKey: deal.id) == nil {
      try context.showEvent(deal) { deal, _ in
        DealCommands.phrase("begins", deal)
      }
    }
  }
}
