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
    return parts.count > 2 && Service(rawValue: String(parts[1])) != nil
      && parts[2].first == "v" && parts[2].dropFirst().allSatisfy(\.isNumber)
  }

  /// Names of profiles in use; the first is OSRM's own.
  private static let profiles: [String: TravelProfile] = [
    "driving": .car, "car": .car, "driving-traffic": .car, "cycling": .bicycle, "bike": .bicycle,
    "bicycle": .bicycle, "walking": .foot, "foot": .foot,
  ]

  /// Options of all services that change nothing here.
  private static let ignored: Set = [
    "hints", "generate_hints", "approaches", "snapping", "continue_straight", "tidy", "gaps",
    "timestamps",
  ]
  private static let known: Set = [
    "alternatives", "steps", "annotations", "geometries", "overview", "bearings", "radiuses",
    "exclude", "sources", "destinations", "scale_factor", "number", "waypoints", "skip_waypoints",
    "fallback_speed", "fallback_coordinate",
  ]

  init(path: String, options: [String: String]) throws(OSRMError) {
    let parts = path.split(separator: "/", maxSplits: 4).map(String.init)
    guard parts.count == 4, let service = Service(rawValue: parts[0]) else {
      throw OSRMError(.invalidUrl, "URL string malformed: \(path)")
    }
    guard parts[1] == "v1" else {
      throw OSRMError(.invalidVersion, "Version \(parts[1]) is not supported, only v1.")
    }
    guard let profile = Self.profiles[parts[2]] else {
      throw OSRMError(.invalidUrl, "There is no profile \(parts[2]): driving, cycling, walking.")
    }
    if let name = options.keys.sorted().first(where: {
      !Self.known.contains($0) && !Self.ignored.contains($0)
    }) {
      throw OSRMError(.invalidQuery, "There is no option \(name).")
    }
    self.service = service
    self.profile = profile
    self.options = options
    coordinates = try Self.coordinates(
      parts[3].hasSuffix(".json") ? String(parts[3].dropLast(5)) : parts[3])
    guard coordinates.allSatisfy(\.isValid) else {
      throw OSRMError(.invalidValue, "Invalid coordinate value.")
    }
    let least = service == .nearest ? 1 : service == .table ? 1 : 2
    guard coordinates.count >= least else {
      throw OSRMError(.invalidOptions, "Number of coordinates needs to be at least \(least).")
    }
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
  func has(_ name: String) -> Bool { options[name] != nil }

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
  var alternatives: Int {
    get throws(OSRMError) {
      switch options["alternatives"] {
      case nil, "false": return 0
      case "true": return 1
      case let text?:
        guard let number = Int(text), number >= 0 else { throw malformed("alternatives") }
        return min(number, RouterLimits.maximumAlternatives)
      }
    }
  }

  /// "true", "false" or a list of names.
  func annotations(_ usual: Set<String>) throws(OSRMError) -> Set<String> {
    let all: Set = ["duration", "distance", "speed", "weight", "datasources", "nodes"]
    switch options["annotations"] {
    case nil: return usual
    case "false": return []
    case "true": return all
    case let text?:
      let names = Set(text.split(separator: ",").map(String.init))
      guard names.isSubset(of: all), !names.isEmpty else { throw malformed("annotations") }
      return names
    }
  }

  /// Indices of coordinates; all for "all".
  func indices(_ name: String) throws(OSRMError) -> [Int] {
    guard let text = options[name], text != "all" else { return Array(coordinates.indices) }
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard !numbers.contains(nil) else { throw malformed(name) }
    let indices = numbers.compactMap { $0 }
    guard indices.allSatisfy(coordinates.indices.contains) else {
      throw OSRMError(.invalidOptions, "An index of \(name) is out of range.")
    }
    return indices
  }

  /// Which coordinates the drive stops at, ascending; the others it passes.
  var stops: [Int] {
    get throws(OSRMError) {
      let stops = try indices("waypoints")
      guard stops.first == 0, stops.last == coordinates.count - 1,
        zip(stops, stops.dropFirst()).allSatisfy({ $0 < $1 })
      else {
        throw OSRMError(
          .invalidOptions, "First and last coordinate must be specified as waypoints.")
      }
      return stops
    }
  }

  /// - Throws: `InvalidOptions` unless it is 1 or more.
  var number: Int {
    get throws(OSRMError) {
      guard let text = options["number"] else { return 1 }
      guard let number = Int(text) else { throw malformed("number") }
      guard number > 0 else { throw OSRMError(.invalidOptions, "number must be 1 or more.") }
      return min(number, RouterLimits.maximumNearest)
    }
  }

  var scale: Double {
    get throws(OSRMError) {
      guard let text = options["scale_factor"] else { return 1 }
      guard let factor = Double(text), factor > 0 else { throw malformed("scale_factor") }
      return factor
    }
  }

  /// Metres a second as the crow flies where no route leads; `nil` for no such times.
  var fallbackSpeed: Double? {
    get throws(OSRMError) {
      guard let text = options["fallback_speed"] else { return nil }
      guard let speed = Double(text), speed > 0, speed.isFinite else {
        throw malformed("fallback_speed")
      }
      return speed
    }
  }

  /// Whether the fallback is measured from the roads, not from the coordinates as given.
  var isFallbackSnapped: Bool {
    get throws(OSRMError) {
      switch options["fallback_coordinate"] {
      case nil, "input": return false
      case "snapped": return true
      default: throw malformed("fallback_coordinate")
      }
    }
  }

  /// By coordinate: the direction and its tolerance, in degrees; `nil` for any.
  var bearings: [(degrees: Double, range: Double)?] {
    get throws(OSRMError) {
      try list("bearings") { text throws(OSRMError) in
        let numbers = text.split(separator: ",").compactMap { Double($0) }
        guard numbers.count == 2, (0...360).contains(numbers[0]), (0...180).contains(numbers[1])
        else { throw malformed("bearings") }
        return (numbers[0].truncatingRemainder(dividingBy: 360), numbers[1])
      }.map { bearing in bearing.flatMap { $0.range < 180 ? $0 : nil } }
    }
  }

  /// By coordinate: how far the road may be, in metres; `nil` for any distance.
  var radiuses: [Double?] {
    get throws(OSRMError) {
      try list("radiuses") { text throws(OSRMError) in
        if text == "unlimited" { return .infinity }
        guard let radius = Double(text), radius >= 0 else { throw malformed("radiuses") }
        return radius
      }
    }
  }

  /// The kinds of road to exclude, of the names that OSRM's profiles have.
  var roads: RoadSelection? {
    get throws(OSRMError) {
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
  }

  private func list<Value>(
    _ name: String, _ read: (String) throws(OSRMError) -> Value
  ) throws(OSRMError) -> [Value?] {
    guard let text = options[name] else { return coordinates.map { _ in nil } }
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    guard parts.count == coordinates.count else {
      throw OSRMError(
        .invalidOptions, "Number of \(name) does not match the number of coordinates.")
    }
    var values: [Value?] = []
    for part in parts { values.append(part.isEmpty ? nil : try read(String(part))) }
    return values
  }

  private func malformed(_ name: String) -> OSRMError {
    OSRMError(.invalidQuery, "Query string malformed at \(name)=\(options[name] ?? "").")
  }
}
