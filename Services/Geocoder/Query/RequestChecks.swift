import Geography
import Messages

/// Validates requests and turns them into search options.
enum RequestChecks {
  static let defaultRadius: Meters = 1_000
  static let maximumRadius: Meters = 10_000

  static let nothingToFind = ServiceError(
    .invalidRequest,
    "Searching a place: the text holds no letter and no digit. Type an address, a place or a name.")

  /// Refuses the addresses of what3words: three words that only their owner's service can resolve.
  static func refuseWordGrid(_ text: String) throws(ServiceError) {
    // Comparing characters takes long, and few texts have a slash.
    guard text.utf8.contains(UInt8(ascii: "/")) else { return }
    let link = ["what3words.com/", "w3w.co/"].contains { text.contains($0) }
    let words = text.drop { $0 == "/" }.split(separator: ".", omittingEmptySubsequences: false)
    let isGrid = words.count == 3 && words.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isLetter) }
    guard link || text.hasPrefix("///") && isGrid else { return }
    throw ServiceError(
      .invalidRequest,
      """
      Searching a place: “\(text)” is an address of what3words, which only the company's own \
      service can resolve. Type the address, its coordinates or its plus code.
      """)
  }

  /// The options of a search, without its area, which the searcher has to look up.
  static func options(of request: GeocodeRequest) throws(ServiceError) -> SearchOptions {
    guard (request.text == nil) != (request.address == nil) else {
      throw ServiceError(
        .invalidRequest,
        "Searching a place: give either a text or the parts of an address, one of the two.")
    }
    try check(bytes: bytes(of: request))
    var options = try options(
      near: request.near, strength: request.nearStrength, request.language, request.limit)
    options.explains = request.explain ?? false
    return options
  }

  static func options(of request: FindRequest) throws(ServiceError) -> SearchOptions {
    try check(bytes: request.text.utf8.count)
    return try options(near: request.near, strength: nil, request.language, request.limit)
  }

  static func options(of request: SuggestRequest) throws(ServiceError) -> SearchOptions {
    try check(bytes: request.text.utf8.count)
    return try options(
      near: request.near, strength: request.nearStrength, request.language, request.limit)
  }

  /// Validates the request and returns its search radius.
  static func check(_ request: ReverseGeocodeRequest) throws(ServiceError) -> Meters {
    try check(request.coordinate, "coordinate")
    try check(language: request.language)
    let isWide = request.level == .suburb || request.level == .city
    let radius = request.radiusMeters ?? (isWide ? maximumRadius : defaultRadius)
    guard radius >= 1, radius <= maximumRadius else {
      throw ServiceError(
        .invalidRequest,
        "Looking around a point: radiusMeters is \(radius); it must be 1 to \(Int(maximumRadius)).")
    }
    return radius
  }

  /// Validates an area; whether its place exists is for the searcher to find out.
  static func check(_ area: SearchArea) throws(ServiceError) {
    switch area {
    case .circle(let center, let radius):
      try check(center, "within.circle.center")
      guard radius >= 1, radius <= GeocoderLimits.maximumAreaRadius else {
        throw ServiceError(
          .invalidRequest,
          """
          Searching a place: within.circle.radiusMeters is \(radius); it must be 1 to \
          \(Int(GeocoderLimits.maximumAreaRadius)).
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

  private static func options(
    near: Coordinate?, strength: Double?, _ language: String?, _ limit: Int?
  ) throws(ServiceError) -> SearchOptions {
    if let near { try check(near, "near") }
    try check(language: language)
    let strength = strength ?? SearchOptions.defaultStrength
    guard strength >= 0, strength <= 1 else {
      throw ServiceError(
        .invalidRequest, "Searching a place: nearStrength is \(strength); it must be 0 to 1.")
    }
    let limit = limit ?? SearchOptions.defaultLimit
    guard 1...GeocoderLimits.maximumHits ~= limit else {
      throw ServiceError(
        .invalidRequest,
        "Searching a place: limit is \(limit); it must be 1 to \(GeocoderLimits.maximumHits).")
    }
    return SearchOptions(
      near: near, nearBonus: SearchOptions.nearBonus(strength: strength), language: language,
      limit: limit)
  }

  private static func check(bytes: Int) throws(ServiceError) {
    guard bytes > GeocoderLimits.maximumTextBytes else { return }
    throw ServiceError(
      .invalidRequest,
      """
      Searching a place: the text is too long with \(bytes) bytes; \
      at most \(GeocoderLimits.maximumTextBytes) are allowed. Type one address or name.
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
