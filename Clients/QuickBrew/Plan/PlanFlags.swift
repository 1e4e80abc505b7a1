import CommandLineKit
import Messages

/// The flags of `plan` that choose among the stops, and those that ask for explanations.
enum PlanFlags {
  static let all =
    [
      Flag("max-detour", "TIME", "only stops with at most this much additional driving: 5m"),
      Flag("max-walk", "METERS", "only stops at most this far from the road: 300m"),
      Flag(
        "sort", "ORDER", of: PlanOrder.self,
        "arrival, detour, slack, rating or leave-by (arrival)"),
      Flag("favourites", "only your favourites, and how much later they are than the best"),
      UserFlag.ofFavourites,
      Flag("per-brand", "N", "how many stops of one chain to show, 0 for any number (2)"),
      TripFlags.park, TripFlags.timeToPark,
    ]
    + VenueFlags.all
    + [
      Flag("alternatives", "N", implied: "2", "also show N other direct drives, 0 to 3 (2)"),
      Flag("ledger", "N", implied: "1", "account for every second of the N-th stop (1)"),
      Flag(
        "why-not", VenueNames.argument, implied: everyVenue,
        "why stops are not listed: those nearest to the route, or those of an ID or name"),
      Flag("chart", "how many stops are on time if you leave later"),
    ]

  /// The value of a bare `--why-not`.
  private static let everyVenue = "nearest"
  /// Venues of one name that are explained.
  private static let namedVenues = 10

  /// Completes a request by the flags, asking services only about words that need them.
  ///
  /// - Throws: `UsageError`, `ServiceError`.
  static func complete(
    _ request: PlanRequest, _ context: CommandContext
  ) async throws -> PlanRequest {
    var request = request
    request.allowsDegraded = true
    var choice = try choice(context)
    var details = try details(context)
    if let text = context.category {
      let categories = try await CategoryWords.categories(text, context)
      request.category = categories.first
      choice.categories = categories.count > 1 ? categories : nil
    }
    if context.arguments.has("favourites") {
      choice.favourites = try await OfflineFavourites(context).venueIDs()
    }
    details.whyNot = try await whyNot(context)
    if choice != PlanChoice() { request.choice = choice }
    if details != PlanDetails() { request.details = details }
    return request
  }

  private static func choice(_ context: CommandContext) throws(UsageError) -> PlanChoice {
    let arguments = context.arguments
    let filter = try VenueFlags.filter(context)
    return PlanChoice(
      filter: filter == VenueFilter() ? nil : filter,
      maximumDetourSeconds: try arguments.seconds(
        "max-detour", in: 0...PlannerLimits.maximumTripSeconds),
      maximumWalkMeters: try arguments.meters(
        "max-walk", in: 0...RouterLimits.maximumSnapMeters), order: try arguments.choice("sort"),
      perBrand: try arguments.integer("per-brand", in: 0...PlannerLimits.maximumOptions),
      parking: try arguments.choice("park"), parkSeconds: try context.parkSeconds(),
      loved: loved(context))
  }

  /// The favourites kept on this machine, which no service is asked for; `nil` without any.
  private static func loved(_ context: CommandContext) -> [VenueID]? {
    let stored = try? OfflineFavourites(context).stored()
    let ids = (stored?.favourites ?? []).map(\.mark.venueID)
    return ids.isEmpty ? nil : Array(ids.prefix(ShopSearchLimits.maximumVenueIDs))
  }

  private static func details(_ context: CommandContext) throws(UsageError) -> PlanDetails {
    let arguments = context.arguments
    let ledger = try ledger(arguments)
    return PlanDetails(
      ledger: ledger == nil ? nil : true, departures: arguments.ifGiven("chart"),
      alternatives: try arguments.integer(
        "alternatives", in: 0...RouterLimits.maximumAlternatives))
  }

  /// The number of the option whose ledger is shown, from 1; `nil` for none.
  ///
  /// - Throws: `UsageError`.
  static func ledger(_ arguments: Arguments) throws(UsageError) -> Int? {
    try arguments.integer("ledger", in: 1...PlannerLimits.maximumOptions)
  }

  private static func whyNot(_ context: CommandContext) async throws -> WhyNotRequest? {
    guard let text = context.arguments["why-not"] else { return nil }
    if text == everyVenue { return WhyNotRequest() }
    // Every identifier has its source before a slash; no word of a name is left out of the search.
    if text.contains("/") { return WhyNotRequest(venues: [VenueID(rawValue: text)]) }
    let near = try await context.coordinate(of: try context.tripEnds().from)
    let found = try await context.send(
      NearbyRequest(coordinate: near, filter: VenueFilter(name: text), limit: namedVenues))
    guard !found.venues.isEmpty else {
      throw ServiceError(.notFound, "No venue is called “\(text.printable)”.")
    }
    return WhyNotRequest(venues: found.venues.map(\.venue.id))
  }
}
