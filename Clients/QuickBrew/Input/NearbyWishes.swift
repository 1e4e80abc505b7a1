import CommandLineKit
import Geography
import Messages

/// What the flags of `nearby` ask for.
struct NearbyWishes: Sendable {
  /// From where distances count; `nil` for where the area says.
  let place: PlaceReference?
  let radiusMeters: Meters?
  let area: NearbyArea
  /// All but what it takes a service to know: favourites and times.
  let filter: VenueFilter
  let isAmongFavourites: Bool
  let opening: Opening?
  let order: NearbyOrder?
  let limit: Int?
  let page: Page?
  let isWatch: Bool

  /// When a venue has to be open, and for how long from then.
  struct Opening: Sendable, Hashable {
    let time: RequestedTime
    let seconds: Int?
  }

  /// Which page, and of which of the two lists of a search for what is open.
  struct Page: Sendable, Hashable {
    let token: String
    let isOfUnknown: Bool

    /// What stands before a page of the venues whose hours nobody knows.
    static let unknownMark = "unknown:"

    init(_ text: String) {
      isOfUnknown = text.hasPrefix(Self.unknownMark)
      token = isOfUnknown ? String(text.dropFirst(Self.unknownMark.count)) : text
    }
  }

  /// - Throws: `UsageError` that names the flag that is missing, makes no sense or does not go with
  ///   another.
  init(_ call: Call) throws(UsageError) {
    let arguments = call.arguments
    _ = try arguments.positionals([])
    for (flag, owner) in [("user", "favourites"), ("buffer", "along")]
    where arguments.has(flag) && !arguments.has(owner) {
      throw UsageError("--\(flag) goes with --\(owner) only.")
    }
    isWatch = arguments.has("watch")
    if isWatch { try Self.checkWatch(arguments) }
    place = try Self.place(call)
    area = try NearbyArea(arguments)
    if place == nil, area.middle == nil { throw UsageError("--at is missing.") }
    if isWatch {
      guard case .device = place else { throw UsageError("--watch needs --device NAME.") }
    }
    radiusMeters = try arguments.number("radius", in: 1...ShopSearchLimits.maximumRadiusMeters)
    filter = try Self.filter(call)
    isAmongFavourites = arguments.has("favourites")
    opening = try Self.opening(call)
    if isWatch, let opening, opening.time != .now {
      throw UsageError("--open takes no time with --watch: the list is that of now.")
    }
    order = try call.choice("sort")
    let most = isWatch ? ShopSearchLimits.maximumWatched : ShopSearchLimits.maximumNearby
    limit = try arguments.integer("limit", in: 1...most)
    page = try arguments.text("after").map(Page.init)
  }

  private static func checkWatch(_ arguments: Arguments) throws(UsageError) {
    for flag in ["box", "area", "along", "sort", "after"] where arguments.has(flag) {
      throw UsageError("--\(flag) does not go with --watch.")
    }
  }

  private static func place(_ call: Call) throws(UsageError) -> PlaceReference? {
    guard let name = call.arguments["device"] else {
      return call.arguments.has("at") ? try call.place("at") : nil
    }
    if call.arguments.has("at") { throw UsageError("--device does not go with --at.") }
    return .device(try Place.device(name, "--device"))
  }

  private static func filter(_ call: Call) throws(UsageError) -> VenueFilter {
    let arguments = call.arguments
    var filter = VenueFilter(category: try PlanCommand.category(arguments))
    filter.name = try arguments.text("name")
    filter.brand = try arguments.text("brand")
    filter.cuisine = try arguments.text("cuisine")
    let stars = Double(VenueRating.stars.lowerBound)...Double(VenueRating.stars.upperBound)
    filter.minimumRating = try arguments.number("min-rating", in: stars)
    filter.outdoorSeating = try (call.choice("outdoor") as YesOrNo?)?.isYes
    filter.takeaway = try (call.choice("takeaway") as YesOrNo?)?.isYes
    filter.wheelchair = try call.choice("wheelchair")
    filter.wifi = try call.choice("wifi")
    return filter
  }

  private static func opening(_ call: Call) throws(UsageError) -> Opening? {
    let range = 0...ShopSearchLimits.maximumOpenSeconds
    let seconds = try call.arguments.seconds("open-for", in: range)
    let time = try call.time("open")
    return time == nil && seconds == nil ? nil : Opening(time: time ?? .now, seconds: seconds)
  }
}

/// Whether something has to be there, or must not.
enum YesOrNo: String, Sendable, CaseIterable {
  case yes
  case no

  var isYes: Bool { self == .yes }
}

/// Where venues may lie, beside how far off.
struct NearbyArea: Sendable, Hashable {
  let box: BoundingBox?
  let area: FenceArea?

  /// To each side of a line, where nobody says.
  private static let defaultBuffer: Meters = 250

  /// - Throws: `UsageError` for a box or a file that makes no sense.
  init(_ arguments: Arguments) throws(UsageError) {
    box = try arguments["box"].map(Self.box)
    if arguments.has("area"), arguments.has("along") {
      throw UsageError("--along does not go with --area.")
    }
    let buffer = try arguments.number("buffer", in: GeofenceLimits.bufferMeters)
    if let path = arguments["area"] {
      guard case .polygon(let rings) = try AreaFile(path: path, "--area").shape else {
        throw UsageError("--area \(path) holds a line; --along takes one.")
      }
      area = .polygon(rings: rings)
    } else if let path = arguments["along"] {
      guard case .line(let line) = try AreaFile(path: path, "--along").shape else {
        throw UsageError("--along \(path) holds a polygon; --area takes one.")
      }
      area = .corridor(line: line, bufferMeters: buffer ?? Self.defaultBuffer)
    } else {
      area = nil
    }
  }

  /// From where distances count where nobody says: a line's first point, else the middle.
  var middle: Coordinate? {
    switch area {
    case .corridor(let line, _): line.first
    case .polygon(let rings): BoundingBox(around: rings.joined())?.center
    case .circle(let center, _): center
    case nil: box?.center
    }
  }

  var isAnywhere: Bool { box == nil && area == nil }

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
    guard corners.allSatisfy(\.isValid), box.south <= box.north, box.west <= box.east else {
      throw UsageError(
        "--box “\(text)” is none: south comes before north, and west before east, in degrees.")
    }
    return box
  }
}

extension Arguments {
  /// A flag's value as a text to look for; `nil` where the flag is not given.
  ///
  /// - Throws: `UsageError` where it is blank or too long.
  fileprivate func text(_ flag: String) throws(UsageError) -> String? {
    guard let text = self[flag] else { return nil }
    if text.allSatisfy(\.isWhitespace) { throw UsageError("--\(flag) is empty.") }
    if text.utf8.count > ShopSearchLimits.maximumFilterBytes {
      throw UsageError(
        "--\(flag) is longer than \(ShopSearchLimits.maximumFilterBytes) bytes.")
    }
    return text
  }
}
