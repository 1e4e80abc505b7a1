import CommandLineKit
import Messages
import Time

/// `quickbrew deal add`.
enum DealAddCommand: Subcommand {
  static let name = "deal add"
  static let summary = "Announce what a venue offers for a while."
  static let help = CommandHelp(
    examples: [#"deal add osm/node/422 "Two for one" --from 07:00 --to 09:00"#],
    usage: "VENUE TEXT --to TIME [flags]",
    flags: [
      Flag("from", "TIME", "when it begins (now)"),
      Flag("to", "TIME", "when it has ended; a clock time is the next one after --from"),
    ],
    notes: """
      Who follows deals hears when it begins: at once where it runs already.
      Exit status: 0 kept, 3 no such venue.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let words = try context.arguments.positionals(["VENUE", "TEXT"])
    let id = try VenueID(argument: words[0])
    guard let end = try context.time("to") else { throw UsageError("--to is missing.") }
    let start = try context.time("from") ?? .now
    let bus = try context.connect()
    let (starts, ends) = try await context.instants(start, end, bus)
    let deal = try await bus.send(
      DealAddRequest(venueID: id, text: words[1], starts: starts, ends: ends),
      timeout: context.timeout)
    try context.show(deal) { deal, _ in
      "Kept deal \(deal.id) of \(deal.venueName.printable), \(DealRendering.span(deal)).\n"
    }
    return .success
  }
}

/// `quickbrew deal list`.
enum DealListCommand: Subcommand {
  static let name = "deal list"
  static let summary = "List the deals that run or are to come."
  static let help = CommandHelp(
    examples: ["deal list", "deal list --at 08:15", "deal list --venue osm/node/422"],
    usage: "[flags]",
    flags: [
      Flag("at", "TIME", "only those that run then"), Flag("venue", "ID", "only this venue's"),
    ])

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    _ = try context.arguments.positionals([])
    let bus = try context.connect()
    var at: Timestamp?
    if let time = try context.time("at") { at = try await context.instant(time, bus) }
    var id: VenueID?
    if let word = context.arguments["venue"] { id = try VenueID(argument: word) }
    let deals = try await all(at: at, of: id, bus, context)
    if deals.isEmpty, !context.wantsJSON {
      context.output.message("No deals: quickbrew deal add VENUE TEXT --to TIME makes one.")
    } else {
      try context.show(DealListReply(deals: deals, next: nil)) {
        DealRendering.render($0, style: $1)
      }
    }
    return .success
  }

  /// All deals, sorted by their start.
  static func all(
    at time: Timestamp?, of id: VenueID?, _ bus: any ClientBus, _ context: CommandContext
  ) async throws -> [Deal] {
    var deals: [Deal] = []
    var after: DealID?
    repeat {
      let page = try await bus.send(
        DealListRequest(
          at: time, venueID: id, after: after, limit: VenueLimits.maximumPage),
        timeout: context.timeout)
      deals += page.deals
      after = page.next
    } while after != nil
    return deals.sorted { ($0.starts, $0.ends) < ($1.starts, $1.ends) }
  }
}

/// `quickbrew deal remove`.
enum DealRemoveCommand: Subcommand {
  static let name = "deal remove"
  static let summary = "Take a deal away."
  static let help = CommandHelp(
    examples: ["deal remove 1"], usage: "DEAL [flags]", flags: [Confirmation.flag],
    notes: "Exit status: 0 removed, 3 no such deal.")

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let id = try DealID(argument: context.arguments.positionals(["DEAL"])[0])
    guard context.confirms("Remove the deal \(id)?") else { return .failure }
    let deal = try await context.send(DealRemoveRequest(id: id))
    try context.show(deal) { deal, _ in
      "Took deal \(deal.id) of \(deal.venueName.printable) away.\n"
    }
    return .success
  }
}

extension CommandContext {
  /// Resolves a time to an instant. The planner, which knows the map's time zone, is asked only for
  /// times without an offset.
  ///
  /// - Throws: `ServiceError`.
  func instant(_ time: RequestedTime, _ bus: any ClientBus) async throws -> Timestamp {
    if case .instant(let instant) = time { return instant }
    let reply = try await bus.send(MapTimesRequest(departure: time), timeout: timeout)
    return reply.departure ?? .now()
  }

  /// Resolves the start and the end of a time span. An end that is a clock time means the next such
  /// time after the start.
  ///
  /// - Throws: `ServiceError`.
  func instants(
    _ start: RequestedTime, _ end: RequestedTime, _ bus: any ClientBus
  ) async throws -> (Timestamp, Timestamp) {
    if case .instant(let start) = start, case .instant(let end) = end { return (start, end) }
    let request = MapTimesRequest(departure: start, deadline: end)
    let reply = try await bus.send(request, timeout: timeout)
    return (reply.departure ?? .now(), reply.deadline ?? .now())
  }
}
