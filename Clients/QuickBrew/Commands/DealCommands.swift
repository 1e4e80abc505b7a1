import CommandLineKit
import Messages
import Time

/// `quickbrew deal add`.
enum DealAdd: Subcommand {
  static let name = "deal add"
  static let summary = "Announce what a venue offers for a while."
  static let help = CommandHelp(
    examples: [#"deal add osm/node/123 "Two for one" --from 07:00 --to 09:00"#],
    usage: "VENUE TEXT --to TIME [flags]",
    flags: [
      Flag("from", "TIME", "when it begins (now)"),
      Flag("to", "TIME", "when it has ended; a clock time is the next one after --from"),
    ],
    notes: """
      Who follows deals is told when it begins: at once where it runs already.
      Exit status: 0 kept, 3 no such venue.
      """)

  static func run(_ call: Call) async throws -> CommandStatus {
    let words = try call.arguments.positionals(["VENUE", "TEXT"])
    let id = try VenueID(argument: words[0])
    guard let end = try call.time("to") else { throw UsageError("--to is missing.") }
    let start = try call.time("from") ?? .now
    let bus = try call.connect()
    let (starts, ends) = try await call.instants(start, end, bus)
    let deal = try await bus.send(
      DealAddRequest(venueID: id, text: words[1], starts: starts, ends: ends),
      timeout: call.timeout)
    try call.show(deal) { deal, _ in
      "Kept deal \(deal.id) of \(deal.venueName.printable), \(PeopleRendering.span(deal)).\n"
    }
    return .fine
  }
}

/// `quickbrew deal list`.
enum DealList: Subcommand {
  static let name = "deal list"
  static let summary = "List the deals that run or are to come."
  static let help = CommandHelp(
    examples: ["deal list", "deal list --at 08:15", "deal list --venue osm/node/123"],
    usage: "[flags]",
    flags: [
      Flag("at", "TIME", "only those that run then"), Flag("venue", "ID", "only this venue's"),
    ])

  static func run(_ call: Call) async throws -> CommandStatus {
    _ = try call.arguments.positionals([])
    let bus = try call.connect()
    var at: Timestamp?
    if let time = try call.time("at") { at = try await call.instant(time, bus) }
    var id: VenueID?
    if let word = call.arguments["venue"] { id = try VenueID(argument: word) }
    let deals = try await all(at: at, of: id, bus, call)
    if deals.isEmpty, !call.wantsJSON {
      call.output.message("No deals: quickbrew deal add VENUE TEXT --to TIME makes one.")
    } else {
      try call.show(DealListReply(deals: deals, next: nil)) {
        PeopleRendering.render($0, style: $1)
      }
    }
    return .fine
  }

  /// Every deal, in the order of their starts.
  static func all(
    at time: Timestamp?, of id: VenueID?, _ bus: any ServiceBus, _ call: Call
  ) async throws -> [Deal] {
    var deals: [Deal] = []
    var after: DealID?
    repeat {
      let page = try await bus.send(
        DealListRequest(
          at: time, venueID: id, after: after, limit: VenueLimits.maximumPage),
        timeout: call.timeout)
      deals += page.deals
      after = page.next
    } while after != nil
    return deals.sorted { ($0.starts, $0.ends) < ($1.starts, $1.ends) }
  }
}

/// `quickbrew deal remove`.
enum DealRemove: Subcommand {
  static let name = "deal remove"
  static let summary = "Take a deal away."
  static let help = CommandHelp(
    examples: ["deal remove 7"], usage: "DEAL",
    notes: "Exit status: 0 removed, 3 no such deal.")

  static func run(_ call: Call) async throws -> CommandStatus {
    let id = try DealID(argument: call.arguments.positionals(["DEAL"])[0])
    let deal = try await call.send(DealRemoveRequest(id: id))
    try call.show(deal) { deal, _ in
      "Took deal \(deal.id) of \(deal.venueName.printable) away.\n"
    }
    return .fine
  }
}

extension Call {
  /// The instant that a time means on the map's clocks. The planner, who knows them, is asked only
  /// where the time does not say it.
  ///
  /// - Throws: `ServiceError`.
  func instant(_ time: RequestedTime, _ bus: any ServiceBus) async throws -> Timestamp {
    if case .instant(let instant) = time { return instant }
    let reply = try await bus.send(MapTimesRequest(departure: time), timeout: timeout)
    return reply.departure ?? .now()
  }

  /// A span of time; an end that is a clock time is the next one after the start.
  ///
  /// - Throws: `ServiceError`.
  func instants(
    _ start: RequestedTime, _ end: RequestedTime, _ bus: any ServiceBus
  ) async throws -> (Timestamp, Timestamp) {
    if case .instant(let start) = start, case .instant(let end) = end { return (start, end) }
    let request = MapTimesRequest(departure: start, deadline: end)
    let reply = try await bus.send(request, timeout: timeout)
    return (reply.departure ?? .now(), reply.deadline ?? .now())
  }
}
