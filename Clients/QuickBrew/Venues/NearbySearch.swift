import CommandLineKit
import Geography
import Messages
import Time

/// The result of a search: the venues that match, and, in a search for open venues, a separate list
/// of those whose hours are unknown.
struct NearbyLists: Encodable, Sendable {
  /// `nil` where only a page of the other list is requested.
  let known: NearbyReply?
  let unknown: NearbyReply?
  /// The instant for which the opening hours are evaluated.
  let instant: Timestamp

  private enum CodingKeys: String, CodingKey {
    case known = "open"
    case unknown
  }

  var isEmpty: Bool { [known, unknown].allSatisfy { $0?.venues.isEmpty ?? true } }
}

/// A search whose places, times and favourites are resolved.
struct NearbySearch: Sendable {
  private let options: NearbyOptions
  private let context: CommandContext
  private let point: Coordinate
  private let filter: VenueFilter
  /// The instant for which the opening hours are evaluated; `nil` for now.
  private let instant: Timestamp?

  /// - Throws: `ServiceError`: `notFound` for an unknown place or device, and where the user has no
  ///   favourites.
  init(_ options: NearbyOptions, _ context: CommandContext) async throws {
    self.options = options
    self.context = context
    filter = try await options.filter(context)
    let place = options.place ?? options.area.distanceOrigin.map { .coordinate($0) }
    guard let place else { throw UsageError("PLACE is missing.") }
    point = try await context.coordinate(of: place)
    let time = options.opening?.time ?? .now
    instant = time == .now ? nil : try await context.instant(time)
  }

  /// - Throws: `ServiceError`.
  func lists() async throws -> NearbyLists {
    let now = instant ?? .now()
    guard let opening = options.opening else {
      return NearbyLists(
        known: try await list(nil, options.page?.token), unknown: nil, instant: now)
    }
    let open = HoursFilter(at: instant, seconds: opening.seconds)
    let unknown = HoursFilter(at: instant, seconds: opening.seconds, admits: .unknown)
    var known: NearbyReply?
    if options.page?.isOfUnknownHours != true { known = try await list(open, options.page?.token) }
    var other: NearbyReply?
    if options.page?.isOfUnknownHours != false {
      other = try await list(unknown, options.page?.token)
    }
    return NearbyLists(known: known, unknown: other?.withPrefixedToken(), instant: now)
  }

  private func list(
    _ hours: HoursFilter?, _ after: String?
  ) async throws -> NearbyReply {
    var filter = filter
    filter.hours = hours
    let request = NearbyRequest(
      coordinate: point, radiusMeters: options.radiusMeters, box: options.area.box,
      area: options.area.area, filter: filter == VenueFilter() ? nil : filter, order: options.order,
      limit: options.limit, after: after)
    return try await context.send(request)
  }

  /// The message for a search without results.
  var nothingFound: String {
    let isPlain = filter == VenueFilter(category: filter.category) && options.area.isUnbounded
    return Formats.phrase(
      "nearby.nothing" + (options.opening != nil ? ".open" : isPlain ? "" : ".fits"),
      [
        "what": filter.category.map { Formats.word("kind", $0.rawValue) },
        "place": Formats.coordinate(point),
      ])
  }
}

extension NearbyOptions {
  /// The filter, completed by the user's favourites with `--favourites`, its category checked.
  ///
  /// - Throws: `UsageError` for a category that no venue has; `ServiceError`: `notFound` where the
  ///   user has no favourites; `FavouriteFileError`.
  func filter(_ context: CommandContext) async throws -> VenueFilter {
    var filter = filter
    if let word = VenueFlags.category(context.arguments) {
      let categories = try await CategoryWords.categories(word, context)
      if categories.count > 1 { throw UsageError("--category accepts one word here.") }
      filter.category = categories.first
    }
    if favouritesOnly { filter.venueIDs = try await OfflineFavourites(context).venueIDs() }
    return filter
  }
}

extension NearbyReply {
  /// The same reply with the page token prefixed, as `--after` expects it.
  fileprivate func withPrefixedToken() -> NearbyReply {
    NearbyReply(
      venues: venues, next: next.map { NearbyOptions.Page.unknownPrefix + $0 }, replica: replica,
      clockWarning: clockWarning)
  }
}
