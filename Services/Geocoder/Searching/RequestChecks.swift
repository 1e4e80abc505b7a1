import Geography
import Messages

/// What requests are refused for.
enum RequestChecks {
  static let defaultLimit = 5
  static let defaultRadius: Meters = 1_000
  static let maximumRadius: Meters = 10_000

  static let nothingToFind = ServiceError(
    .invalidRequest,
    "Searching a place: the text holds no letter and no digit. Type an address, a place or a name.")

  /// Answers how many hits are wanted.
  static func check(_ request: GeocodeRequest) throws(ServiceError) -> Int {
    let bytes = request.text?.utf8.count ?? 0
    guard bytes <= GeocoderLimits.maximumTextBytes else {
      throw ServiceError(
        .invalidRequest,
        """
        Searching a place: the text is too long with \(bytes) bytes; \
        \(GeocoderLimits.maximumTextBytes) are taken. Type one address or name.
        """)
    }
    if let near = request.near { try check(near, "near") }
    let limit = request.limit ?? defaultLimit
    guard 1...GeocoderLimits.maximumHits ~= limit else {
      throw ServiceError(
        .invalidRequest,
        "Searching a place: limit is \(limit); 1 to \(GeocoderLimits.maximumHits) is taken.")
    }
    return limit
  }

  /// Answers how far to look.
  static func check(_ request: ReverseGeocodeRequest) throws(ServiceError) -> Meters {
    try check(request.coordinate, "coordinate")
    let radius = request.radiusMeters ?? defaultRadius
    guard radius >= 1, radius <= maximumRadius else {
      throw ServiceError(
        .invalidRequest,
        "Looking around a point: radiusMeters is \(radius); 1 to \(Int(maximumRadius)) is taken.")
    }
    return radius
  }

  private static func check(_ point: Coordinate, _ field: String) throws(ServiceError) {
    guard point.isValid else {
      throw ServiceError(
        .invalidRequest,
        """
        \(field) \(point.latitude),\(point.longitude) is out of range: latitude is -90 to 90, \
        longitude -180 to 180.
        """)
    }
  }
}

/// Reads texts that are a coordinate already.
enum CoordinateText {
  /// "37.8,-122.4", "37.8 -122.4", "geo:37.8,-122.4;u=35"; `nil` for any other text.
  static func coordinate(in text: String) -> Coordinate? {
    if let plain = Coordinate(text: text) { return plain }
    if text.lowercased().hasPrefix("geo:") {
      let body = text.dropFirst(4).prefix { $0 != ";" && $0 != "?" }
      let numbers = body.split(separator: ",", maxSplits: 2)
      return numbers.count >= 2 ? Coordinate(text: "\(numbers[0]),\(numbers[1])") : nil
    }
    // Without a comma both must have decimals: "12 15" is no coordinate.
    let parts = text.split(whereSeparator: \.isWhitespace)
    guard parts.count == 2, parts.allSatisfy({ $0.contains(".") }) else { return nil }
    return Coordinate(text: "\(parts[0]),\(parts[1])")
  }
}
