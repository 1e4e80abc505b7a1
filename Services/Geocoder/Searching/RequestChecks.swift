import Geography
import Messages

/// What requests are refused for.
enum RequestChecks {
  static let defaultRadius: Meters = 1_000
  static let maximumRadius: Meters = 10_000

  static let nothingToFind = ServiceError(
    .invalidRequest,
    "Searching a place: the text holds no letter and no digit. Type an address, a place or a name.")

  /// What the request wants beside its words, but for its area.
  static func scope(of request: GeocodeRequest) throws(ServiceError) -> SearchScope {
    guard (request.text == nil) != (request.address == nil) else {
      throw ServiceError(
        .invalidRequest,
        "Searching a place: give either a text or the parts of an address, one of the two.")
    }
    try check(bytes: bytes(of: request))
    var scope = try scope(
      near: request.near, strength: request.nearStrength, request.language, request.limit)
    scope.explains = request.explain ?? false
    return scope
  }

  static func scope(of request: SuggestRequest) throws(ServiceError) -> SearchScope {
    try check(bytes: request.text.utf8.count)
    return try scope(
      near: request.near, strength: request.nearStrength, request.language, request.limit)
  }

  /// Answers how far to look.
  static func check(_ request: ReverseGeocodeRequest) throws(ServiceError) -> Meters {
    try check(request.coordinate, "coordinate")
    try check(language: request.language)
    let radius = request.radiusMeters ?? defaultRadius
    guard radius >= 1, radius <= maximumRadius else {
      throw ServiceError(
        .invalidRequest,
        "Looking around a point: radiusMeters is \(radius); 1 to \(Int(maximumRadius)) is taken.")
    }
    return radius
  }

  /// Checks the values of an area; its place is for the searcher to find.
  static func check(_ area: SearchArea) throws(ServiceError) {
    switch area {
    case .circle(let center, let radius):
      try check(center, "within.circle.center")
      guard radius >= 1, radius <= GeocoderLimits.maximumAreaRadius else {
        throw ServiceError(
          .invalidRequest,
          """
          Searching a place: within.circle.radiusMeters is \(radius); 1 to \
          \(Int(GeocoderLimits.maximumAreaRadius)) is taken.
          """)
      }
    case .box(let box):
      try check(Coordinate(latitude: box.south, longitude: box.west), "within.box")
      try check(Coordinate(latitude: box.north, longitude: box.east), "within.box")
      guard box.south <= box.north, box.west <= box.east else {
        throw ServiceError(
          .invalidRequest,
          "Searching a place: within.box has its south above its north, or its west past its east.")
      }
    case .place(let text): try check(bytes: text.utf8.count)
    }
  }

  private static func bytes(of request: GeocodeRequest) -> Int {
    let address = request.address
    let texts = [
      request.text, address?.houseNumber, address?.street, address?.postcode, address?.city,
    ]
    return texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
  }

  private static func scope(
    near: Coordinate?, strength: Double?, _ language: String?, _ limit: Int?
  ) throws(ServiceError) -> SearchScope {
    if let near { try check(near, "near") }
    try check(language: language)
    let strength = strength ?? SearchScope.defaultStrength
    guard strength >= 0, strength <= 1 else {
      throw ServiceError(
        .invalidRequest, "Searching a place: nearStrength is \(strength); 0 to 1 is taken.")
    }
    let limit = limit ?? SearchScope.defaultLimit
    guard 1...GeocoderLimits.maximumHits ~= limit else {
      throw ServiceError(
        .invalidRequest,
        "Searching a place: limit is \(limit); 1 to \(GeocoderLimits.maximumHits) is taken.")
    }
    return SearchScope(
      near: near, nearBonus: SearchScope.nearBonus(strength: strength), language: language,
      limit: limit)
  }

  private static func check(bytes: Int) throws(ServiceError) {
    guard bytes > GeocoderLimits.maximumTextBytes else { return }
    throw ServiceError(
      .invalidRequest,
      """
      Searching a place: the text is too long with \(bytes) bytes; \
      \(GeocoderLimits.maximumTextBytes) are taken. Type one address or name.
      """)
  }

  private static func check(language: String?) throws(ServiceError) {
    guard let language,
      language.isEmpty || language.utf8.count > GeocoderLimits.maximumLanguageBytes
    else { return }
    throw ServiceError(
      .invalidRequest, "Searching a place: language is no language's name, such as “de”.")
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
