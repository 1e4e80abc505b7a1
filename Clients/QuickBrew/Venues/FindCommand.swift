import CommandLineKit
import Geography
import Messages
import Time

/// `quickbrew find`: one field for places and for venues near them.
enum FindCommand {
  static let command = Command(
    "find", "Find a place, or venues near one, from one line of text.",
    examples: [
      #"find "coffee near Union Square""#, #"find "starbucks powell & geary""#,
      #"find "open bakery" --near 37.785834,-122.406417"#,
      #"find "[amenity=cafe] 500 m around Coit Tower""#, #"find "1 Telegraph Hill Boulevard""#,
    ],
    arguments: ["TEXT"],
    flags: [
      Flag("near", "PLACE", "where you are: LAT,LON or @DEVICE; of equals the nearer comes first"),
      Flag("limit", "N", "how many at most, 1 to 50 (20 venues, 5 places)"),
    ],
    notes: """
      A text with a kind of venue or the name of a chain is a search around the place it names, or
      around you, else around the middle of the map; any other one is looked up as by quickbrew
      geocode. "open", "vegan", "with terrace" and the like restrict a search; quickbrew nearby
      has more such criteria.
      Exit status: 0 found, 3 nothing found.
      """,
    .run { context in
      let text = context.words[0]
      if text.allSatisfy(\.isWhitespace) { throw UsageError("TEXT is empty.") }
      let limit = try context.arguments.integer("limit", in: 1...GeocoderLimits.maximumHits)
      var near: Coordinate?
      if context.arguments.has("near") {
        near = try await context.coordinate(of: try context.place("near"))
      }
      let request = FindRequest(
        text: text, near: near, language: context.arguments["lang"], limit: limit)
      switch try await found(request, context) {
      case .places(let places):
        return try GeocodeCommand.show(places, for: "“\(text)”", context)
      case .venues(let venues): return try show(venues, for: text, context)
      }
    })

  /// What a text leads to.
  enum Found {
    case places(GeocodeReply)
    case venues(FoundVenues)
  }

  /// Reads a text, and searches where it is a search.
  ///
  /// - Throws: `ServiceError`; `UsageError` where nobody knows around what to search.
  static func found(_ request: FindRequest, _ context: CommandContext) async throws -> Found {
    let reply = try await context.send(request)
    guard let search = reply.search else {
      return .places(
        GeocodeReply(
          hits: reply.hits, suggestions: reply.suggestions, mapVersion: reply.mapVersion))
    }
    let isAnywhere = search.place == nil && request.near == nil
    let middle = isAnywhere ? try? await context.send(MapInfoRequest()).box.center : nil
    let start = request.near ?? middle
    guard let nearby = search.request(around: start, limit: request.limit) else {
      throw UsageError(
        "“\(request.text.printable)” names no place: add one, or where you are by "
          + Shell.hint("--") + "near.")
    }
    let person = Formats.phrase(
      middle == nil ? "find.you" : "find.middle", ["near": Shell.hint("--") + "near"])
    return .venues(
      FoundVenues(
        search: search, found: try await context.send(nearby),
        unknownHours: try await withUnknownHours(nearby, context), request: nearby,
        description: description(of: search, around: person)))
  }

  private static func show(
    _ venues: FoundVenues, for text: String, _ context: CommandContext
  ) throws -> CommandStatus {
    if context.wantsJSON {
      try context.output.json(venues)
    } else {
      context.report(venues.description)
      if !venues.lists.isEmpty { try context.show(venues.text(context.style)) }
    }
    if !venues.lists.isEmpty { return .success }
    context.report(Formats.phrase("find.nothing", ["text": text.printable]))
    return .nothingFound
  }

  /// In a search for what is open also the venues whose hours nobody knows.
  private static func withUnknownHours(
    _ request: NearbyRequest, _ context: CommandContext
  ) async throws -> NearbyReply? {
    guard var filter = request.filter, let hours = filter.hours else { return nil }
    filter.hours = HoursFilter(admits: .unknown, moment: hours.moment, part: hours.part)
    return try await context.send(
      NearbyRequest(
        coordinate: request.coordinate, radiusMeters: request.radiusMeters, filter: filter,
        limit: request.limit))
  }

  /// How the text was understood: "bakery, open now, within 2 km of Coit Tower".
  static func description(of search: VenueSearch, around person: String? = nil) -> String {
    let filter = search.filter
    let words = [
      filter.name.map { Formats.phrase("quoted", ["text": $0.printable]) },
      filter.category.map { Formats.word("kind", $0.rawValue) },
      filter.cuisine.map(VenueRendering.cuisine), filter.hours.map(opening),
    ].compactMap { $0 }
    let attributes = VenueAttribute.allCases.filter { filter.attributes[$0] == true }
      .map { Formats.word("with", $0.rawValue, or: $0.phrase) }
    let access = [
      filter.wheelchair.map { _ in Formats.phrase("find.wheelchair") },
      filter.wifi.map { _ in Formats.phrase("find.wifi") },
    ].compactMap { $0 }
    return Formats.phrase(
      search.radiusMeters == nil ? "find.near" : "find.within",
      [
        "what": Formats.list(words + attributes + access),
        "distance": search.radiusMeters.map(Formats.distance),
        "place": search.place?.label.printable ?? person ?? Formats.phrase("find.you"),
      ])
  }

  /// `open now`, `open sunday evening`.
  private static func opening(_ hours: HoursFilter) -> String {
    let open = Formats.phrase("find.open.\(hours.moment?.rawValue ?? "now")")
    return hours.part.map { Formats.phrase("find.part.\($0.rawValue)", ["open": open]) } ?? open
  }
}

/// A search and what it found; of that `search`, `found` and `unknownHours` as JSON.
struct FoundVenues: Encodable {
  private enum CodingKeys: String, CodingKey { case search, found, unknownHours }

  let search: VenueSearch
  let found: NearbyReply
  /// Left out where the search is not for what is open.
  let unknownHours: NearbyReply?
  let request: NearbyRequest
  /// How the text was understood.
  let description: String

  var lists: NearbyLists { NearbyLists(known: found, unknown: unknownHours, instant: .now()) }

  func text(_ style: Style) -> String { NearbyRendering.render(lists, style: style) }
}
