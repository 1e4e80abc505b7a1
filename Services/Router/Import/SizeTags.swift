import OpenStreetMap

/// The limits on the size of vehicles, from the tags of a way or a node.
enum SizeTags {
  private static let heights = ["maxheight:physical", "maxheight"]
  private static let widths = ["maxwidth:physical", "maxwidth", "width", "est_width"]
  /// Typographic marks for feet and inches, and the plain ones.
  private static let marks: [Character: Character] = ["’": "'", "′": "'", "”": "\"", "″": "\""]
  private static let weights = ["maxweightrating", "maxweight"]

  /// Of the keys for the same measure the first one present decides; values that are no numbers,
  /// such as "none", limit nothing.
  static func limits(_ tags: Tags) -> SizeLimits {
    let first = { (keys: [String]) in keys.lazy.compactMap { tags[$0] }.first }
    return SizeLimits(
      height: stored(first(heights).flatMap(meters)), width: stored(first(widths).flatMap(meters)),
      length: stored(tags["maxlength"].flatMap(meters)),
      weight: stored(first(weights).flatMap(tonnes)))
  }

  /// Hundredths, rounded down.
  private static func stored(_ value: Double?) -> UInt16 {
    // Far above every vehicle it is no limit; the slack is for inches.
    guard let value, value < 650 else { return SizeLimits.none }
    return UInt16((value * 100 + 0.001).rounded(.down))
  }

  /// "3.1", "3,1 m", "310 cm", "10 ft", "6'2\"", "6 ft 2 in", "74\"".
  /// Source: OpenStreetMap wiki, "Map features/Units".
  static func meters(_ text: String) -> Double? {
    guard let (value, unit) = number(String(text.map { marks[$0] ?? $0 })[...]), value > 0 else {
      return nil
    }
    if let factor = lengths[unit] { return value * factor }
    // Feet, then inches.
    guard let feet = ["'", "ft", "feet"].first(where: unit.hasPrefix),
      let (inches, rest) = number(unit.dropFirst(feet.count)),
      ["", "\"", "in", "inch", "inches"].contains(rest)
    else { return nil }
    return (value * 12 + inches) * 0.0254
  }

  private static let lengths = [
    "": 1, "m": 1, "metre": 1, "metres": 1, "meter": 1, "meters": 1, "cm": 0.01, "mm": 0.001,
    "'": 0.3048, "ft": 0.3048, "feet": 0.3048, "foot": 0.3048,
    "\"": 0.0254, "in": 0.0254, "inch": 0.0254, "inches": 0.0254,
  ]

  /// "3.5", "3.5 t", "35000 kg", "10 st", "2000 lbs"; see `meters`.
  static func tonnes(_ text: String) -> Double? {
    guard let (value, unit) = number(text[...]), value > 0 else { return nil }
    return switch unit {
    case "", "t": value
    case "kg": value / 1_000
    case "st": value * 0.907_184_74
    case "lt": value * 1.016_046_908_8
    case "lb", "lbs": value * 0.000_453_592_37
    case "cwt": value * 0.050_802_345_44
    default: nil
    }
  }

  private static func number(_ text: Substring) -> (value: Double, unit: String)? {
    let text = text.trimmingSpaces
    let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "," }
    guard let value = Double(String(digits.map { $0 == "," ? "." : $0 })) else { return nil }
    return (value, text.dropFirst(digits.count).trimmingSpaces.lowercased())
  }
}
