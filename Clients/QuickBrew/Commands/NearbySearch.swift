import CommandLineKit
import Geography
import Messages
import Time

/// What a search comes to: the venues that fit, and, where it asks for what is open, apart from
/// them those whose hours nobody knows.
struct NearbyLists: Encodable, Sendable {
  /// `nil` where a page of the others is asked for.
  let known: NearbyReply?
  let unknown: NearbyReply?
  /// The moment of the hours.
  let moment: Timestamp

  private enum CodingKeys: String, CodingKey {
    case known = "open"
    case unknown
  }

  var isEmpty: Bool { [known, unknown].allSatisfy { $0?.venues.isEmpty ?? true } }
}

/// A search with all that it takes services to know.
struct NearbySearch: Sendable {
  private let wishes: NearbyWishes
  private let call: Call
  private let bus: any ServiceBus
  private let point: Coordinate
  private let filter: VenueFilter
  /// `nil` for now.
  private let moment: Timestamp?

  /// - Throws: `ServiceError`: `notFound` for a place or a device that is not found, and where no
  ///   favourites are kept.
  init(_ wishes: NearbyWishes, _ call: Call, _ bus: any ServiceBus) async throws {
    self.wishes = wishes
    self.call = call
    self.bus = bus
    filter = try await wishes.filter(call)
    let place = wishes.place ?? wishes.area.middle.map { .coordinate($0) }
    guard let place else { throw UsageError("--at is missing.") }
    point = try await PlaceFinder(call, bus).coordinate(of: place, near: nil)
    let time = wishes.opening?.time ?? .now
    moment = time == .now ? nil : try await call.instant(time, bus)
  }

  /// - Throws: `ServiceError`.
  func lists() async throws(ServiceError) -> NearbyLists {
    let now = moment ?? .now()
    guard let opening = wishes.opening else {
      return NearbyLists(known: try await list(nil, wishes.page?.token), unknown: nil, moment: now)
    }
    let open = HoursFilter(at: moment, seconds: opening.seconds)
    let unknown = HoursFilter(at: moment, seconds: opening.seconds, admits: .unknown)
    var known: NearbyReply?
    if wishes.page?.isOfUnknown != true { known = try await list(open, wishes.page?.token) }
    var other: NearbyReply?
    if wishes.page?.isOfUnknown != false { other = try await list(unknown, wishes.page?.token) }
    return NearbyLists(known: known, unknown: other?.marked(), moment: now)
  }

  private func list(
    _ hours: HoursFilter?, _ after: String?
  ) async throws(ServiceError) -> NearbyReply {
    var filter = filter
    filter.hours = hours
    let request = NearbyRequest(
      coordinate: point, radiusMeters: wishes.radiusMeters, box: wishes.area.box,
      area: wishes.area.area, filter: filter == VenueFilter() ? nil : filter, order: wishes.order,
      limit: wishes.limit, after: after)
    return try await bus.send(request, timeout: call.timeout)
  }

  /// What to say where no venue fits.
  var nothingFound: String {
    let what = filter.category.map { "\($0.rawValue.printable) venue" } ?? "venue"
    let place = "near \(Formats.coordinate(point))"
    guard wishes.opening == nil else {
      return "quickbrew: No \(what) \(place) that fits is known to be open then."
    }
    let isPlain = filter == VenueFilter(category: filter.category) && wishes.area.isAnywhere
    return "quickbrew: No \(what) \(isPlain ? "" : "that fits ")found \(place)."
  }
}

extension NearbyWishes {
  /// The filter, with the favourites where only they are wanted.
  ///
  /// - Throws: `ServiceError`: `notFound` where none are kept; `FavouriteFileError`.
  func filter(_ call: Call) async throws -> VenueFilter {
    var filter = filter
    if isAmongFavourites { filter.among = try await OfflineFavourites(call).venueIDs() }
    return filter
  }
}

extension NearbyReply {
  /// The same, its page after told as `--after` takes it.
  fileprivate func marked() -> NearbyReply {
    NearbyReply(
      venues: venues, next: next.map { NearbyWishes.Page.unknownMark + $0 }, replica: replica)
  }
}
