import Geography
import Messages

/// A request to the HTTP interface of OSRM: `/{service}/v1/{profile}/{coordinates}?…`.
///
/// Source: OSRM's `docs/http.md`, and the answers of `osrm-routed` to faulty requests.
struct OSRMQuery {
  enum Service: String, CaseIterable { case route, table, nearest, match }
  enum Geometries: String { case polyline, polyline6, geojson }
  enum Overview: String { case simplified, full, `false` }

  let service: Service
  let profile: TravelProfile
  let coordinates: [Coordinate]
  private let options: [String: String]

  /// Whether a path is one of OSRM's, valid or not.
  static func isOne(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count > 2 && parts[2].first == "v" && parts[2].count > 1
      && parts[2].dropFirst().allSatisfy(\.isNumber)
  }

  /// Names of profiles in use; the first is OSRM's own.
  private static let profiles: [String: TravelProfile] = [
    "driving": .car, "car": .car, "driving-traffic": .car, "cycling": .bicycle, "bike": .bicycle,
    "bicycle": .bicycle, "walking": .foot, "foot": .foot,
  ]

  /// The options of all services, and those of each.
  private static let common: Set = [
    "bearings", "radiuses", "hints", "generate_hints", "approaches", "exclude", "skip_waypoints",
    "snapping",
  ]
  private static let known: [Service: Set<String>] = [
    .route: [
      "alternatives", "steps", "annotations", "geometries", "overview", "continue_straight",
      "waypoints",
    ],
    .table: [
      "sources", "destinations", "annotations", "fallback_speed", "fallback_coordinate",
      "scale_factor",
    ],
    .nearest: ["number"],
    .match: [
      "steps", "annotations", "geometries", "overview", "timestamps", "gaps", "tidy", "waypoints",
    ],
  ]
  /// The values of options that change nothing here.
  private static let words: [String: Set<String>] = [
    "generate_hints": ["true", "false"], "snapping": ["default", "any"],
    "continue_straight": ["default", "true", "false"], "gaps": ["split", "ignore"],
    "tidy": ["true", "false"],
  ]

  init(path: String, options: [String: String]) throws(OSRMError) {
    let parts = path.split(separator: "/", maxSplits: 4).map(String.init)
    try check(parts.count == 4, .invalidUrl, "URL string malformed: \(path)")
    guard let service = Service(rawValue: parts[0]) else {
      throw OSRMError(.invalidService, "Service \(parts[0]) not found!")
    }
    try check(parts[1] == "v1", .invalidVersion, "Version \(parts[1]) is not supported, only v1.")
    guard let profile = Self.profiles[parts[2]] else {
      throw OSRMError(.invalidUrl, "There is no profile \(parts[2]): driving, cycling, walking.")
    }
    self.service = service
    self.profile = profile
    self.options = options
    coordinates = try Self.coordinates(
      parts[3].hasSuffix(".json") ? String(parts[3].dropLast(5)) : parts[3])
    try checkOptions()
    try check(
      service == .nearest || coordinates.count > 1,
      .invalidOptions, "Number of coordinates needs to be at least two.")
    guard coordinates.allSatisfy(\.isValid) else {
      let isDrive = service == .route || service == .match
      throw OSRMError(isDrive ? .invalidValue : .invalidOptions, "Invalid coordinate value.")
    }
  }

  private func checkOptions() throws(OSRMError) {
    let known = Self.common.union(Self.known[service] ?? [])
    for (name, value) in options.sorted(by: { $0.key < $1.key }) {
      try check(
        known.contains(name), .invalidQuery, "There is no option \(name) of \(service.rawValue).")
      if let words = Self.words[name], !words.contains(value) { throw malformed(name) }
    }
    _ = try list("hints") { $0 }
    let times = try list("timestamps") { text throws(OSRMError) in
      guard let time = UInt64(text) else { throw malformed("timestamps") }
      return time
    }.compactMap { $0 }
    try check(
      zip(times, times.dropFirst()).allSatisfy(<=),
      .invalidValue, "Timestamps need to be monotonically increasing.")
  }

  /// "lon,lat;lon,lat", `polyline(…)` or `polyline6(…)`.
  private static func coordinates(_ text: String) throws(OSRMError) -> [Coordinate] {
    for (prefix, precision) in [("polyline(", 5), ("polyline6(", 6)]
    where text.hasPrefix(prefix) && text.hasSuffix(")") {
      let line = String(text.dropFirst(prefix.count).dropLast())
      if let points = OSRMPolyline.coordinates(line, precision: precision) { return points }
    }
    var points: [Coordinate] = []
    for pair in text.split(separator: ";", omittingEmptySubsequences: false) {
      let numbers = pair.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      guard numbers.count == 2, let longitude = numbers[0], let latitude = numbers[1] else {
        throw OSRMError(.invalidQuery, "Query string malformed at “\(pair)”.")
      }
      points.append(Coordinate(latitude: latitude, longitude: longitude))
    }
    return points
  }
}

// MARK: - Options

extension OSRMQuery {
  /// - Throws: `InvalidQuery` for any other word than the choices.
  func choice<Choice: RawRepresentable>(
    _ name: String, _ usual: Choice
  ) throws(OSRMError) -> Choice where Choice.RawValue == String {
    guard let word = options[name] else { return usual }
    guard let choice = Choice(rawValue: word) else { throw malformed(name) }
    return choice
  }

  func flag(_ name: String) throws(OSRMError) -> Bool {
    switch options[name] {
    case nil, "false": return false
    case "true": return true
    default: throw malformed(name)
    }
  }

  /// How many alternatives: "true", "false" or a number.
  func alternatives() throws(OSRMError) -> Int {
    switch options["alternatives"] {
    case nil, "false": return 0
    case "true": return 1
    case let text?:
      guard let number = Int(text), number >= 0 else { throw malformed("alternatives") }
      try check(
        number <= RouterLimits.maximumAlternatives,
        .tooBig, "At most \(RouterLimits.maximumAlternatives) alternatives, not \(number).")
      return number
    }
  }

  /// "true", "false" or a list of names; of a table, a list of its two.
  func annotations(_ usual: Set<String>) throws(OSRMError) -> Set<String> {
    let isTable = service == .table
    let all: Set =
      isTable
      ? ["duration", "distance"]
      : ["duration", "distance", "speed", "weight", "datasources", "nodes"]
    switch options["annotations"] {
    case nil: return usual
    case "false" where !isTable: return []
    case "true" where !isTable: return all
    case let text?:
      let names = Set(text.split(separator: ",").map(String.init))
      guard names.isSubset(of: all), !names.isEmpty else { throw malformed("annotations") }
      return names
    }
  }

  /// Whether the reply has steps, or annotations, which are made from them.
  func isDetailed() throws(OSRMError) -> Bool {
    if try flag("steps") { return true }
    return try !annotations([]).isEmpty
  }

  /// Indices of coordinates; all for "all".
  func indices(_ name: String) throws(OSRMError) -> [Int] {
    guard let text = options[name], text != "all" else { return Array(coordinates.indices) }
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard !numbers.contains(nil) else { throw malformed(name) }
    let indices = numbers.compactMap { $0 }
    try check(
      indices.allSatisfy(coordinates.indices.contains),
      .invalidOptions, "An index of \(name) is out of range.")
    return indices
  }

  /// Which coordinates the drive stops at, ascending; the others it passes.
  func stops() throws(OSRMError) -> [Int] {
    let stops = try indices("waypoints")
    try check(
      stops.first == 0 && stops.last == coordinates.count - 1
        && zip(stops, stops.dropFirst()).allSatisfy { $0 < $1 },
      .invalidValue, "First and last coordinates must be specified as waypoints.")
    return stops
  }

  /// - Throws: `InvalidOptions` unless it is 1 or more.
  func number() throws(OSRMError) -> Int {
    guard let text = options["number"] else { return 1 }
    guard let number = Int(text) else { throw malformed("number") }
    try check(number > 0, .invalidOptions, "number must be 1 or more.")
    return min(number, RouterLimits.maximumNearest)
  }

  func scale() throws(OSRMError) -> Double { try positive("scale_factor") ?? 1 }

  /// Metres a second as the crow flies where no route leads; `nil` for no such times.
  func fallbackSpeed() throws(OSRMError) -> Double? { try positive("fallback_speed") }

  private func positive(_ name: String) throws(OSRMError) -> Double? {
    guard let text = options[name] else { return nil }
    guard let number = Double(text), number.isFinite else { throw malformed(name) }
    try check(number > 0, .invalidOptions, "\(name) must be > 0")
    return number
  }

  /// Whether the fallback is measured from the roads, not from the coordinates as given.
  func isFallbackSnapped() throws(OSRMError) -> Bool {
    switch options["fallback_coordinate"] {
    case nil, "input": return false
    case "snapped": return true
    default: throw malformed("fallback_coordinate")
    }
  }

  /// By coordinate: the direction and its tolerance, in degrees; `nil` for any.
  func bearings() throws(OSRMError) -> [(degrees: Double, range: Double)?] {
    try list("bearings") { text throws(OSRMError) in
      let numbers = text.split(separator: ",").map { Int($0) }
      guard numbers.count == 2, let degrees = numbers[0], let range = numbers[1] else {
        throw malformed("bearings")
      }
      try check(
        (0...360).contains(degrees) && (0...180).contains(range),
        .invalidOptions, "A bearing is 0 to 360, its range 0 to 180: \(text)")
      return (Double(degrees % 360), Double(range))
    }.map { bearing in bearing.flatMap { $0.range < 180 ? $0 : nil } }
  }

  /// The side of the street, if all coordinates have the same one.
  func side() throws(OSRMError) -> StreetSide? {
    let sides = try list("approaches") { text throws(OSRMError) in
      guard ["curb", "opposite", "unrestricted"].contains(text) else {
        throw malformed("approaches")
      }
      return text
    }
    return sides.allSatisfy { $0 == "curb" } ? .kerb : nil
  }

  /// By coordinate: how far the road may be, in metres; `nil` for any distance.
  func radiuses() throws(OSRMError) -> [Double?] {
    try list("radiuses") { text throws(OSRMError) in
      if text == "unlimited" { return .infinity }
      guard let radius = Double(text) else { throw malformed("radiuses") }
      return radius
    }
  }

  /// The kinds of road to exclude, of the names that OSRM's profiles have.
  func roads() throws(OSRMError) -> RoadSelection? {
    guard let text = options["exclude"] else { return nil }
    var kinds: [AvoidedRoad] = []
    for name in text.split(separator: ",") {
      switch name {
      case "toll": kinds.append(.tolls)
      case "ferry": kinds.append(.ferries)
      case "motorway": kinds.append(.motorways)
      case "tunnel": kinds.append(.tunnels)
      default:
        throw OSRMError(
          .invalidValue, "exclude accepts toll, ferry, motorway and tunnel, not \(name).")
      }
    }
    return RoadSelection(exclude: kinds)
  }

  private func list<Value>(
    _ name: String, _ read: (String) throws(OSRMError) -> Value
  ) throws(OSRMError) -> [Value?] {
    guard let text = options[name] else { return coordinates.map { _ in nil } }
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    try check(
      parts.count == coordinates.count,
      .invalidOptions, "Number of \(name) does not match the number of coordinates.")
    var values: [Value?] = []
    for part in parts { values.append(part.isEmpty ? nil : try read(String(part))) }
    return values
  }

  private func malformed(_ name: String) -> OSRMError {
    OSRMError(.invalidQuery, "Query string malformed at \(name)=\(options[name] ?? "").")
  }
}

private func check(
  _ holds: Bool, _ code: OSRMError.Code, _ message: @autoclosure () -> String
) throws(OSRMError) {
  if !holds { throw OSRMError(code, message()) }
}
