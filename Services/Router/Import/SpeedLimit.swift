#if canImport(Glibc)
  import Glibc
#endif

/// A parsed `maxspeed` value.
enum SpeedLimit: Equatable {
  /// Kilometres an hour.
  case limited(Double)
  /// A motorway without limit.
  case unlimited
  /// Variable signs: no usable limit.
  case variable
  /// An unknown value.
  case invalid

  /// Walking pace, kilometres an hour.
  static let walk = 7.0
  static let kilometersPerMile = 1.609_344
  static let kilometersPerNauticalMile = 1.852

  /// Reads "50", "50 km/h", "30 mph", "10 knots", "walk", "none", "DE:urban", "DE:zone30"; of
  /// several values ("50;30") the lowest.
  init(_ text: String) {
    let parts = text.lowercased().split(separator: ";").map { Self.read($0.trimmingSpaces) }
    let limits = parts.compactMap { part -> Double? in
      if case .limited(let speed) = part { speed } else { nil }
    }
    if let least = limits.min() {
      self = .limited(least)
    } else {
      self = parts.first ?? .invalid
    }
  }

  private static func read(_ text: Substring) -> SpeedLimit {
    switch text {
    case "none", "unlimited": return .unlimited
    case "signals", "variable", "signs", "implicit", "default": return .variable
    case "walk", "walking", "walking_pace": return .limited(walk)
    default: break
    }
    if let colon = text.firstIndex(of: ":") {
      return zone(text[..<colon], text[text.index(after: colon)...])
    }
    return number(text)
  }

  private static func number(_ text: Substring) -> SpeedLimit {
    let digits = text.prefix { $0.isNumber || $0 == "." }
    guard let value = Double(digits), value > 0, value < 1000 else { return .invalid }
    switch text.dropFirst(digits.count).trimmingSpaces {
    case "", "km/h", "kmh", "kph", "kmph": return .limited(value)
    case "mph": return .limited(value * kilometersPerMile)
    case "knots", "kn": return .limited(value * kilometersPerNauticalMile)
    default: return .invalid
    }
  }

  /// The default limits of a country by the kind of area or road: OSRM's `maxspeed_table_default`
  /// and `maxspeed_table`; the OpenStreetMap wiki's "Default speed limits" for the United States.
  private static func zone(_ country: Substring, _ area: Substring) -> SpeedLimit {
    switch (country, area) {
    case ("at", "rural"), ("at", "trunk"), ("ch", "trunk"), ("nl", "trunk"), ("ro", "trunk"),
      ("de", "rural"), ("de", "rural_road"):
      return .limited(100)
    case ("be", "motorway"), ("ch", "motorway"): return .limited(120)
    case ("ch", "rural"), ("dk", "rural"), ("fr", "rural"), ("nl", "rural"), ("no", "rural"),
      ("fi", "rural"), ("it", "trunk"):
      return .limited(80)
    case ("de", "motorway"), ("de", "none"): return .unlimited
    case ("gb", "nsl_single"), ("uk", "nsl_single"): return .limited(60 * kilometersPerMile)
    case ("gb", "nsl_dual"), ("uk", "nsl_dual"), ("gb", "motorway"), ("uk", "motorway"):
      return .limited(70 * kilometersPerMile)
    case ("gb", "nsl_restricted"), ("uk", "nsl_restricted"):
      return .limited(30 * kilometersPerMile)
    case ("us", "urban"): return .limited(25 * kilometersPerMile)
    case ("us", "rural"): return .limited(55 * kilometersPerMile)
    case ("us", "motorway"), ("us", "trunk"): return .limited(65 * kilometersPerMile)
    case ("no", "motorway"), ("ru", "motorway"), ("se", "motorway"): return .limited(110)
    case ("ru", "urban"): return .limited(60)
    case ("ru", "living_street"): return .limited(20)
    default: return anywhere(area)
    }
  }

  private static func anywhere(_ area: Substring) -> SpeedLimit {
    switch area {
    case "urban": return .limited(50)
    case "rural": return .limited(90)
    case "trunk": return .limited(110)
    case "motorway": return .limited(130)
    case "living_street", "walk": return .limited(walk)
    case "bicycle_road": return .limited(30)
    case "school": return .limited(30)
    default:
      // "zone30", "zone:30", "30"
      let digits = area.drop { !$0.isNumber }
      return area.hasPrefix("zone") || digits.count == area.count ? number(digits) : .invalid
    }
  }
}

extension Substring {
  var trimmingSpaces: Substring {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
