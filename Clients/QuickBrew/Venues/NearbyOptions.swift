import CommandLineKit
import Geography
import Messages

/// The parsed flags of `nearby`.
struct NearbyOptions: Sendable {
  /// The origin of distances; `nil` where it follows from the area.
  let place: LocationReference?
  let radiusMeters: Meters?
  let area: NearbyArea
  /// The filter without favourites and times, which need a service to resolve.
  let filter: VenueFilter
  let favouritesOnly: Bool
  let opening: Opening?
  let order: NearbyOrder?
  let limit: Int?
  let page: Page?
  let watches: Bool

  /// When a venue has to be open, and for how long from then on.
  struct Opening: Sendable, Hashable {
    let time: RequestedTime
    let seconds: Int?
  }

  /// A page token, and which of the two lists of a search for open venues it belongs to.
  struct Page: Sendable, Hashable {
    let token: String
    let isOfUnknownHours: Bool

    /// The prefix of a page token of the list with unknown hours.
    static let unknownPrefix = "unknown:"

    init(_ text: String) {
      isOfUnknownHours = text.hasPrefix(Self.unknownPrefix)
      token = isOfUnknownHours ? String(text.dropFirst(Self.unknownPrefix.count)) : text
    }
  }

  /// - Throws: `UsageError` for missing, invalid or contradictory flags.
  init(_ context: CommandContext) throws(UsageError) {
    let arguments = context.arguments
    watches = arguments.has("watch")
    place = try Self.place(context)
    area = try NearbyArea(arguments)
    if place == nil, area.distanceOrigin == nil { throw UsageError("PLACE is missing.") }
    if watches {
      guard case .device = place else { throw UsageError("--watch needs --device NAME.") }
    }
    radiusMeters = try arguments.meters("radius", in: 1...ShopSearchLimits.maximumRadiusMeters)
    filter = try Self.filter(context)
    favouritesOnly = arguments.has("favourites")
    opening = try Self.opening(context)
    if watches, let opening, opening.time != .now {
      throw UsageError("--open accepts no time with --watch, which lists what is open now.")
    }
    order = try arguments.choice("sort")
    let most = watches ? ShopSearchLimits.maximumWatched : ShopSearchLimits.maximumNearby
    limit = try arguments.integer("limit", in: 1...most)
    page = try arguments.text("after").map(Page.init)
  }

  private static func place(_ context: CommandContext) throws(UsageError) -> LocationReference? {
    if let word = context.words.first { return try context.reference(word, "PLACE") }
    if context.arguments.has("device") { return .device(try context.device()) }
    return context.arguments.has("at") ? try context.place("at") : nil
  }

  private static func filter(_ context: CommandContext) throws(UsageError) -> VenueFilter {
    let arguments = context.arguments
    var filter = try VenueFlags.filter(context)
    filter.category = try CategoryWords.category(arguments)
    filter.name = try arguments.text("name")
    return filter
  }

  private static func opening(_ context: CommandContext) throws(UsageError) -> Opening? {
    let range = 0...ShopSearchLimits.maximumOpenSeconds
    let seconds = try context.arguments.seconds("open-for", in: range)
    let time = try context.time("open")
    return time == nil && seconds == nil ? nil : Opening(time: time ?? .now, seconds: seconds)
  }
}

/// The area that a search is restricted to, besides its radius.
struct NearbyArea: Sendable, Hashable {
  let box: BoundingBox?
  let area: FenceArea?

  /// The default width to each side of a line.
  private static let defaultBuffer: Meters = 250

  /// - Throws: `UsageError` for an invalid box or file.
  init(_ arguments: Arguments) throws(UsageError) {
    box = try arguments["box"].map(Self.box)
    let buffer = try arguments.meters("buffer", in: FenceArea.bufferMeters)
    if let path = arguments["area"] {
      guard case .polygon(let rings) = try AreaFile(path: path, "--area").shape else {
        throw UsageError("--area \(path) holds a line, which --along accepts.")
      }
      area = .polygon(rings: rings)
    } else if let path = arguments["along"] {
      guard case .line(let line) = try AreaFile(path: path, "--along").shape else {
        throw UsageError("--along \(path) holds a polygon, which --area accepts.")
      }
      area = .corridor(line: line, bufferMeters: buffer ?? Self.defaultBuffer)
    } else {
      area = nil
    }
  }

  /// The default origin of distances: the first point of a line, else the middle of the area.
  var distanceOrigin: Coordinate? {
    switch area {
    case .corridor(let line, _): line.first
    case .polygon(let rings): BoundingBox(around: rings.joined())?.center
    case .circle(let center, _): center
    case nil: box?.center
    }
  }

  var isUnbounded: Bool { box == nil && area == nil }

  private static func box(_ text: String) throws(UsageError) -> BoundingBox {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double(String($0.filter { !$0.isWhitespace })) }
    guard parts.count == 4, numbers.count == 4 else {
      throw UsageError(
        "--box is SOUTH,WEST,NORTH,EAST like 37.77,-122.42,37.80,-122.40, not “\(text)”.")
    }
    let box = BoundingBox(
      south: numbers[0], west: numbers[1], north: numbers[2], east: numbers[3])
    let corners = [
      Coordinate(latitude: box.south, longitude: box.west),
      Coordinate(latitude: box.north, longitude: box.east),
    ]
    guard corners.allSatisfy(\.isValid) else {
      throw UsageError("--box “\(text)”: a latitude is -90 to 90, a longitude -180 to 180.")
    }
    guard box.south <= box.north, box.west <= box.east else {
      throw UsageError("--box “\(text)”: south must be below north, and west below east.")
    }
    return box
  }
}
